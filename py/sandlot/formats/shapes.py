"""Generates, from an annotated dataclass, functions that read it from JSON and write it, and its JSON Schema.

    @dataclass(frozen=True)
    class Point:
        x: Annotated[int, Whole(0, 99)]
        label: Annotated[str, Text(20)] = ""

    POINT: Shape[Point] = Shape(Point)
    POINT.read({"x": 3})            # Point(3, "")
    POINT.write(Point(3))           # {"x": 3}: a field that has its default is left out
    POINT.write(Point(100))         # Misfit: what would not be read is not written

Types are str, int, float, bool, Literal, `X | Y` of these, `X | None`, tuples, mappings, other such dataclasses, and
`Any`. Unknown keys are ignored, so that later versions can add some.

The reader and the writer are Python functions whose source is generated from the description, as `dataclass` generates
``__init__``. They are generated when they are first needed. Values that are the same in JSON and in Python are checked
inline, without a function call.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import NoneType, UnionType
from typing import Annotated, Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from sandlot.errors import SandlotError
from sandlot.formats.bounds import FAR

T = TypeVar("T")
SURROGATES = re.compile("[\ud800-\udfff]")
"""Lone surrogates: escapes in JSON can stand for them, but no encoding can write them."""
ALWAYS = "always"
"""Marks a field that is written even if it has its default."""
NEEDED = "needed"
"""Marks a field that is always written, and must be there, though it has a default in Python."""


class Misfit(SandlotError, ValueError):
    """A value that does not fit its description. `path`: the keys and numbers that lead to it."""

    def __init__(self, *path: str | int) -> None:
        self.path = path
        super().__init__(".".join(map(str, path)))

    def under(self, key: str | int) -> Misfit:
        """Return the same error with a path that begins one level further out, at `key`."""
        return Misfit(key, *self.path)


_SPACE: dict[str, Any] = {"Misfit": Misfit}
"""The global names of the generated functions."""


def _named(value: Any) -> str:
    name = f"_{len(_SPACE)}"
    _SPACE[name] = value
    return name


# Annotations of types. They are plain classes, which are faster to import than dataclasses. `test` is an expression
# that tells whether a value, {v}, fits.


class Text:
    """Bounds of a text: its length in characters; `form`, a regular expression for all of it; `whole`: it has no lone
    surrogates.
    """

    def __init__(self, most: int, least: int = 0, form: str = "", *, whole: bool = False) -> None:
        self.test = f"type({{v}}) is str and {least} <= len({{v}}) <= {most}"
        self.schema: dict[str, Any] = {"type": "string", **({"minLength": least} if least else {}), "maxLength": most}
        if form:
            self.test += f" and {_named(re.compile(form).fullmatch)}({{v}})"
            self.schema["pattern"] = f"^{form}$"
        if whole:
            self.test += f" and not {_named(SURROGATES.search)}({{v}})"


class Whole:
    """Bounds of a whole number."""

    def __init__(self, low: int = 0, high: int = FAR) -> None:
        self.test = f"type({{v}}) is int and {low} <= {{v}} <= {high}"
        self.schema: dict[str, Any] = {"type": "integer", "minimum": low, "maximum": high}


class Number:
    """Bounds of a number, which is at most `high`, or less than `below` if that is given."""

    def __init__(self, low: float = -FAR, high: float = FAR, *, below: float | None = None) -> None:
        most = f"<= {high}" if below is None else f"< {below}"
        self.test = f"(type({{v}}) is float or type({{v}}) is int) and {low} <= {{v}} {most}"
        limit = {"maximum": high} if below is None else {"exclusiveMaximum": below}
        self.schema: dict[str, Any] = {"type": "number", "minimum": low, **limit}


class OneOf:
    """The texts or whole numbers that a value may be, where its type is not a `Literal`."""

    def __init__(self, *words: str | int) -> None:
        self.test = f"(type({{v}}) is str or type({{v}}) is int) and {{v}} in {_named(frozenset(words))}"
        self.schema: dict[str, Any] = {"const": words[0]} if len(words) == 1 else {"enum": list(words)}


class Many:
    """Bounds of the length of a list or a mapping; `differ`: no two values of a list are equal."""

    def __init__(self, most: int | None = None, least: int = 0, *, differ: bool = False) -> None:
        self.most, self.least, self.differ = most, least, differ
        limits = {**({"minItems": least} if least else {}), **({} if most is None else {"maxItems": most})}
        self.schema: dict[str, Any] = {**limits, **({"uniqueItems": True} if differ else {})}


class Key:
    """The key of a field in JSON, if it differs from the field's name."""

    def __init__(self, name: str) -> None:
        self.name = name


