"""A package index on loopback, and wheels made for tests."""

from __future__ import annotations

import functools
import hashlib
import http.server
import io
import json
import threading
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

from sandlot_build import serve

JSON = "application/vnd.pypi.simple.v1+json"


def make_wheel(
    name: str,
    version: str,
    files: Mapping[str, str | bytes],
    requires: Sequence[str] = (),
    extras: Sequence[str] = (),
) -> bytes:
    """Return a pure-Python wheel with only the metadata that installers read."""
    info = f"{name}-{version}.dist-info"
    lines = ["Metadata-Version: 2.4", f"Name: {name}", f"Version: {version}"]
    lines += [f"Requires-Dist: {each}" for each in requires]
    lines += [f"Provides-Extra: {each}" for each in extras]
    own = {
        f"{info}/METADATA": "\n".join(lines) + "\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/RECORD": "",
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in {**files, **own}.items():
            archive.writestr(path, data)
    return packed.getvalue()


class Index:
    """A server of the simple repository API that allows requests from any origin."""

    def __init__(self) -> None:
        self.files: dict[str, dict[str, tuple[bytes, dict[str, str]]]] = {}
        self.asked: list[str] = []
        self.answering = True
        self.speaks = JSON
        self.server = serve.Server(("127.0.0.1", 0), functools.partial(Answer, self))
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.url = f"http://{self.host}/simple"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def add(self, filename: str, data: bytes, hashes: Mapping[str, str] | None = None) -> None:
        """Add a file; by default its hashes are correct."""
        name = filename.split("-")[0].replace("_", "-").lower()
        right = {"sha256": hashlib.sha256(data).hexdigest()}
        self.files.setdefault(name, {})[filename] = (data, dict(right if hashes is None else hashes))

    def wheel(self, name: str, version: str, files: Mapping[str, str | bytes], **more: Any) -> None:
        """Make a wheel and add it."""
        self.add(f"{name}-{version}-py3-none-any.whl", make_wheel(name, version, files, **more))

    def page(self, name: str) -> bytes:
        """Return the index's page of one package, in JSON or HTML."""
        files: list[dict[str, Any]] = [
            {"filename": file, "url": f"http://{self.host}/files/{name}/{file}", "hashes": hashes, "size": len(data)}
            for file, (data, hashes) in self.files[name].items()
        ]
        if self.speaks == JSON:
            return json.dumps({"meta": {"api-version": "1.1"}, "name": name, "files": files}).encode()
        links = (
            f'<a href="{each["url"]}#sha256={each["hashes"].get("sha256")}">{each["filename"]}</a>' for each in files
        )
        return f"<!doctype html><html><body>{'<br>'.join(links)}</body></html>".encode()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, index: Index, *args: Any) -> None:
        self.index = index
        super().__init__(*args)

    def do_GET(self) -> None:
        self.index.asked.append(self.path)
        if not self.index.answering:
            self.close_connection = True
            return
        match self.path.strip("/").split("/"):
            case ["simple", name] if name in self.index.files:
                self.answer(200, self.index.speaks, self.index.page(name))
            case ["files", name, file]:
                self.answer(200, "application/octet-stream", self.index.files[name][file][0])
            case _:
                self.answer(404, "text/plain", b"no such package")

    def answer(self, status: int, kind: str, data: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        pass
