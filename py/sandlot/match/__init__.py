"""A match without processes or workers: the referee, its questions and answers, and the recording of a match."""