class Said:
    """What the schema says about a field: a description, further keys, and the definition (in `$defs`) to refer to."""

    def __init__(self, about: str = "", *, more: Mapping[str, Any] | None = None, ref: str = "") -> None:
        self.about, self.more, self.ref = about, more or {}, ref


class Custom:
    """How any other type is read, written and described. Both functions raise `Misfit`."""

    def __init__(self, read: Callable[[Any], Any], write: Callable[[Any], Any], schema: Mapping[str, Any]) -> None:
        self.read, self.write, self.schema = read, write, schema


class Shape(Generic[T]):
    """How a type is read from JSON and written; both raise `Misfit`. `order`: the keys of a dataclass in the order in
    which they are written, if its fields are in another order.
    """

    def __init__(self, kind: Any, order: str = "") -> None:
        self._of = kind, order.split()

    @cached_property
    def _kind(self) -> _Kind:
        kind, order = self._of
        return _record(kind, order) if order else _kind_of(kind)

    @cached_property
    def read(self) -> Callable[[Any], T]:
        """The function that returns the Python value for a JSON value."""
        return self._kind.function(writing=False)

    @cached_property
    def write(self) -> Callable[[T], Any]:
        """The function that returns the JSON value for a Python value."""
        return self._kind.function(writing=True)

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema."""
        return self._kind.schema


class _Kind:
    """A type. If its values are the same in JSON and in Python, it has a `test`; otherwise `make` generates the
    function that reads or writes values. That is done on demand, because most of these functions are never needed.
    """

    def __init__(
        self, schema: dict[str, Any], test: str = "", make: Callable[[bool], Callable[[Any], Any]] | None = None
    ) -> None:
        self.schema, self.test = schema, test
        self._make = make or (lambda writing: _made([*self.checked("value", ""), "return value"]))
        self._functions: dict[bool, Callable[[Any], Any]] = {}

    def function(self, *, writing: bool) -> Callable[[Any], Any]:
        """Return the function that reads values, or writes them."""
        if writing not in self._functions:
            self._functions[writing] = self._make(writing)
        return self._functions[writing]

    def checked(self, name: str, where: str, *, writing: bool = False) -> list[str]:
        """Return the lines of source that check the variable `name`, and replace its value by the read or written one.
        `where` is an expression for the key or number under which the value is found.
        """
        if self.test == "True":
            return []
        if self.test:
            return [f"if not ({self.test.format(v=name)}): raise Misfit({where})"]
        call = f"{name} = {_named(self.function(writing=writing))}({name})"
        return [f"try: {call}", f"except Misfit as bad: raise bad.under({where}) from None"]

    def described(self, schema: dict[str, Any]) -> _Kind:
        """Return the same with another schema."""
        return _Kind(schema, self.test, self._make)


def _made(lines: Sequence[str]) -> Callable[[Any], Any]:
    """Return a function with these lines of source, whose argument is `value`."""
    made: dict[str, Any] = {}
    exec("\n    ".join(["def made(value):", *lines]), _SPACE, made)
    return made["made"]  # type: ignore[no-any-return]


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _kind_of(kind: Any) -> _Kind:
    """Return how a type is read, written and described."""
    marks: tuple[Any, ...] = ()
    while get_origin(kind) is Annotated:
        kind, *more = get_args(kind)
        marks = (*more, *marks)
    found = _bare(kind, marks)
    schema = found.schema
    for each in marks:
        if isinstance(each, Said):
            schema = {"$ref": f"#/$defs/{each.ref}"} if each.ref else schema
            schema = {**({"description": each.about} if each.about else {}), **schema, **each.more}
    return found.described(schema)


def _bare(kind: Any, marks: tuple[Any, ...]) -> _Kind:
    for each in marks:
        if isinstance(each, Custom):
            return _custom(each)
        if isinstance(each, Text | Whole | Number | OneOf):
            return _Kind(each.schema, each.test)
    many = next((each for each in marks if isinstance(each, Many)), Many())
    origin, parts = get_origin(kind), get_args(kind)
    if dataclasses.is_dataclass(kind):
        return _record(kind)
    if origin is Literal:
        return _Kind(OneOf(*parts).schema, OneOf(*parts).test)
    if origin in (Union, UnionType):
        others = [_kind_of(each) for each in parts if each is not NoneType]
        one = others[0] if len(others) == 1 else _either(others)
        return _or_null(one) if NoneType in parts else one
    if origin is tuple and parts[-1] is not ...:
        return _places([_kind_of(each) for each in parts])
    if origin is tuple:
        return _list(_kind_of(parts[0]), many)
    if origin in (dict, Mapping) and get_origin(parts[0]) is Annotated:
        return _mapping(_kind_of(parts[0]), _kind_of(parts[1]), many)
    if origin in (dict, Mapping):
        return _Kind({"type": "object"}, "type({v}) is dict")
    if kind is bool:
        return _Kind({"type": "boolean"}, "({v} is True or {v} is False)")
    if kind is Any:
        return _Kind({}, "True")
    raise TypeError(f"no bounds for {kind}")


def _or_null(one: _Kind) -> _Kind:
    schema: dict[str, Any] = {"anyOf": [{"type": "null"}, one.schema]}
    if "enum" in one.schema:
        schema = {"enum": [None, *one.schema["enum"]]}
    if one.test:
        return _Kind(schema, f"({{v}} is None or {one.test})")

    def make(writing: bool) -> Callable[[Any], Any]:
        function = one.function(writing=writing)
        return lambda value: None if value is None else function(value)

    return _Kind(schema, "", make)


def _either(kinds: Sequence[_Kind]) -> _Kind:
    """Return the union of these types, all of which must have tests."""
    assert all(each.test for each in kinds)
    return _Kind({"anyOf": [each.schema for each in kinds]}, f"({' or '.join(each.test for each in kinds)})")


def _custom(of: Custom) -> _Kind:
    return _Kind(dict(of.schema), "", lambda writing: of.write if writing else of.read)


_LISTS = {False: "type(value) is list", True: "(type(value) is tuple or type(value) is list)"}
"""The tests for lists: of JSON values that are read, and of Python values that are written."""


def _list(of: _Kind, bounds: Many) -> _Kind:
    def make(writing: bool) -> Callable[[Any], Any]:
        bounded = f"{bounds.least} <= len(value)" + ("" if bounds.most is None else f" <= {bounds.most}")
        lines = [f"if not ({_LISTS[writing]} and {bounded}): raise Misfit()"]
        each, found = of.checked("each", "at", writing=writing), "value"
        if not of.test:
            lines.append("found = []")
            each, found = [*each, "found.append(each)"], "found"
        lines += ["for at, each in enumerate(value):", *_indented(each)] if each else []
        if bounds.differ:
            lines.append(f"if len(set({found})) < len({found}): raise Misfit()")
        return _made([*lines, f"return {'list' if writing else 'tuple'}({found})"])

    return _Kind({"type": "array", "items": of.schema, **bounds.schema}, "", make)


def _mapping(key: _Kind, of: _Kind, bounds: Many) -> _Kind:
    def make(writing: bool) -> Callable[[Any], Any]:
        most = "" if bounds.most is None else f" <= {bounds.most}"
        lines = [f"if not (type(value) is dict and {bounds.least} <= len(value){most}): raise Misfit()", "found = {}"]
        each = [*key.checked("key", "key", writing=writing), *of.checked("each", "key", writing=writing)]
        lines += ["for key, each in value.items():", *_indented([*each, "found[key] = each"])]
        return _made([*lines, "return found"])

    limits = {} if bounds.most is None else {"maxProperties": bounds.most}
    schema = {"type": "object", "propertyNames": key.schema, "additionalProperties": of.schema, **limits}
    return _Kind(schema, "", make)


def _places(parts: Sequence[_Kind]) -> _Kind:
    """Return the type of a list with a fixed length, in which every place has a type of its own."""
    names = [f"v{place}" for place in range(len(parts))]

    def make(writing: bool) -> Callable[[Any], Any]:
        lines = [f"if not ({_LISTS[writing]} and len(value) == {len(parts)}): raise Misfit()"]
        lines.append(f"{', '.join(names)}, = value")
        for place, (name, part) in enumerate(zip(names, parts, strict=True)):
            lines += part.checked(name, str(place), writing=writing)
        found = ", ".join(names)
        return _made([*lines, f"return [{found}]" if writing else f"return ({found},)"])

    schemas = [part.schema for part in parts]
    return _Kind({"type": "array", "prefixItems": schemas, "items": False, "minItems": len(parts)}, "", make)


class _Field:
    """A field of a dataclass. `default`: the name of its default; "" if it has none. `always`: it is always written."""

    def __init__(self, of: dataclasses.Field[Any], hint: Any) -> None:
        marks = getattr(hint, "__metadata__", ())
        default = of.default if of.default_factory is dataclasses.MISSING else of.default_factory()
        has_default = default is not dataclasses.MISSING and NEEDED not in marks
        self.name, self.kind = of.name, _kind_of(hint)
        self.key = next((mark.name for mark in marks if isinstance(mark, Key)), of.name)
        self.default = _named(default) if has_default else ""
        self.factory = "" if of.default_factory is dataclasses.MISSING else _named(of.default_factory)
        self.always = ALWAYS in marks or not has_default


def _record(kind: Any, order: Sequence[str] = ()) -> _Kind:
    hints = get_type_hints(kind, include_extras=True)
    fields = [_Field(each, hints[each.name]) for each in dataclasses.fields(kind)]
    written = sorted(fields, key=lambda each: order.index(each.key)) if order else fields
    schema = {
        "type": "object",
        "properties": {each.key: each.kind.schema for each in fields},
        "required": [each.key for each in fields if not each.default],
    }
    return _Kind(schema, "", lambda writing: _made(_writing(kind, written) if writing else _reading(kind, fields)))


def _reading(kind: Any, fields: Sequence[_Field]) -> list[str]:
    missing = _named(dataclasses.MISSING)
    lines = ["if type(value) is not dict: raise Misfit()", "get = value.get"]
    for number, each in enumerate(fields):
        lines.append(f"v{number} = get({each.key!r}, {each.default or missing})")
        check = each.kind.checked(f"v{number}", repr(each.key))
        if each.default:
            lines += [f"if v{number} is not {each.default}:", *_indented(check or ["pass"])]
            lines += [f"else: v{number} = {each.factory}()"] if each.factory else []
        else:
            lines += [f"if v{number} is {missing}: raise Misfit({each.key!r})", *check]
    return lines + _making(kind, [each.name for each in fields])


def _making(kind: Any, names: Sequence[str]) -> list[str]:
    """Return the lines of source that make an instance of a dataclass from the variables v0, v1, ..."""
    slots = getattr(kind, "__slots__", ())
    if set(slots) != set(names) or hasattr(kind, "__post_init__"):
        return [f"return {_named(kind)}({', '.join(f'{name}=v{number}' for number, name in enumerate(names))})"]
    # A frozen dataclass sets each field by a function call, which would take a third of the reading time.
    open_one = _named(type("Open", (), {"__slots__": slots}))
    fields = [f"made.{name} = v{number}" for number, name in enumerate(names)]
    return [f"made = {open_one}()", *fields, f"made.__class__ = {_named(kind)}", "return made"]


def _writing(kind: Any, fields: Sequence[_Field]) -> list[str]:
    lines = [f"if type(value) is not {_named(kind)}: raise Misfit()", "found = {}"]
    for each in fields:
        lines.append(f"v = value.{each.name}")
        write = [*each.kind.checked("v", repr(each.key), writing=True), f"found[{each.key!r}] = v"]
        # Identity is tested first, because nearly all values are the default itself.
        condition = f"if v is not {each.default} and v != {each.default}:"
        lines += write if each.always else [condition, *_indented(write)]
    return [*lines, "return found"]
