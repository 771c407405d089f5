"""Sandlot: an arena for game-playing programs.

The same package plays matches in a web page (CPython in WebAssembly) and on a command line. A bot can import it to look
ahead with the real rules: ``from sandlot.games import tank``.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sandlot.errors import SandlotError

__version__ = "0.1.0"
__all__ = ["SandlotError", "__version__"]


def __getattr__(name: str) -> object:
    # Loaded when it is used: `python -m sandlot` must import nothing before it has left the current folder's path.
    if name == "SandlotError":
        from sandlot.errors import SandlotError

        return SandlotError
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
