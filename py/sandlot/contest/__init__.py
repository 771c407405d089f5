"""Contests on this machine or on several: the results file, the workers that play blocks, and what drives them."""
