"""What is kept of a contest, in whatever file: its record, its faults, the bots' sources, its bundle; and the check of
a bundle. Pure functions: no file, process or clock.
"""
