"""Three browsers for tests, besides the Chromium that Playwright drives.

Each class implements only what these tests need. Chromium and Firefox are driven through their own protocols, DevTools
and WebDriver BiDi. WebKitGTK is driven through its WebDriver and, because its MiniBrowser needs a window, on a virtual
display. A missing browser raises `Missing`, which says what to install.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import Any, Protocol

from waiting import patience

FIREFOXES = ("firefox-esr", "firefox")
MINI_BROWSERS = "webkit2gtk-4.*/MiniBrowser"
LIBRARIES = (Path("/usr/lib"), Path("/usr/libexec"))
SCREEN = "1440x900x24"
LISTENS = re.compile(r"(?:DevTools|WebDriver BiDi) listening on (ws://\S+)")


class Missing(Exception):
    """This machine lacks a browser; the message says what to install."""


class Tab(Protocol):
    """A tab of a browser."""

    def goto(self, url: str) -> None: ...

    def run(self, script: str, *arguments: Any) -> Any:
        """Run the body of an async function in the page and return its result; it gets `arguments` as `given`."""
        ...

    def hidden(self) -> contextlib.AbstractContextManager[None]:
        """Put another tab in front of this one until the context ends; raise `Missing` if the browser cannot do
        that.
        """
        ...


class _Numbered:
    """A WebSocket with numbered requests, whose answers carry the same numbers."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.count = 0

    def exchange(self, method: str, params: dict[str, Any], **more: str) -> Any:
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": params, **more}))
        while (answer := json.loads(self.socket.recv())).get("id") != self.count:
            pass  # an event or an answer to an older request
        return answer


class Chromium(_Numbered):
    """Speaks the DevTools protocol, because to Playwright every page is visible:
    https://chromedevtools.github.io/devtools-protocol/
    """

    def __init__(self, socket: Any) -> None:
        super().__init__(socket)
        targets = self.ask("Target.getTargets", {})["targetInfos"]
        self.page = next(each["targetId"] for each in targets if each["type"] == "page")
        attached = self.ask("Target.attachToTarget", {"targetId": self.page, "flatten": True})
        self.session = {"sessionId": attached["sessionId"]}
        still = {"name": "prefers-reduced-motion", "value": "reduce"}
        self.ask("Emulation.setEmulatedMedia", {"features": [still]}, **self.session)

    def ask(self, method: str, params: dict[str, Any], **session: str) -> Any:
        answer = self.exchange(method, params, **session)
        assert "error" not in answer, f"{method}: {answer['error']}"
        return answer["result"]

    def goto(self, url: str) -> None:
        # Load an empty page first: navigating to an address that differs only in its fragment would not reload the
        # page.
        for address in ("about:blank", url):
            self.ask("Page.navigate", {"url": address}, **self.session)
        wait(self, "return document.readyState === 'complete'")

    def run(self, script: str, *arguments: Any) -> Any:
        call = f"(async (given) => {{ {script} }})({json.dumps(arguments)})"
        how = {"expression": call, "awaitPromise": True, "returnByValue": True}
        got = self.ask("Runtime.evaluate", how, **self.session)
        assert "exceptionDetails" not in got, got["exceptionDetails"]
        return got["result"].get("value")

    @contextlib.contextmanager
    def hidden(self) -> Iterator[None]:
        other = self.ask("Target.createTarget", {"url": "about:blank"})["targetId"]
        yield
        self.ask("Target.closeTarget", {"targetId": other})
        self.ask("Target.activateTarget", {"targetId": self.page})
        wait(self, "return document.visibilityState === 'visible'")

    def beside(self, url: str) -> Chromium:
        """Open another tab of this profile in front of this one, and return it."""
        other = copy(self)
        other.page = self.ask("Target.createTarget", {"url": url})["targetId"]
        attached = self.ask("Target.attachToTarget", {"targetId": other.page, "flatten": True})
        other.session = {"sessionId": attached["sessionId"]}
        return other

    def title(self) -> str:
        """Return the title of the tab from the browser, because a frozen page cannot be asked."""
        targets = self.ask("Target.getTargets", {})["targetInfos"]
        return next(each["title"] for each in targets if each["targetId"] == self.page)

    @contextlib.contextmanager
    def asleep(self) -> Iterator[None]:
        """Freeze this page within the context. Another tab must hide it."""
        self.ask("Page.setWebLifecycleState", {"state": "frozen"}, **self.session)
        yield
        self.ask("Page.setWebLifecycleState", {"state": "active"}, **self.session)


