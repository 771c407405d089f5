"""A league on a hosting service from beginning to end: the commands of its workflows run in order, with a local git
repository.

The actions of the host are imitated in their simplest form; `gh` and `sudo` are programs that answer from that
repository.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from leagues import LAST, SAFE, git, made, put, settings, stamp
from sandlot.cli.main import command

GH = """\
import json, re, subprocess, sys

words = sys.argv[1:]
if words[:2] == ["auth", "setup-git"]:
    sys.exit()
(path,) = (each for each in words if each.startswith("repos/"))


def git(*words):
    done = subprocess.run(["git", "-C", ORIGIN, *words], capture_output=True)
    if done.returncode:
        sys.exit(done.stderr.decode())
    return done.stdout


if found := re.fullmatch(r"repos/o/r/pulls/(\\w+)/files\\?per_page=100", path):
    lines = git("diff", "--name-status", "--no-renames", f"main...{found[1]}").decode().splitlines()
    names = {"A": "added", "M": "modified", "D": "removed"}
    for status, name in (line.split("\\t") for line in lines):
        print(json.dumps([names[status], name, ""]))
elif "--jq" in words:
    folder, ref = re.fullmatch(r"repos/o/r/contents/(.*)\\?ref=(.*)", path).groups()
    found = git("ls-tree", f"{ref}:{folder}").decode()
    print("\\n".join(line.split("\\t")[1] for line in found.splitlines() if " tree " in line))
else:
    file, ref = re.fullmatch(r"repos/o/r/contents/(.*)\\?ref=(.*)", path).groups()
    sys.stdout.buffer.write(git("show", f"{ref}:{file}"))
"""


class Failed(AssertionError):
    """A step failed; the message is its output."""


class Host:
    """A repository, and a runner for its workflows."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.origin = folder, folder / "origin.git"
        git(folder, "init", "--quiet", "--bare", str(self.origin))
        self.bin = folder / "bin"
        self.bin.mkdir()
        self._program("gh", f"#!{sys.executable}\nORIGIN = {str(self.origin)!r}\n{GH}")
        self._program("sudo", "#!/bin/sh\n")
        self.jobs = 0
        self.runs = 0

    def _program(self, name: str, text: str) -> None:
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def clone(self, branch: str = "main") -> Path:
        self.jobs += 1
        folder = self.folder / f"clone-{self.jobs}"
        git(self.folder, "clone", "--quiet", "--branch", branch, str(self.origin), str(folder))
        return folder

    def steps(self, workflow: str, job: str, artifacts: Path, pull: str = "", author: str = "") -> Iterator[str]:
        """Run a job of a workflow as it is in `main`; yield the name of each step before it runs."""
        self.jobs += 1
        temp = self.folder / f"runner-{self.jobs}"
        temp.mkdir()
        here = temp
        text = git(self.origin, "show", f"main:.github/workflows/{workflow}.yml")
        found = yaml.safe_load(text)["jobs"][job]
        known = {
            "github.token": "secret-token",
            "github.event.pull_request.user.login": author,
            "github.event.pull_request.number": pull,
            "github.event.pull_request.base.sha": git(self.origin, "rev-parse", "main").strip(),
            "matrix.shard": "1",
            "runner.temp": str(temp),
        }

        def filled(value: str) -> str:
            return re.sub(r"\$\{\{ (.*?) \}\}", lambda match: known[match[1]], value)

        # Equal commits within a second would have the same hash, so the later push would not be refused.
        self.runs += 1
        variables = {
            "GIT_COMMITTER_DATE": f"{1_700_000_000 + self.runs} +0000",
            "PATH": f"{self.bin}:{os.environ['PATH']}",
            "HOME": str(temp),
            "RUNNER_TEMP": str(temp),
            "GITHUB_REPOSITORY": "o/r",
            "GITHUB_STEP_SUMMARY": str(temp / "summary.md"),
        }
        for step in found["steps"]:
            yield step.get("name", step.get("uses", ""))
            if uses := step.get("uses"):
                here = self._action(uses, step.get("with", {}), filled, artifacts, here, pull)
                continue
            if "pip" in step["run"] and (tools := self.folder / "tools").is_dir():
                # The same wheel has been installed by an earlier run of this step.
                (temp / "tools").symlink_to(tools)
                if workflow != "gate":
                    continue
                step["run"] = step["run"].partition("python3 -m venv")[0]
            given = {name: filled(each) for part in (found, step) for name, each in part.get("env", {}).items()}
            line = ["bash", "--noprofile", "--norc", "-e", "-c", step["run"]]
            done = subprocess.run(line, cwd=here, env={**variables, **given}, capture_output=True, text=True)
            if done.returncode:
                raise Failed(done.stdout + done.stderr)
            if "pip" in step["run"]:
                shutil.copytree(temp / "tools", self.folder / "tools", symlinks=True)
        self.summary = (temp / "summary.md").read_text() if (temp / "summary.md").is_file() else ""
        self.site = temp / "site"

    def _action(self, uses: str, given: dict[str, Any], filled: Any, artifacts: Path, here: Path, pull: str) -> Path:
        path = Path(filled(str(given.get("path", ""))))
        if uses.startswith("actions/checkout"):
            here = self.clone()
            if pull:
                # Merge the proposal into the default branch, as the host does.
                git(here, "merge", "--quiet", "--no-ff", "-m", "merge", f"origin/{pull}")
        elif uses.startswith("actions/upload-artifact") and path.is_dir():
            shutil.copytree(path, artifacts / filled(given["name"]))
        elif uses.startswith("actions/download-artifact"):
            for each in artifacts.glob(given["pattern"]):
                shutil.copytree(each, path / each.name)
        return here

    def job(self, workflow: str, job: str, artifacts: Path, pull: str = "", author: str = "") -> None:
        for _ in self.steps(workflow, job, artifacts, pull, author):
            pass

    def play(self) -> None:
        """Run the workflow `play` once."""
        self.jobs += 1
        artifacts = self.folder / f"artifacts-{self.jobs}"
        artifacts.mkdir()
        for name in ("play", "judge", "publish"):
            self.job("play", name, artifacts)

    def propose(self, branch: str, bots: dict[str, str], **files: str) -> None:
        folder = self.clone()
        git(folder, "checkout", "--quiet", "-b", branch)
        put(folder, bots)
        for name, text in files.items():
            (folder / name.replace("__", "/").replace("_", ".")).write_text(text)
        git(folder, "add", "--all")
        git(folder, "commit", "--quiet", "-m", branch)
        git(folder, "push", "--quiet", "origin", branch)

    def accept(self, branch: str) -> None:
        folder = self.clone()
        git(folder, "merge", "--quiet", "--no-ff", "-m", "merge", f"origin/{branch}")
        git(folder, "push", "--quiet", "origin", "main")

    def change(self, name: str, text: str) -> None:
        folder = self.clone()
        (folder / name).write_text(text)
        git(folder, "commit", "--quiet", "-am", "host")
        git(folder, "push", "--quiet", "origin", "main")

    def results(self) -> list[str]:
        return git(self.origin, "ls-tree", "-r", "--name-only", "results").split()


