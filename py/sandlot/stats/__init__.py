"""What results say: ratings, ranks, intervals and sequential tests, as pure functions of blocks of games."""