class _Firefox(_Numbered):
    """Speaks WebDriver BiDi, which Firefox serves itself: https://w3c.github.io/webdriver-bidi/"""

    def __init__(self, socket: Any) -> None:
        super().__init__(socket)
        self.ask("session.new", {"capabilities": {}})
        self.context = self.ask("browsingContext.getTree", {})["contexts"][0]["context"]

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        answer = self.exchange(method, params)
        assert answer["type"] == "success", f"{method}: {answer.get('message')}"
        return answer["result"]

    def goto(self, url: str) -> None:
        for address in ("about:blank", url):
            self.ask("browsingContext.navigate", {"context": self.context, "url": address, "wait": "complete"})

    def run(self, script: str, *arguments: Any) -> Any:
        # Pass JSON both ways, which avoids the protocol's own encoding of values.
        work = f"await (async () => {{ {script} }})()"
        body = f"async (text) => {{ const given = JSON.parse(text); return JSON.stringify({work} ?? null); }}"
        given = [{"type": "string", "value": json.dumps(arguments)}]
        call = {"functionDeclaration": body, "awaitPromise": True, "target": {"context": self.context}}
        got = self.ask("script.callFunction", {**call, "arguments": given})
        assert got["type"] == "success", got.get("exceptionDetails", {}).get("text")
        return json.loads(got["result"]["value"])

    @contextlib.contextmanager
    def hidden(self) -> Iterator[None]:
        other = self.ask("browsingContext.create", {"type": "tab"})["context"]
        yield
        self.ask("browsingContext.close", {"context": other})


class _WebKit:
    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def goto(self, url: str) -> None:
        self.driver.get("about:blank")
        self.driver.get(url)

    def run(self, script: str, *arguments: Any) -> Any:
        body = "const [given, done] = arguments;"
        body += f"(async () => {{ {script} }})().then((value) => done([value]), (error) => done([null, `${{error}}`]))"
        value, *error = self.driver.execute_async_script(body, list(arguments))
        assert not error, error[0]
        return value

    def hidden(self) -> contextlib.AbstractContextManager[None]:
        raise Missing("to the MiniBrowser a tab behind another one is visible")


@contextlib.contextmanager
def chromium(program: str, arguments: list[str]) -> Iterator[Chromium]:
    """Start a headless Chromium with a new profile."""
    with _profile() as profile:
        own = ["--headless=new", "--remote-debugging-port=0", f"--user-data-dir={profile}", "--window-size=1440,900"]
        # When other tests run, a process of low priority may get no processor time for seconds.
        own += ["--disable-renderer-backgrounding"]
        with _listening([program, *own, *arguments, "about:blank"], "") as socket:
            yield Chromium(socket)


@contextlib.contextmanager
def firefox() -> Iterator[Tab]:
    """Start a headless Firefox with a new profile."""
    program = next(filter(None, map(shutil.which, FIREFOXES)), None)
    if program is None:
        raise Missing("there is no Firefox here: install firefox-esr")
    with _profile() as profile:
        # Reduced motion, as in the other two browsers.
        (profile / "user.js").write_text('user_pref("ui.prefersReducedMotion", 1);')
        own = ["--headless", "--profile", str(profile), "--remote-debugging-port", "0", "--no-remote"]
        with _listening([program, *own], "/session") as socket:
            yield _Firefox(socket)


