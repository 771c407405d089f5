"""Packages that bots declare: the header of a file, the search in an index, and what is known about modules."""
