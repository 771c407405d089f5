"""Measures a bot's time on this machine: a stopwatch, the idle time between answers, a processor of its own.

The limits are in `sandlot.clock`; `match.side` compares the measured time with them.
"""
