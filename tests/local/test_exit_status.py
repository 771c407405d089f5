# ruff: noqa: E501
"""The line that is reported of a crash, for real programs in installed languages and for recorded output of others."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from sandlot.local.process_seat import cause_in

REAL = {
    "java": (
        "Main.java",
        "public class Main { public static void main(String[] a) {"
        " try { Object o = null; o.hashCode(); }"
        ' catch (RuntimeException e) { throw new IllegalStateException("outer", e); } } }',
        "javac -d . Main.java && java Main",
        "Caused by: java.lang.NullPointerException",
    ),
    "java without a cause": (
        "Main.java",
        "public class Main { public static void main(String[] a) { int[] b = new int[2]; b[3] = 1; } }",
        "javac -d . Main.java && java Main",
        'Exception in thread "main" java.lang.ArrayIndexOutOfBoundsException: Index 3 out of bounds',
    ),
    "node": ("a.js", "const x = null;\nx.y();\n", "node a.js", "TypeError: Cannot read properties of null"),
    "node, rejected": ("a.js", "Promise.reject(new RangeError('far'));\n", "node a.js", "RangeError: far"),
    "g++": (
        "a.cpp",
        "#include <vector>\nint main() { return std::vector<int>(2).at(5); }\n",
        "g++ -o a a.cpp && ./a",
        "terminate called after throwing an instance of 'std::out_of_range' what():  vector::_M_range_check",
    ),
    "rustc": (
        "a.rs",
        'fn main() { let v: Vec<i32> = vec![]; println!("{}", v[std::env::args().count() + 2]); }\n',
        "rustc a.rs && ./a",
        "index out of bounds: the len is 0 but the index is 3",
    ),
    "perl": ("a.pl", "warn 'one'; die 'why it died';\n", "perl a.pl", "why it died"),
    "python3": (
        "a.py",
        "try: 1 / 0\nexcept ZeroDivisionError as e: raise KeyError('k') from e\n",
        "python3 a.py",
        "KeyError: 'k'",
    ),
}
PRINTED = {
    "panic: runtime error: index out of range [5] with length 2\n\ngoroutine 1 [running]:\nmain.main()\n\t/a.go:5\n"
    "exit status 2\n": "panic: runtime error: index out of range [5] with length 2",
    "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\n": "fatal error: all goroutines",
    "=================\n==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60\nREAD of size 4\n    #0 0x5\n"
    "==7==ABORTING\n": "==7==ERROR: AddressSanitizer: heap-buffer-overflow",
    "a.cpp:3:9: runtime error: signed integer overflow: 1 + 2\nAborted\n": "a.cpp:3:9: runtime error: signed",
    "Unhandled exception. System.NullReferenceException: Object reference\n   at P.Main() in /a.cs:line 4\n": "Unhandled "
    "exception. System.NullReferenceException",
    "\nUnhandled Exception:\nSystem.IndexOutOfRangeException: Index was outside\n  at P.Main ()\n": "System.IndexOutOfRange",
    "a.rb:1:in `f': undefined method `x' for nil:NilClass (NoMethodError)\n\tfrom a.rb:2:in `<main>'\n": "a.rb:1:in `f': "
    "undefined method",
    "PHP Fatal error:  Uncaught Error: no in /a.php:2\nStack trace:\n#0 {main}\n  thrown in /a.php on line 2\n": "PHP Fatal "
    "error:  Uncaught Error: no",
    "thread 'main' panicked at 'old style', a.rs:1:2\nnote: run with `RUST_BACKTRACE=1`\n": "thread 'main' panicked at 'old",
    "first\nlast\n\n": "last",
    'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    raise e\nValueError: why\n(see turn 3)\n': (
        "ValueError: why"
    ),
    "  + Exception Group Traceback (most recent call last):\n  | ExceptionGroup: two (2 sub-exceptions)\n": "| Exception",
    "": "",
}


@pytest.mark.parametrize("name", REAL)
def test_useful_line_of_crash_is_reported(name: str, tmp_path: Path) -> None:
    file, source, command, line = REAL[name]
    tool = command.split(maxsplit=1)[0]
    if not shutil.which(tool):
        pytest.skip(f"there is no {tool} here")
    (tmp_path / file).write_text(source)
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert line in cause_in(done.stderr)


@pytest.mark.parametrize("printed", PRINTED)
def test_crash_lines_of_other_languages_are_found(printed: str) -> None:
    assert cause_in(printed).startswith(PRINTED[printed])
