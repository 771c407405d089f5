"""Processes of bots: starting them, reading their output, holding them together in control groups, and ending them with
all their children.
"""
