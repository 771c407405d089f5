"""Serves the built site on this machine, and builds it anew whenever a source is saved, if that is wanted."""

from __future__ import annotations

import contextlib
import functools
import gzip
import http.server
import re
import sys
import threading
import time
import urllib.parse
from pathlib import Path
from typing import Any

from sandlot_build.assemble import build, build_if_stale, sources
from sandlot_build.basis import DIST, Problem, tell

SECONDS_BETWEEN_LOOKS = 0.1
"""Seconds between two checks of the sources."""
ALIVE = 5.0
"""Seconds after which a page that waits gets an empty message, so that a closed page is noticed."""
#: Reloads the page after a build. It is no part of the page's own script, which stays as it will be published.
RELOAD = "new EventSource('./built').addEventListener('message', () => location.reload());"
#: Replaces the service worker, which would show the page as it was before.
NO_SERVICE_WORKER = """
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(caches.keys()
  .then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => registration.unregister())));
"""


@functools.lru_cache(maxsize=64)
def gzipped(data: bytes) -> bytes:
    return gzip.compress(data, 6, mtime=0)


class Server(http.server.ThreadingHTTPServer):
    """A server that ignores browsers which close the connection."""

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


class Builds:
    """Counts how often the site was built while it is served."""

    def __init__(self) -> None:
        self.count = 0
        self._changed = threading.Condition()

    def done(self) -> None:
        with self._changed:
            self.count += 1
            self._changed.notify_all()

    def wait(self, known: int) -> int:
        """Wait until there are more builds than `known`, for `ALIVE` seconds at most; return how many there are."""
        with self._changed:
            self._changed.wait_for(lambda: self.count > known, ALIVE)
            return self.count


class WatchHandler(Handler):
    """Serves dist/ to a developer: the page reloads itself after each build."""

    def __init__(self, *given: Any, builds: Builds, **named: Any) -> None:
        self.builds = builds
        super().__init__(*given, **named)

    def do_GET(self) -> None:
        path = urllib.parse.urlsplit(self.path).path
        if path == "/built":
            self.tell_of_builds()
        elif path in ("/reload.js", "/sw.js"):
            self.send(RELOAD if path == "/reload.js" else NO_SERVICE_WORKER, "text/javascript")
        elif path in ("/", "/index.html"):
            page = (DIST / "index.html").read_text(encoding="utf-8")
            self.send(page.replace("</body>", '<script src="./reload.js"></script></body>'), "text/html")
        else:
            super().do_GET()

    def send(self, text: str, kind: str) -> None:
        data = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(data)

    def tell_of_builds(self) -> None:
        """Send an event after each build, until the page is left."""
        known = self.builds.count
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        while True:
            count = self.builds.wait(known)
            self.wfile.write(b"data: built\n\n" if count > known else b": nothing yet\n\n")
            self.wfile.flush()
            known = count


def times() -> dict[Path, int]:
    """Return for every source when it was saved, in nanoseconds."""
    found = {}
    for path in sources():
        with contextlib.suppress(FileNotFoundError):
            found[path] = path.stat().st_mtime_ns
    return found


def keep_building(builds: Builds) -> None:
    """Build whenever a source has been saved, forever. Problems with the sources are printed, and watching goes on."""
    seen = times()
    while True:
        time.sleep(SECONDS_BETWEEN_LOOKS)
        now = times()
        if now != seen:
            seen = now
            build_in_a_hurry()
            builds.done()


def build_in_a_hurry() -> None:
    began = time.monotonic()
    try:
        old = build(watching=True)
    except Problem as problem:
        tell("\n".join(filter(None, [problem.output, f"build.py: {problem}"])))
        return
    tell(f"built in {time.monotonic() - began:.1f} s")
    if old:
        tell(f"As they were before, because they take long: {', '.join(sorted(old))}. build.py build makes them anew.")


def serve(host: str, port: int, *, watch: bool = False) -> int:
    handler: Any = functools.partial(Handler, directory=str(DIST))
    if watch:
        builds = Builds()
        handler = functools.partial(WatchHandler, directory=str(DIST), builds=builds)
        build_in_a_hurry()
    else:
        build_if_stale()
    try:
        server = Server((host, port), handler)
    except OSError as error:
        raise Problem(f"Port {port} of {host} cannot be used ({error.strerror}): try --port {port + 1}.") from error
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "") else host
    print(f"Sandlot is at http://{shown}:{server.server_port}/ (Ctrl-C ends it)", flush=True)
    if watch:
        print("A source that is saved is in the page soon after.", flush=True)
        threading.Thread(target=keep_building, args=[builds], daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt), server:
        server.serve_forever()
    print()
    return 0
