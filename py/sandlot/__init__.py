"""Sandlot: an arena for game-playing programs.

The same package plays matches in a web page (CPython in WebAssembly) and on a command line. A bot can import it to look
ahead with the real rules: ``from sandlot.games import tank``.
"""

__version__ = "0.1.0"
__all__ = ["__version__"]
