"""What is kept of a contest, whatever the format of its file: results, reports of faults, and the bots' sources; the
bundle, which holds all of them; and the verification of a bundle. Nothing here opens a file, starts a process or reads
a clock.
"""
