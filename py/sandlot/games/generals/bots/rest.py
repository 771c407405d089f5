"""Stays where it is, every turn: the first of the source's three strategies."""


def move(view):
    return None