@contextlib.contextmanager
def _profile() -> Iterator[Path]:
    """Return a temporary folder into which the browser may still write while it ends."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@contextlib.contextmanager
def _listening(command: list[str], path: str) -> Iterator[Any]:
    """Start a browser that prints the address where it listens, and connect to it."""
    from websocket import create_connection

    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        assert process.stderr is not None
        reader = threading.Thread(target=process.stderr.read, daemon=True)
        try:
            found = next(filter(None, map(LISTENS.search, process.stderr)), None)
            if found is None:
                raise Missing(f"{command[0]} does not start: run it by hand with --headless to see why")
            # Keep reading its output, because a full pipe would block the browser.
            reader.start()
            socket = create_connection(f"{found[1]}{path}", timeout=patience(), suppress_origin=True)
            yield socket
            socket.close()
        finally:
            process.terminate()
            if reader.ident is not None:
                reader.join()


@contextlib.contextmanager
def webkit() -> Iterator[Tab]:
    """Start WebKitGTK's MiniBrowser, on a virtual display if there is no other."""
    driver_program = shutil.which("WebKitWebDriver")
    found = [path for folder in LIBRARIES for path in folder.glob(f"**/{MINI_BROWSERS}")]
    if driver_program is None or not found:
        raise Missing("there is no WebKitGTK here: install webkit2gtk-driver")
    with display() as number, tempfile.TemporaryDirectory() as home:
        from selenium import webdriver
        from selenium.webdriver.webkitgtk.options import Options
        from selenium.webdriver.webkitgtk.service import Service

        options = Options()
        options.binary_location = str(found[-1])
        options.add_argument("--automation")
        # The sandbox of its processes does not work in a container.
        env = {**os.environ, "DISPLAY": number, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        # WebKit turns this into a language that Intl does not know, which the page has to handle.
        env["LANGUAGE"] = env["LC_ALL"] = env["LANG"] = "C"
        # WebKit takes reduced motion from this setting.
        for version in ("gtk-3.0", "gtk-4.0"):
            (Path(home) / version).mkdir()
            (Path(home) / version / "settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n")
        env["XDG_CONFIG_HOME"] = home
        # As in Chromium, disable the optimizing compiler, which would take most of a test's time.
        env["JSC_useOMGJIT"] = "0"
        # Without a graphics card, compositing takes more processor time than the rest of the page.
        env["WEBKIT_DISABLE_COMPOSITING_MODE"] = "1"
        with warnings.catch_warnings():
            # Selenium triggers its own deprecation warnings.
            warnings.simplefilter("ignore", DeprecationWarning)
            driver = webdriver.WebKitGTK(options=options, service=Service(driver_program, env=env))
        try:
            driver.set_script_timeout(30)
            yield _WebKit(driver)
        finally:
            driver.quit()


@contextlib.contextmanager
def display() -> Iterator[str]:
    """Yield the number of an X display: the existing one, or that of a new virtual display."""
    if os.environ.get("DISPLAY"):
        yield os.environ["DISPLAY"]
        return
    server = shutil.which("Xvfb")
    if server is None:
        raise Missing("there is no display here: install xvfb")
    with tempfile.TemporaryFile() as log:
        reading, writing = os.pipe()
        arguments = [server, "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp"]
        process = subprocess.Popen(arguments, pass_fds=[writing], stdout=log, stderr=log)
        os.close(writing)
        try:
            with os.fdopen(reading) as told:
                number = told.readline().strip()
            if not number:
                raise Missing("the virtual display does not start: see Xvfb")
            yield f":{number}"
        finally:
            process.terminate()
            process.wait()


def wait(tab: Tab, condition: str, *arguments: Any) -> Any:
    """Run the condition (the body of an async function) until its result is true, and return that result."""
    seconds = patience()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := tab.run(condition, *arguments):
            return found
        time.sleep(0.1)
    raise AssertionError(f"still not true after {seconds} s: {condition}")
