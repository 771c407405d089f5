"""Shapes: values survive writing and reading, invalid ones are refused with their path, and each shape has a schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from sandlot.formats.shapes import ALWAYS, NEEDED, Key, Many, Misfit, Number, OneOf, Shape, Text, Whole


@dataclass(frozen=True, slots=True)
class Point:
    """A dataclass with slots, as most of ours have."""

    x: Annotated[int, Whole(0, 99)]
    label: Annotated[str, Text(5, form="[a-z]*")] = ""


@dataclass(frozen=True, kw_only=True)
class Line:
    """A dataclass with every kind of field."""

    start: Point
    kind: Literal["thin", "thick"]
    places: Annotated[tuple[Annotated[int, Whole()], ...], Many(3, 1, differ=True)]
    points: Annotated[tuple[Point | None, ...], Many(2)] = ()
    pair: tuple[Annotated[float, Number(0, below=10)], Annotated[str, Text(3, whole=True)]] | None = None
    size: Annotated[int, OneOf(1, 2), ALWAYS, Key("n")] = 1
    flag: Annotated[bool, NEEDED] = False
    by_name: Annotated[Mapping[Annotated[str, Text(2, 1)], Point], Many(2)] = field(default_factory=dict)
    at: Annotated[str, Text(2)] | Annotated[int, Whole(0, 9)] | None = None
    rest: Any = None


LINE: Shape[Line] = Shape(Line)
START = Point(3, "a")
JSON: dict[str, Any] = {"start": {"x": 3, "label": "a"}, "kind": "thin", "places": [1, 2], "n": 1, "flag": False}
points = st.builds(Point, st.integers(0, 99), st.sampled_from(["", "ab"]))
lines = st.builds(
    Line,
    start=points,
    kind=st.sampled_from(["thin", "thick"]),
    places=st.lists(st.integers(0, 9), min_size=1, max_size=3, unique=True).map(tuple),
    points=st.lists(st.none() | points, max_size=2).map(tuple),
    pair=st.none() | st.tuples(st.floats(0, 9), st.text(st.sampled_from("a中\n"), max_size=3)),
    size=st.sampled_from([1, 2]),
    flag=st.booleans(),
    by_name=st.dictionaries(st.sampled_from(["a", "bc"]), points),
    at=st.sampled_from([None, 0, "ab"]),
    rest=st.sampled_from([None, 1, [2], {"a": "b"}]),
)


@settings(max_examples=50, deadline=None)
@given(lines)
def test_round_trip(line: Line) -> None:
    written = LINE.write(line)
    assert LINE.read(written) == line
    Draft202012Validator(LINE.schema).validate(written)


def test_defaults_are_omitted() -> None:
    line = Line(start=START, kind="thin", places=(1, 2))
    assert LINE.write(line) == JSON
    assert LINE.read({**JSON, "later": 1}) == line
    assert LINE.read(JSON).by_name is not LINE.read(JSON).by_name


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"start": 3}, "start"),
        ({"start": {}}, "start.x"),
        ({"start": {"x": True}}, "start.x"),
        ({"start": {"x": 100}}, "start.x"),
        ({"start": {"x": 1, "label": "A"}}, "start.label"),
        ({"start": {"x": 1, "label": None}}, "start.label"),
        ({"kind": ["thin"]}, "kind"),
        ({"places": []}, "places"),
        ({"places": [1, 1]}, "places"),
        ({"places": [1, -1]}, "places.1"),
        ({"places": (1, 2)}, "places"),
        ({"points": [None, {"x": "1"}]}, "points.1.x"),
        ({"pair": [1, "a", 2]}, "pair"),
        ({"pair": [10, "a"]}, "pair.0"),
        ({"pair": [float("nan"), "a"]}, "pair.0"),
        ({"pair": [1, "\ud800"]}, "pair.1"),
        ({"n": 3}, "n"),
        ({"flag": 1}, "flag"),
        ({"by_name": {"abc": {"x": 1}}}, "by_name.abc"),
        ({"by_name": {"a": {}}}, "by_name.a.x"),
        ({"at": 10}, "at"),
        ({"at": ["ab"]}, "at"),
    ],
)
def test_invalid_value_is_refused_with_path(change: dict[str, Any], path: str) -> None:
    with pytest.raises(Misfit) as bad:
        LINE.read({**JSON, **change})
    assert str(bad.value) == path


@pytest.mark.parametrize("name", ["start", "kind", "places", "flag"])
def test_missing_required_field_is_refused(name: str) -> None:
    with pytest.raises(Misfit, match=name):
        LINE.read({key: value for key, value in JSON.items() if key != name})
    assert name in LINE.schema["required"]


@pytest.mark.parametrize(
    "change",
    [
        {"start": Point(100)},
        {"start": JSON["start"]},
        {"kind": "wide"},
        {"places": ()},
        {"places": (1, 1)},
        {"pair": (1.0, "abcd")},
        {"size": True},
        {"by_name": {"a": None}},
    ],
)
def test_invalid_value_is_not_written(change: dict[str, Any]) -> None:
    with pytest.raises(Misfit):
        LINE.write(replace(Line(start=START, kind="thin", places=(1, 2)), **change))


def test_type_without_bounds_is_an_error() -> None:
    with pytest.raises(TypeError, match="no bounds"):
        Shape(str).schema  # noqa: B018
