"""Tasks as a link, `#t1.`: {text}. The text is a TOML file: a step of a learning path, or a teacher's tasks. See
`tasks.spec`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from sandlot.formats.shapes import Shape, Text
from sandlot.links.packing import BadLink, is_text, packed, read_as, unpacked

TASKS = "t"
"""The letter of this kind of link."""
LONGEST_TEXT = 2**18


@dataclass(frozen=True)
class TasksLink:
    """A file of tasks. Only the length of its text is checked."""

    text: Annotated[str, Text(LONGEST_TEXT, 1, whole=True)]


LINK: Shape[TasksLink] = Shape(TasksLink)


def link_tasks(found: TasksLink) -> str:
    """Return the fragment with a file of tasks; raise `BadLink` if no link can hold it."""
    if not found.text or not is_text(found.text, LONGEST_TEXT):
        raise BadLink("link.too_much", kilobytes=LONGEST_TEXT // 2**10)
    return packed(TASKS, LINK.write(found))


def read_tasks(address: str) -> TasksLink:
    """Read the link of a file of tasks; raise `BadLink` for any other text."""
    return read_as(LINK, unpacked(address, TASKS))
