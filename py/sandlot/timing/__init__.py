"""Where a bot's time is measured on this machine: stopwatch, idle time between answers, a processor of its own."""
