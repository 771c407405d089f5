"""What the build calls.

python -m sandlot.page games         the registry, for the page's menus
python -m sandlot.page plans         the kinds of contests with their settings, for its forms
python -m sandlot.page demo GAME     a recorded match, which the page shows while Python is still loading
python -m sandlot.page starts GAME   the first positions of a few matches, which it shows when one is to begin by then
python -m sandlot.page ladder GAME   the ratings of its house bots; a file with a record of their games may follow
"""

from __future__ import annotations

import sys
from pathlib import Path

from sandlot.games import GAMES
from sandlot.page import demo, games
from sandlot.page.ladder import ladder
from sandlot.page.overlong import end_overlong
from sandlot.page.plans import plans
from sandlot.page.starts import starts

end_overlong()
match sys.argv[1:]:
    case ["games"]:
        print(games())
    case ["plans"]:
        print(plans())
    case ["demo", name] if name in GAMES:
        print(demo(name))
    case ["starts", name] if name in GAMES:
        print(starts(name))
    case ["ladder", name, *record] if name in GAMES:
        print(ladder(name, Path(record[0]).read_text(encoding="utf-8") if record else ""))
    case _:
        sys.exit(__doc__)
