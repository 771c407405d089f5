"""Measures a bot's time on this machine: a stopwatch, idle time between answers, a processor of its own."""
