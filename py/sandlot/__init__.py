"""Sandlot: an arena for game-playing programs.

The same package plays matches in a web page (CPython in WebAssembly) and on a command line. A bot can import it to look
ahead with the real rules: ``from sandlot.games import tank``. Other programs can play matches with it: see
`sandlot.api`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sandlot.api.matches import Match, play
    from sandlot.api.replay import Replay
    from sandlot.api.result import Fault, Result
    from sandlot.api.series import Answer, series
    from sandlot.errors import SandlotError

__version__ = "0.1.0"
__all__ = ["Answer", "Fault", "Match", "Replay", "Result", "SandlotError", "__version__", "play", "series"]

#: By public name, the module of `sandlot.api` that defines it.
_API = {
    "Answer": "series",
    "Fault": "result",
    "Match": "matches",
    "Replay": "replay",
    "Result": "result",
    "play": "matches",
    "series": "series",
}


def __getattr__(name: str) -> object:
    # Imported lazily: bots do not need these modules, and `python -m sandlot` must not import anything before it has
    # removed the current folder from `sys.path`.
    if name in _API:
        from importlib import import_module

        return getattr(import_module(f"sandlot.api.{_API[name]}"), name)
    if name == "SandlotError":
        from sandlot.errors import SandlotError

        return SandlotError
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
