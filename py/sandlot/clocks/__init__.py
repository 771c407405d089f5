"""Where a bot's time is measured on this machine: stopwatch, rest between answers, and a processor of its own."""
