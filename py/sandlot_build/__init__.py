"""The parts of build.py. They are not in the wheel, and need nothing beyond the standard library."""
