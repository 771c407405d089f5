"""Serves the built site on this machine."""

from __future__ import annotations

import contextlib
import functools
import gzip
import http.server
import re
import sys
import urllib.parse
from pathlib import Path

from sandlot_build.assemble import build_if_stale
from sandlot_build.basis import DIST, Problem


@functools.lru_cache(maxsize=64)
def gzipped(data: bytes) -> bytes:
    return gzip.compress(data, 6, mtime=0)


class Server(http.server.ThreadingHTTPServer):
    """A server that does not complain about a browser that went away."""

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves dist/ as a good static host would: right types, gzip for text, hashed files kept for ever."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012 - the base class declares it this way
        "": "application/octet-stream",
        ".css": "text/css; charset=utf-8",
        ".gz": "application/gzip",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".png": "image/png",
        ".svg": "image/svg+xml",
        ".txt": "text/plain; charset=utf-8",
        ".webmanifest": "application/manifest+json",
        ".whl": "application/zip",
        ".woff2": "font/woff2",
        ".zip": "application/zip",
    }

    def do_GET(self) -> None:
        self.answer(with_body=True)

    def do_HEAD(self) -> None:
        self.answer(with_body=False)

    def answer(self, *, with_body: bool) -> None:
        path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)
        file = Path(self.translate_path(path))
        if path.endswith("/"):
            file /= "index.html"
        if not file.is_file():
            self.send_error(404)
            return
        data = file.read_bytes()
        kind = self.guess_type(file.name)
        self.send_response(200)
        takes_gzip = "gzip" in self.headers.get("Accept-Encoding", "")
        if takes_gzip and re.match(r"text/|application/json|image/svg", kind):
            data = gzipped(data)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        forever = "/assets/" in path
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if forever else "no-cache")
        self.send_header("Vary", "Accept-Encoding")
        self.end_headers()
        if with_body:
            self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        pass


def serve(host: str, port: int) -> int:
    build_if_stale()
    try:
        server = Server((host, port), functools.partial(Handler, directory=str(DIST)))
    except OSError as error:
        raise Problem(f"Port {port} of {host} cannot be used ({error.strerror}): try --port {port + 1}.") from error
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "") else host
    print(f"Sandlot is at http://{shown}:{server.server_port}/ (Ctrl-C ends it)", flush=True)
    with contextlib.suppress(KeyboardInterrupt), server:
        server.serve_forever()
    print()
    return 0
