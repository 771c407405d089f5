"""Changes to a WebAssembly module, byte by byte: fewer exports, and functions that take more of Python's stack.

Source: https://webassembly.github.io/spec/core/binary/modules.html
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

IMPORTS, FUNCTIONS, EXPORTS, CODE = 2, 3, 7, 10
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)
STACK_POINTER = "__stack_pointer"
LOCAL_GET, GLOBAL_GET, GLOBAL_SET, CONST, ADD, SUB, CALL, END = 0x20, 0x23, 0x24, 0x41, 0x6A, 0x6B, 0x10, 0x0B


def trim_exports(wasm: bytes, wanted: set[str]) -> bytes:
    """Keep only the exports in `wanted`."""
    kept = [whole for name, _, _, whole in _exports(dict(_sections(wasm))[EXPORTS]) if name in wanted]
    return _changed(wasm, {EXPORTS: leb(len(kept)) + b"".join(kept)})


def with_room(wasm: bytes, room: Mapping[str, tuple[int, int]]) -> bytes:
    """Let functions take more of the stack in memory than they need.

    `room`: by the name of the export, the number of the function's parameters, and the bytes, a multiple of 16. A new
    function takes the place of the original one: it lowers the stack pointer by so many bytes and calls the original,
    which is moved to the end of the section.
    """
    sections = dict(_sections(wasm))
    exports = {name: index for name, _, index, _ in _exports(sections[EXPORTS])}
    imported = sum(kind == FUNCTION for kind in _imported(sections[IMPORTS]))
    types, bodies = _types(sections[FUNCTIONS]), _bodies(sections[CODE])
    pointer = leb(exports[STACK_POINTER])
    for name, (parameters, size) in room.items():
        number = exports[name] - imported
        types.append(types[number])
        bodies.append(bodies[number])
        moved = (bytes([GLOBAL_GET]) + pointer + bytes([CONST]) + leb(size, signed=True), bytes([GLOBAL_SET]) + pointer)
        given = b"".join(bytes([LOCAL_GET]) + leb(k) for k in range(parameters))
        call = given + bytes([CALL]) + leb(imported + len(bodies) - 1)
        bodies[number] = b"".join(
            [b"\0", moved[0], bytes([SUB]), moved[1], call, moved[0], bytes([ADD]), moved[1], bytes([END])]
        )
    functions = leb(len(types)) + b"".join(leb(each) for each in types)
    code = leb(len(bodies)) + b"".join(leb(len(each)) + each for each in bodies)
    return _changed(wasm, {FUNCTIONS: functions, CODE: code})


def _sections(wasm: bytes) -> Iterator[tuple[int, bytes]]:
    at = 8
    while at < len(wasm):
        kind = wasm[at]
        size, at = read_leb(wasm, at + 1)
        yield kind, wasm[at : at + size]
        at += size


def _changed(wasm: bytes, changes: Mapping[int, bytes]) -> bytes:
    """Return the module with new sections in place of others of their kind."""
    parts = [wasm[:8]]
    for kind, section in _sections(wasm):
        new = changes.get(kind, section)
        parts.append(bytes([kind]) + leb(len(new)) + new)
    return b"".join(parts)


def _exports(section: bytes) -> Iterator[tuple[str, int, int, bytes]]:
    """Yield for each export its name, its kind, its index, and its bytes."""
    count, at = read_leb(section, 0)
    for _ in range(count):
        start = at
        length, at = read_leb(section, at)
        name = section[at : at + length].decode()
        kind = section[at + length]
        index, at = read_leb(section, at + length + 1)
        yield name, kind, index, section[start:at]


def _imported(section: bytes) -> Iterator[int]:
    """Yield the kind of each import."""
    count, at = read_leb(section, 0)
    for _ in range(count):
        for _ in range(2):
            length, at = read_leb(section, at)
            at += length
        kind, at = section[at], at + 1
        if kind == TABLE:
            at += 1
        if kind in (TABLE, MEMORY):
            limits, at = section[at], at + 1
            for _ in range(1 + (limits & 1)):
                _, at = read_leb(section, at)
        elif kind == GLOBAL:
            at += 2
        else:
            _, at = read_leb(section, at + (kind == TAG))
        yield kind


def _types(section: bytes) -> list[int]:
    count, at = read_leb(section, 0)
    types = []
    for _ in range(count):
        found, at = read_leb(section, at)
        types.append(found)
    return types


def _bodies(section: bytes) -> list[bytes]:
    count, at = read_leb(section, 0)
    bodies = []
    for _ in range(count):
        size, at = read_leb(section, at)
        bodies.append(section[at : at + size])
        at += size
    return bodies


def read_leb(data: bytes, at: int) -> tuple[int, int]:
    """Return an unsigned number in LEB128, and the index after it."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def leb(value: int, *, signed: bool = False) -> bytes:
    """Return a number, not negative, in LEB128; `signed`: in signed LEB128, where bit 6 of the last byte is the sign
    bit.
    """
    parts = bytearray()
    while value > (63 if signed else 127):
        parts.append(value & 127 | 128)
        value >>= 7
    return bytes([*parts, value])
