"""Puzzles: found in games of strong house bots, confirmed by other searches, and recorded."""