@pytest.fixture
def host(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Host:
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "t")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "t@localhost")
    folder = tmp_path / "club"
    assert command(["league", "new", str(folder), "--game", "snake"]) == 0
    capsys.readouterr()
    made(folder, {"ben/fox": LAST})
    assert command(["league", "update", str(folder)]) == 0
    capsys.readouterr()
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "-m", "a league")
    found = Host(tmp_path)
    git(folder, "push", "--quiet", str(found.origin), "HEAD:main")
    git(found.origin, "symbolic-ref", "HEAD", "refs/heads/main")
    return found


def test_league_from_proposals_to_next_season(host: Host, tmp_path: Path) -> None:
    none = tmp_path / "none"
    # Proposals: one is valid and tried out, the others are refused because of the names of their files.
    host.propose("hare", {"anna/hare": SAFE})
    host.job("gate", "gate", none, "hare", "anna")
    host.job("trial", "trial", none, "hare", "anna")
    assert "anna/hare" in host.summary
    assert "| ben/fox |" in host.summary
    with pytest.raises(Failed, match="only your own folder"):
        host.job("gate", "gate", none, "hare", "mallory")
    host.accept("hare")
    host.propose("evil", {"mallory/x": SAFE}, league_toml=settings(bots="20"))
    with pytest.raises(Failed, match=r"league.toml: only files in bots/mallory"):
        host.job("gate", "gate", none, "evil", "mallory")
    host.propose("flow", {"mallory/x": SAFE}, _github__workflows__play_yml="on: push\n")
    with pytest.raises(Failed, match=r"play.yml"):
        host.job("gate", "gate", none, "flow", "mallory")

    # The ladder.
    host.play()
    (season,) = {name.partition("/")[0] for name in host.results()}
    assert host.results() == [f"{season}/ladder-0001.zip", f"{season}/runs.jsonl"]
    assert "anna/<wbr>hare" in (host.site / season / "index.html").read_text()
    assert (host.site / "feed.xml").is_file()
    assert "secret-token" not in "".join(path.read_text() for path in host.site.rglob("*.html"))

    # A new bot, and two concurrent publications: the second fails, and nothing of the first is lost.
    host.propose("owl", {"cleo/owl": SAFE + "\n\nX = 1\n"})
    host.accept("owl")
    artifacts = tmp_path / "twice"
    artifacts.mkdir()
    host.job("play", "play", artifacts)
    host.job("play", "judge", artifacts)
    late = host.steps("play", "publish", artifacts)
    for step in late:
        if step == "Keep the results":
            break
    host.job("play", "publish", artifacts)
    kept = git(host.origin, "rev-parse", "results")
    with pytest.raises(Failed):
        list(late)
    assert git(host.origin, "rev-parse", "results") == kept
    assert f"{season}/ladder-0002.zip" in host.results()

    # After the deadline the secret is drawn, and then the final is played.
    host.change("league.toml", settings(deadline=stamp(-1)))
    host.play()
    assert f"{season}/final.json" in host.results()
    for _ in range(20):
        host.play()
        told = json.loads((host.site / season / "standings.json").read_text())
        if told["final"] and told["final"]["over"]:
            break
    assert told["final"]["over"]
    assert f"{season}/final.zip" in host.results()

    # The next season keeps the results of the first one.
    again = f'[[season]]\nname = "next"\nbegins = {stamp(-0.5)}\ndeadline = {stamp(3)}\n'
    host.change("league.toml", settings(deadline=stamp(-1)) + again)
    before = [name for name in host.results() if name.startswith(f"{season}/")]
    host.play()
    assert [name for name in host.results() if name.startswith(f"{season}/")] == before
    assert "next/ladder-0001.zip" in host.results()
    page = (host.site / "index.html").read_text()
    assert "next/index.html" in page
    assert f"{season}/index.html" in page
