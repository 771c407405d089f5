"""Contests as pure functions: which blocks to play next, and what their results say. No file, process or clock."""
