"""Packs the large files of the page as small as gzip allows: the first visit downloads them."""

from __future__ import annotations

import subprocess

from sandlot_build.basis import Problem
from sandlot_build.needs import venv_python

# libdeflate searches longer for repetitions than zlib: the file with Python becomes 4 % smaller. Its module is in
# .venv, while build.py runs in any Python, so it is called in a process of its own.
PACK = "import sys, deflate; sys.stdout.buffer.write(deflate.gzip_compress(sys.stdin.buffer.read(), 10))"


def gzipped(data: bytes) -> bytes:
    """Return data as a gzip file; the same data gives the same bytes. Raises `Problem` if .venv lacks the packer."""
    done = subprocess.run([venv_python(), "-c", PACK], input=data, capture_output=True)
    if done.returncode:
        why = done.stderr.decode(errors="replace")
        raise Problem("The files of the page could not be packed: remove .venv and run this again.", output=why)
    return done.stdout
