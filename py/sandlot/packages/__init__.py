"""Packages that bots declare: the header of a file, finding them in an index, and what is known of modules."""
