"""Tells the form of a bot by reading its file: a module, which is asked, or a program, which reads its input."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence


def is_module(source: str, forms: Sequence[Sequence[str]] = ()) -> bool:
    """Tell whether a bot's file is a module (it is asked by calling `move`) or a program (it reads standard input).

    `forms` are the functions of the game's original platform that replace `move`: see `game.OriginalForm`.

    A file that reads its input is a program, even if it has a function called `move`. There are two exceptions. A file
    whose `move` takes one argument may read input under ``if __name__ == "__main__"``: that part is for trying it at
    home. And if only functions that are never called read input, that is a mistake, which `module.Module` explains.
    Rarer forms are asked if the file reads no input at all: see `_may_answer`.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return True
    names = _functions(tree)
    answers = any(map(_answers, tree.body)) or _is_brought(tree)
    is_asked = answers or any(names.issuperset(form) for form in forms)
    if not is_asked and not any(map(_may_answer, _run(tree.body))):
        return False
    # Walking the whole tree takes longer than the rest of a start, and most modules contain no such word.
    if not _WORDS_OF_INPUT.search(source):
        return True
    if not is_asked:
        return not _reads_input(tree, arguments=True)
    rest = [node for node in tree.body if not (_is_main_guard(node) or (answers and _is_constant(node)))]
    reading = [node for node in rest if _reads_input(node, arguments=not answers)]
    defined = {node.name for node in reading if isinstance(node, _DEFINITIONS)}
    if len(defined) < len(reading):
        return False
    return not (defined and defined & _used(tree))


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _used(tree: ast.Module) -> set[str]:
    """Return the functions and classes that a file uses: those named in its statements, or in the bodies of others that
    it uses.
    """
    bodies = {node.name: node for node in tree.body if isinstance(node, _DEFINITIONS)}
    left: list[ast.AST] = [node for node in tree.body if not isinstance(node, _DEFINITIONS)]
    found: set[str] = set()
    while left:
        names = {each.id for each in ast.walk(left.pop()) if isinstance(each, ast.Name)}
        new = (names & bodies.keys()) - found
        found |= new
        left += [bodies[name] for name in new]
    return found


def _answers(node: ast.stmt) -> bool:
    """Tell whether a top-level statement defines ``move(view)`` or a class `Bot` with a method `move`."""
    match node:
        case ast.FunctionDef(name="move", args=arguments) | ast.AsyncFunctionDef(name="move", args=arguments):
            return len(arguments.posonlyargs + arguments.args) - len(arguments.defaults) == 1
        case ast.ClassDef(name="Bot", body=body):
            return any(
                isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and each.name == "move" for each in body
            )
        case ast.Assign(targets=[ast.Name(id="move")]):
            return True
    return False


def _may_answer(node: ast.stmt) -> bool:
    """Tell whether a statement may define what answers in a rarer form: in a branch, as ``move(view=None)`` or
    ``move(*views)``, or as a `Bot` that inherits its method or is another name of a class.
    """
    match node:
        case ast.FunctionDef(name="move", args=arguments) | ast.AsyncFunctionDef(name="move", args=arguments):
            positional = arguments.posonlyargs + arguments.args
            needed = len(positional) - len(arguments.defaults)
            return needed <= 1 and bool(positional or arguments.vararg) and None not in arguments.kw_defaults
        case ast.ClassDef(name="Bot"):
            return bool(node.bases) or _answers(node)
        case (
            ast.Assign(targets=[ast.Name(id="Bot")])
            | ast.AnnAssign(target=ast.Name(id="move" | "Bot"), value=ast.expr())
        ):
            return True
    return False


def _run(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that run when the file does, in any order, with those in branches of if, try and with."""
    left = list(body)
    while left:
        node = left.pop()
        yield node
        match node:
            case ast.If(orelse=other) if _is_main_guard(node):
                left += other
            case ast.If(body=inner, orelse=other):
                left += [*inner, *other]
            case ast.Try(body=inner, handlers=handlers, orelse=other, finalbody=last):
                left += [*inner, *(each for one in handlers for each in one.body), *other, *last]
            case ast.With(body=inner):
                left += inner


def _is_brought(tree: ast.Module) -> bool:
    """Tell whether a file imports its `move` or its `Bot` from another file of the bot, and does nothing by itself. If
    it does something, it is a program, which may read its input in another file.
    """
    names = {name for node in tree.body if isinstance(node, ast.ImportFrom) for name in _imported(node)}
    runs = (ast.While, ast.For, ast.With, ast.Expr)
    does = [node for node in tree.body if isinstance(node, runs) and not _is_text(node)]
    return bool({"move", "Bot"} & names) and not does


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _imported(node: ast.ImportFrom) -> list[str]:
    return [alias.asname or alias.name for alias in node.names]


def _functions(tree: ast.Module) -> set[str]:
    """Return the names of the functions at the top of a file, and of the methods of its class `Bot`."""
    bots = [node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Bot"]
    return {node.name for body in (tree.body, *bots) for node in body if isinstance(node, ast.FunctionDef)}


_WORDS_OF_INPUT = re.compile("input|stdin|open|argv|read|FileIO")
"""A file with none of these words reads no input. Whether one with such a word does, only its syntax tree tells."""
_READERS = frozenset({"read", "readv", "fdopen", "open", "FileIO"})
"""Functions of `os` and `io` for which an argument 0 is standard input. For others, such as ``os.sched_getaffinity``,
it is something else.
"""


def _reads_input(node: ast.AST, arguments: bool) -> bool:
    """Tell whether a part of a file reads its question. `arguments`: reading the command line counts, too."""
    for each in ast.walk(node):
        match each:
            case ast.Call(func=ast.Name(id="input")):
                return True
            case ast.Attribute(value=ast.Name(id="sys"), attr="stdin"):
                return True
            case ast.ImportFrom(module="sys", names=names) if any(name.name == "stdin" for name in names):
                return True
            case ast.Call(func=ast.Name(id="open"), args=[ast.Constant(value=0), *_]):
                return True
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="os" | "io"), attr=name), args=[ast.Constant(value=0), *_]
            ) if name in _READERS:
                return True
            case ast.Constant(value=str() as text) if _names_input(text):
                return True
            case ast.Import(names=names) if any(name.name == "fileinput" for name in names):
                return True
            case ast.Subscript(value=ast.Attribute(value=ast.Name(id="sys"), attr="argv")) if arguments:
                return True
            case ast.Subscript(value=ast.Name(id="argv")) if arguments:
                return True
    return False


def _names_input(text: str) -> bool:
    """Tell whether a text is the path of the file with the question. Only the file's name counts, not its folder."""
    return text == "/dev/stdin" or re.split(r"[/\\]", text)[-1] == "input.txt"


def _is_constant(node: ast.stmt) -> bool:
    """Tell whether a statement only names a constant: such as the path of an input for trying a module at home."""
    return isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)


def _is_main_guard(node: ast.stmt) -> bool:
    """Tell whether a statement is an ``if`` that compares the module's name with that of a program."""
    compared = (
        [each for each in ast.walk(node.test) if isinstance(each, ast.Compare)] if isinstance(node, ast.If) else []
    )
    return any(_is_main_test([each.left, *each.comparators]) for each in compared)


def _is_main_test(sides: Sequence[ast.expr]) -> bool:
    names = any(isinstance(each, ast.Name) and each.id == "__name__" for each in sides)
    return names and any(isinstance(each, ast.Constant) and each.value == "__main__" for each in sides)
