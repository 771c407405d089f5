"""This repository's workflows: a linter finds nothing, and versions are those of `sandlot league new`."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / ".github" / "workflows", ROOT / "py" / "sandlot" / "league" / "templates")


def test_actions_have_one_version() -> None:
    versions: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    files = [path for folder in FOLDERS for path in sorted(folder.glob("*.yml"))]
    assert len(files) >= 5
    for path in files:
        text = path.read_text(encoding="utf-8")
        for action, version in re.findall(r"uses: ([\w./-]+)@(\S+)", text):
            # The actions that upload and download artifacts are released together.
            versions[action.replace("download-", "upload-")][version].append(path.name)
        for runner in re.findall(r"runs-on: (\S+)", text):
            versions["runs-on"][runner].append(path.name)
    assert len(versions) > 5
    assert {name: dict(found) for name, found in versions.items() if len(found) > 1} == {}


def test_zizmor_finds_nothing_in_workflows() -> None:
    here, theirs = FOLDERS
    zizmor = Path(sys.executable).with_name("zizmor")
    command = [zizmor, "--offline", "--config", theirs / "zizmor.yml", here]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
