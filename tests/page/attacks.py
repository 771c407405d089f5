"""Every attack that a bot must not succeed with, one row each: its name, the code, and the expected result.

The page's sandbox has three layers: the *fence* (py/sandlot/seat/fence.py: Python cannot reach JavaScript), the *seal*
(static/engine/seat/seal.ts: the worker's scope lacks every harmful interface), and the *policy* (the sealed frame has
no origin, and its content security policy refuses every request). Each probe runs against several sets of layers,
because each layer must hold by itself. Each probe also runs without any layer, to show that the attack is real and
that the test would notice its success.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass


@dataclass(frozen=True)
class Probe:
    """One attempt to escape the sandbox.

    `code` is the body of ``attack(url)``, which returns the object that it reached, or a promise of the object. `open`
    is the result without any layer: "arrives": the server at `url` gets a request; "held": the attempt fails all the
    same, because the frame has no origin; "absent": a browser's workers lack this interface. `path` is the path that
    the server is asked for, if it differs from the probe's name.
    """

    name: str
    kind: str
    code: str
    open: str = "arrives"
    path: str | None = None


def _probes(kind: str, *rows: tuple[str, ...], open: str = "arrives") -> list[Probe]:
    return [Probe(name, kind, code, *(more or [open])) for name, code, *more in rows]


NETWORK = _probes(
    "network",
    ("fetch", "return js.fetch(url)"),
    ("fetch-no-cors", "return js.fetch(url, to_js({'mode': 'no-cors', 'method': 'POST', 'body': 'x'}))"),
    ("fetch-keepalive", "return js.fetch(url, to_js({'keepalive': True}))"),
    ("fetch-request", "return js.fetch(js.Request.new(url))"),
    ("fetch-of-prototypes", """
        scope = js.globalThis
        while scope:
            for key in js.Reflect.ownKeys(scope):
                if key == 'fetch':
                    return js.Reflect.apply(js.Reflect.get(scope, key), js.globalThis, to_js([url]))
            scope = js.Object.getPrototypeOf(scope)
    """),
    ("xhr", "x = js.XMLHttpRequest.new(); x.open('GET', url, True); x.send(); return x"),
    ("xhr-sync", "x = js.XMLHttpRequest.new(); x.open('GET', url, False); x.send(); return x"),
    ("websocket", "return js.WebSocket.new(url.replace('http', 'ws'))"),
    ("websocket-stream", "return js.WebSocketStream.new(url.replace('http', 'ws')).opened"),
    ("eventsource", "return js.EventSource.new(url)"),
    ("webtransport", "return js.WebTransport.new(url.replace('http', 'https')).ready", "absent"),
    ("webrtc", "return js.RTCPeerConnection.new()", "absent"),
    ("beacon", "return js.navigator.sendBeacon(url, 'x')", "absent"),
    ("image", "image = js.Image.new(); image.src = url; return image", "absent"),
    ("stylesheet", "return js.document.createElement('link')", "absent"),
    ("font", "return js.FontFace.new('f', f'url({url})').load()"),
    ("import-scripts", "js.importScripts(url); return True"),
    ("import-by-function", "return js.Function.new('url', 'return import(url)')(url)"),
    ("import-by-constructor", "return js.Reflect.get.constructor.new('url', 'return import(url)')(url)"),
    ("import-by-async-function", "return pyodide_js.loadPackage.constructor.new('url', 'return import(url)')(url)"),
    ("import-by-generator", """
        make = js.Object.getPrototypeOf(pyodide_js.runPythonAsync).constructor
        return make.new('url', 'return import(url)')(url)
    """),
    ("import-by-eval", "return js.eval(f'import({url!r})')"),
    ("import-by-run-js", "return run(f'import({url!r})')"),
    ("timer-with-text", "return js.setTimeout(f'fetch({url!r})', 0)"),
    ("interval-with-text", "return js.setInterval(f'fetch({url!r})', 100)"),
    ("worker-from-blob", """
        blob = js.Blob.new(to_js([f'fetch({url!r})']))
        return js.Worker.new(js.URL.createObjectURL(blob))
    """),
    ("worker-from-data", "return js.Worker.new('data:text/javascript,' + js.encodeURIComponent(f'fetch({url!r})'))"),
    ("worker-from-network", "return js.Worker.new(url)", "held"),
    ("module-worker", """
        blob = js.Blob.new(to_js([f'import {url!r}']), to_js({'type': 'text/javascript'}))
        return js.Worker.new(js.URL.createObjectURL(blob), to_js({'type': 'module'}))
    """, "held"),
    ("shared-worker", "return js.SharedWorker.new(url)", "absent"),
    ("service-worker", "return js.navigator.serviceWorker.register(url)", "absent"),
    ("cache-add", "return js.caches.open('x').then(lambda cache: cache.add(url))", "absent"),
    ("wasm-streaming", "return js.WebAssembly.compileStreaming(js.fetch(url))"),
    ("load-package", "return pyodide_js.loadPackage(url + '/x.whl')"),
    ("pyfetch", "from pyodide.http import pyfetch; return pyfetch(url)"),
    ("open-url", "from pyodide.http import open_url; return open_url(url)"),
    ("micropip", "import micropip; return micropip.install(url)", "absent"),
    ("urllib", "import urllib.request; return urllib.request.urlopen(url, timeout=1)", "arrives", ""),
    ("http-client", """
        import http.client, urllib.parse
        http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=1).request('GET', '/')
        return True
    """, "arrives", ""),
    ("socket", """
        import socket, urllib.parse
        address = urllib.parse.urlsplit(url)
        line = socket.socket()
        line.connect((address.hostname, address.port))
        return line.send(b'GET /socket HTTP/1.0')
    """, "arrives", ""),
    ("webbrowser", "import webbrowser; return webbrowser.open(url)", "absent"),
)  # fmt: skip

STORAGE = _probes(
    "storage",
    ("indexed-db", "return js.indexedDB.open('x')"),
    ("idbfs", """
        fs = pyodide_js.FS
        fs.mkdir('/kept')
        fs.mount(fs.filesystems.IDBFS, to_js({}), '/kept')
        return js.Promise.new(lambda yes, no: fs.syncfs(lambda error: no(error) if error else yes(1)))
    """),
    ("caches", "return js.caches.open('x')"),
    ("cookies", "return js.document.cookie"),
    ("cookie-store", "return js.cookieStore.set('x', '1')"),
    ("local-storage", "return js.localStorage.setItem('x', '1')"),
    ("session-storage", "return js.sessionStorage.setItem('x', '1')"),
    ("opfs", "return js.navigator.storage.getDirectory()"),
    ("storage-buckets", "return js.navigator.storageBuckets.open('x')"),
    ("locks", "return js.navigator.locks.request('x', create_proxy(lambda lock: 1))"),
    ("file-system", "return js.webkitRequestFileSystemSync(0, 100)"),
    open="held",
)  # fmt: skip

CONTEXTS = _probes(
    "other contexts",
    ("parent", "return js.parent.postMessage('forged', '*')"),
    ("opener", "return js.opener.postMessage('forged', '*')"),
    ("top", "return js.top.location"),
    ("frames", "return js.frames[1]"),
    ("clients", "return js.clients.matchAll()"),
    ("blob-of-others-fetch", "return js.fetch(BLOB)"),
    ("blob-of-others-import", "js.importScripts(BLOB); return True"),
    ("blob-of-others-worker", "w = js.Worker.new(BLOB); w.onerror = stop; return None"),
    ("broadcast-channel", "js.BroadcastChannel.new('sandlot').postMessage('forged'); return None"),
    ("post-message", "js.postMessage('forged'); return None"),
    ("post-booted", "js.postMessage(to_js({'booted': True, 'failed': 'forged'})); return None"),
    ("page-itself", "return js.fetch(js.location.ancestorOrigins[0])"),
    open="held",
)  # fmt: skip

MEANS = _probes(
    "means",
    ("shared-memory", "return js.SharedArrayBuffer.new(8)"),
    ("shared-memory-of-wasm", """
        return js.WebAssembly.Memory.new(to_js({'initial': 1, 'maximum': 1, 'shared': True})).buffer
    """),
    ("memory-of-wasm", "return js.WebAssembly.Memory.new(to_js({'initial': 1, 'maximum': 65536}))"),
    ("memory-of-pyodide", "return pyodide_js._module.wasmMemory.constructor.new(to_js({'initial': 1}))"),
    ("wasm", "return js.WebAssembly.Module.new(to_js(bytes([0, 97, 115, 109, 1, 0, 0, 0])))"),
    ("wasm-later", "return js.WebAssembly.compile(to_js(bytes([0, 97, 115, 109, 1, 0, 0, 0])))"),
    ("call-sites", """
        js.Error.prepareStackTrace = create_proxy(lambda error, sites: sites)
        return js.Error.new('x').stack[0].getFunction
    """),
    ("port-of-an-event", "return None if js.Object.isFrozen(js.MessageEvent.prototype) else True"),
    ("message-channel", "return js.MessageChannel.new()"),
    ("location", "return js.location.href"),
    ("navigator", "return js.navigator.userAgent"),
    ("end-of-the-worker", "return js.close"),
    ("bytes-of-crypto", "return js.crypto.subtle"),
    ("entries-of-performance", "return js.performance.getEntries()"),
    ("copy-of-anything", "return js.structuredClone(to_js([1]))"),
    open="held",
)  # fmt: skip

FENCE = _probes(
    "fence",
    ("js-of-modules", "import sys; return sys.modules['js']"),
    ("js-by-importlib", "import importlib; return importlib.import_module('js')"),
    ("js-by-spec", "import importlib.util; return importlib.util.find_spec('js').loader.jsproxy"),
    ("js-by-finders", "import sys; return [f for f in sys.meta_path if hasattr(f, 'jsproxies')][0].jsproxies"),
    ("core-again", "import _imp, types; return _imp.create_builtin(types.SimpleNamespace(name='_pyodide_core'))"),
    ("core-by-loader", """
        from importlib.machinery import BuiltinImporter as loader
        return loader.find_spec('_pyodide_core') and loader.load_module('_pyodide_core').to_js
    """),
    ("js-by-collector", """
        import gc
        for each in gc.get_objects():
            if isinstance(each, dict) and 'JsProxy' in type(each.get('js')).__name__:
                return each['js']
    """),
    ("global-this-by-collector", """
        import gc
        for each in gc.get_objects():
            for value in list(each.values()) if isinstance(each, dict) else ():
                if 'JsProxy' in type(value).__name__ and hasattr(value, 'globalThis'):
                    return value
    """),
    ("to-js-by-collector", """
        import gc
        for each in gc.get_objects():
            if callable(each) and getattr(each, '__name__', '') == 'to_js' and 'core' in str(each.__module__):
                return each
    """),
    ("run-js-by-collector", """
        import gc
        for each in gc.get_objects():
            if callable(each) and getattr(each, '__name__', '') == 'run_js' and run is not js:
                return each('1')
    """),
    ("core-of-the-guard", """
        import _imp, types
        create = next(c.cell_contents for c in _imp.create_builtin.__closure__ if callable(c.cell_contents))
        return create(types.SimpleNamespace(name='_pyodide_core')).to_js
    """),
    ("core-without-the-finder", """
        import sys
        sys.meta_path[:] = [each for each in sys.meta_path if 'Fence' not in type(each).__name__]
        import _pyodide_core
        return _pyodide_core.create_proxy
    """),
    ("core-again-after-all-modules", """
        import sys, _imp, types
        for name in [n for n in sys.modules if n.split('.')[0] in ('_imp', 'gc', 'importlib')]:
            del sys.modules[name]
        return _imp.create_builtin(types.SimpleNamespace(name='_pyodide_core')).run_sync
    """),
    ("an-exception-of-javascript", """
        kind = next(each for each in Exception.__subclasses__() if each.__name__ == 'JsException')
        return kind('Error', 'made in Python', 'nowhere').object_keys()
    """),
    ("a-type-under-a-proxy", """
        kind = next(each for each in object.__subclasses__() if each.__name__ == 'JsProxy' and type(each) is type)
        return object.__new__(type('Mine', (kind,), {}))
    """),
    ("the-collector-again", """
        import sys
        sys.modules.pop('gc', None)
        import gc
        return gc.get_objects
    """),
    ("the-collector-by-loader", """
        import _imp, types
        module = _imp.create_builtin(types.SimpleNamespace(name='gc'))
        _imp.exec_builtin(module)
        return module.get_referents
    """),
    ("memory", "import ctypes; return ctypes.string_at(1024, 4)"),
    ("memory-by-loader", """
        import _imp, types
        return _imp.create_builtin(types.SimpleNamespace(name='_ctypes')).Union
    """),
    ("memory-by-a-lock", """
        import array, fcntl
        room = array.array('h', [0] * 8)
        fcntl.fcntl(1, fcntl.F_GETLK, room.buffer_info()[0])
        return room[0] or None
    """),
    ("memory-by-a-terminal", """
        import array, fcntl, os, termios
        room = array.array('h', [0] * 99)
        fcntl.ioctl(os.open('/dev/tty', os.O_RDWR), termios.TCGETS, room.buffer_info()[0])
        return any(room) or None
    """),
    ("memory-by-a-lock-anew", """
        import array
        sys.modules.pop('fcntl', None)
        import fcntl
        room = array.array('h', [0] * 8)
        fcntl.fcntl(1, fcntl.F_GETLK, room.buffer_info()[0])
        return room[0] or None
    """),
    ("tests-of-python", "import _testcapi; return _testcapi.run_in_subinterp('1')"),
    ("tests-of-pythons-inside", "import _testinternalcapi; return _testinternalcapi.get_configs"),
    ("tests-of-buffers", "import _testbuffer; return _testbuffer.ndarray"),
    ("other-interpreters", "import _interpreters; return _interpreters.create()"),
    ("other-interpreters-of-the-library", "from concurrent import interpreters; return interpreters.create()"),
    ("debugger-from-outside", "import _remote_debugging; return _remote_debugging.RemoteUnwinder"),
    ("code-from-bytes", "import marshal; return marshal.loads(marshal.dumps(say.__code__))"),
    ("code-from-frozen-bytes", """
        import _imp, marshal
        return _imp.get_frozen_object('x', marshal.dumps(say.__code__))
    """),
    ("code-from-a-file", """
        import importlib.util, marshal, py_compile
        open('made.py', 'w').write('1')
        path = py_compile.compile('made.py', 'made.pyc', doraise=True)
        spec = importlib.util.spec_from_file_location('made', path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    """),
    ("code-replaced", "return say.__code__.replace(co_code=bytes(range(256)))"),
    ("code-copied", "import copy; return copy.replace(say.__code__, co_code=bytes(range(256)))"),
    ("code-made", "return type(say.__code__)(0, 0, 0, 0, 1, 0, b'', (), (), (), '', '', '', 1, b'', b'')"),
    ("an-extension", "import _imp; return _imp.create_dynamic(sys.modules['zlib'].__spec__)"),
    open="held",
)  # fmt: skip

PROBES = [*NETWORK, *STORAGE, *CONTEXTS, *MEANS, *FENCE]

_PRELUDE = """
import inspect
import sys
import time

try:
    import js
    import pyodide_js
    from pyodide.code import run_js as run
    from pyodide.ffi import to_js as _to_js, JsProxy, create_proxy

    def to_js(value):
        return _to_js(value, dict_converter=js.Object.fromEntries)
except ImportError as error:
    outside = str(error)

    class Nothing:
        def __getattr__(self, name):
            raise ImportError(outside)

        def __call__(self, *args, **kwargs):
            raise ImportError(outside)

    js = pyodide_js = run = to_js = create_proxy = Nothing()
    JsProxy = ()


def say(name, what, about=""):
    print(f"{{name}}: {{what}} {{str(about).strip().splitlines()[:1]}}"[:200])


def stop(event):
    event.preventDefault()


def probe(name, attack):
    try:
        found = attack("{url}/" + name)
        if found is None:
            return say(name, "missing")
        if inspect.iscoroutine(found):
            import asyncio

            found = asyncio.ensure_future(found)
        say(name, "tried")
        if hasattr(found, "then"):
            found.then(lambda got: say(name, "reached", got), lambda error: say(name, "refused", error))
        else:
            say(name, "reached", type(found))
    except AttributeError as error:
        say(name, "missing", error)
    except BaseException as error:
        say(name, "refused", f"{{type(error).__name__}}: {{error}}")


def move(view):
    if view["turn"] == 1:
        for name, attack in attacks.items():
            probe(name, attack)
    time.sleep(0.02)
    return [-1, -1]


BLOB = "{blob}"
attacks = {{}}
"""


def prober(probes: list[Probe], url: str, blob: str) -> str:
    """Return the source of a bot that tries `probes` one after the other in its first move and prints each result.

    `url`: a server that must get no request; `blob`: the address of a blob of the page.
    """
    parts = [_PRELUDE.format(url=url, blob=blob)]
    for each in probes:
        body = textwrap.indent(textwrap.dedent(each.code).strip(), "    ")
        parts.append(f"def attack(url):\n{body}\n\nattacks[{each.name!r}] = attack\n")
    return "\n".join(parts)


@dataclass(frozen=True)
class Attack:
    """A hostile bot that plays tank against an honest one.

    `verdict` is a regular expression that the message of its fault must match; empty if the attack gains nothing and
    the bot plays on. `says` is a regular expression that the bot's output must match.
    """

    name: str
    kind: str
    code: str
    verdict: str
    says: str = ""


def _in_move(kind: str, *rows: tuple[str, ...]) -> list[Attack]:
    """Return attacks from rows of name, code, verdict and output; the code runs in every `move`, which then stays."""
    return [
        Attack(name, kind, f"def move(view):\n{_body(code)}\n    return [-1, -1]\n", *more)
        for name, code, *more in rows
    ]


def _whole(kind: str, *rows: tuple[str, ...]) -> list[Attack]:
    return [Attack(name, kind, textwrap.dedent(code), *more) for name, code, *more in rows]


def _body(code: str) -> str:
    return textwrap.indent(textwrap.dedent(code).strip(), "    ")


_DEVICE = """
import os
device = os.open("/dev/sandlot", os.O_RDWR)
def put(data):
    try:
        os.write(device, data)
    except OSError:
        pass
"""
_STAYS = "\ndef move(view):\n    return [-1, -1]\n"
HURRIED = {"start": 3000, "first": 1200}
"""The clock, in milliseconds, of a bot that must time out; the honest bot must not, even on a slow machine."""
HASTY = {"start": 1000, "first": 400}
"""The same for a bot that only hangs; its opponent plays in the page and has no clock."""
TOO_LONG = "took longer than {first} ms on turn 1"
TOO_LONG_TO_IMPORT = "took longer than {start} ms to import"

MEMORY = [
    *_in_move(
        "memory",
        ("ten gigabytes at once", "[bytearray(2**30) for _ in range(10)]", "crashed on turn 1: MemoryError"),
        (
            "ten gigabytes in pieces",
            "hoard = []\nwhile True:\n    hoard.append(bytearray(10**7))",
            "crashed on turn 1: MemoryError",
        ),
        (
            "ten gigabytes again and again",
            """
            hoard = []
            while True:
                try:
                    hoard.append(bytearray(10**7))
                except MemoryError:
                    pass
            """,
            TOO_LONG,
        ),
        ("a number of a billion digits", "10 ** 10**9", f"MemoryError|{TOO_LONG}"),
        ("a gigabyte as an answer", "return 'x' * 2**30", "crashed on turn 1: MemoryError"),
        ("a hundred megabytes as an answer", "return 'x' * 10**8", "MemoryError|more than 262144 characters"),
        ("a megabyte as an answer", "return 'x' * 10**6", "more than 262144 characters as its answer on turn 1"),
        ("a file without end", "f = open('f', 'wb')\nwhile True: f.write(bytes(10**6))", "No space left on device"),
        ("a file with a hole", "open('f', 'wb').truncate(10**10)", "OSError|OverflowError|MemoryError|RangeError"),
        (
            "deleted files that stay open",
            """
            import os
            hoard = []
            while True:
                hoard.append(open('f', 'w+b'))
                os.remove('f')
                hoard[-1].write(bytes(10**6))
                hoard[-1].flush()
            """,
            "No space left on device",
        ),
        (
            "files without number",
            "import os\nos.mkdir('d')\nfor k in range(10**6): os.symlink('x' * 4000, f'd/{k}')",
            f"No space left on device|{TOO_LONG}",
        ),
        (
            "links that say much",
            "import os\nos.mkdir('d')\nfor k in range(10**6): os.symlink('x' * 10**6, f'd/{k}')",
            "Filename too long",
        ),
        (
            "files with long names",
            "import os\nos.mkdir('d')\nfor k in range(10**6): os.mkdir('d/' + 'x' * 10**6 + str(k))",
            "Filename too long",
        ),
        (
            "files that are given long names",
            "import os\nfor k in range(10**6):\n    os.mkdir('d')\n    os.rename('d', 'x' * 10**6 + f'{k}/')",
            "Filename too long",
        ),
        (
            "pipes without number",
            "import os\nfor _ in range(10**6):\n    _, w = os.pipe()\n    os.write(w, bytes(10**6))",
            "No file descriptors available",
        ),
        (
            "lists of a folder without number",
            """
            import os
            os.mkdir('d')
            for k in range(10**4): open(f'd/{k}', 'w').close()
            hoard = []
            while True:
                hoard.append(os.scandir('d'))
                next(hoard[-1])
            """,
            f"No file descriptors available|{TOO_LONG}",
        ),
        (
            "descriptors without number, each a copy",
            "import fcntl\nwhile True: fcntl.fcntl(1, fcntl.F_DUPFD, 300)",
            "crashed on turn 1: AttributeError",
        ),
        (
            "a pipe that is copied on and on",
            """
            import os
            _, first = os.pipe()
            for k in range(10**4): os.dup2(first + k % 2, first + 1 - k % 2)
            print(os.write(first, b'x'))
            """,
            "",
            r"^1\n",
        ),
        (
            "sockets without number",
            "import socket\nhoard = []\nwhile True: hoard.append(socket.socket())",
            "No file descriptors available",
        ),
        ("pairs of sockets", "import socket\nsocket.socketpair()", "needs another process|crashed on turn 1"),
        (
            "datagrams that nobody takes",
            "import socket\nline = socket.socket(type=socket.SOCK_DGRAM)\n"
            "while True: line.sendto(bytes(60_000), ('10.0.0.1', 9))",
            "crashed on turn 1: OSError",
        ),
        (
            "names of hosts",
            """
            import socket
            names = (b'x' * 10**6 + b'%d' % k for k in range(20))
            print(len({socket.gethostbyname(name) for name in names}))
            """,
            "",
            r"^1\n",
        ),
        (
            "terminals that wait for the end of a line",
            """
            import os
            for name in ('tty', 'tty1'):
                line = os.open(f'/dev/{name}', os.O_RDWR)
                for _ in range(200): os.write(line, b'x' * 10**6)
            """,
            "",
        ),
        (
            "mapped files that are cut and written back",
            """
            import mmap
            for k in range(100):
                with open(f'f{k}', 'w+b', buffering=0) as f:
                    f.write(bytes(10**7))
                    with mmap.mmap(f.fileno(), 10**7) as mapped:
                        f.truncate(0)
                        mapped.flush()
            """,
            "No space left on device",
        ),
        ("memory of the system", "import mmap\nhoard = []\nwhile True: hoard.append(mmap.mmap(-1, 2**26))",
         "crashed on turn 1: (OSError|MemoryError)"),
        (
            "variables of the environment",
            "import os\nfor k in range(10**6): os.environ[str(k)] = 'x' * 10**6",
            "crashed on turn 1: (MemoryError|OSError)|broke the Python",
        ),
        (
            "a database in memory",
            "import sqlite3\nline = sqlite3.connect(':memory:')\nline.execute('create table t (a)')\n"
            "while True: line.execute('insert into t values (zeroblob(10000000))')",
            "crashed on turn 1: (MemoryError|sqlite3)",
        ),
        (
            "folders that are moved into themselves",
            """
            import os
            for k in range(100):
                os.makedirs(f'{k}/in')
                os.symlink(f'{k}/in', f'to{k}')
                with open(f'{k}/f', 'wb') as f: f.write(bytes(10**7))
                os.rename(f'{k}', f'to{k}/in')
            """,
            "No space left on device",
        ),
        (
            "long paths of open files",
            """
            import os
            for k in range(80):
                os.mkdir('x' * 255)
                os.chdir('x' * 255)
            open('f', 'w')
            """,
            "Filename too long",
        ),
        ("a pipe that nobody reads", "import os\n_, w = os.pipe()\nwhile True: os.write(w, bytes(10**5))", "No space"),
        (
            "standard output below Python",
            "import posix\nwhile True: posix.write(1, b'x' * 10**6)",
            TOO_LONG,
        ),
        (
            "files with the names of every object",
            """
            import os
            names = ['constructor', 'hasOwnProperty', 'isPrototypeOf', 'toLocaleString', 'toString', 'valueOf']
            names += [f'__{each}__' for each in ('proto', 'defineGetter', 'lookupSetter')]
            os.makedirs('d/__proto__/toString', exist_ok=True)
            for place in ('.', 'd/__proto__/toString'):
                assert not set(names) & set(os.listdir(place))
                for name in names:
                    with open(f'{place}/{name}', 'w') as file: file.write(name)
                    os.rename(f'{place}/{name}', f'{place}/x')
                    os.rename(f'{place}/x', f'{place}/{name}')
                    assert open(f'{place}/{name}').read() == name
                assert set(names) <= set(os.listdir(place))
                for name in names: os.remove(f'{place}/{name}')
            os.rmdir('d/__proto__/toString')
            os.rmdir('d/__proto__')
            print('as others')
            """,
            "",
            "^as others",
        ),
        ("recursion", "return move(view)", "RecursionError: maximum recursion"),
        (
            "recursion through built-in code",
            """
            import functools, re

            def by_sorted(n): return n and sorted([n], key=lambda _: by_sorted(n - 1))

            @functools.cache
            def by_cache(n): return n and by_cache(n - 1)

            def by_max(n): return n and max(by_max(n - 1) or 0 for _ in [1])

            def by_map(n): return n and list(map(by_map, [n - 1]))

            def by_sub(n): return str(n and re.sub('a', lambda _: by_sub(n - 1), 'a'))

            def by_generator(n):
                yield n and next(by_generator(n - 1))

            class Each:
                def __init__(self, n): self.n = n
                def __repr__(self): return self.n and repr([Each(self.n - 1)]) or ''
                def __hash__(self): return self.n and hash((Each(self.n - 1),))
                def __eq__(self, other): return not self.n or [Each(self.n - 1)] == [Each(self.n - 1)]
                def __getattr__(self, name): return self.n and getattr(Each(self.n - 1), name)

            class Made:
                def __init__(self, n): n and type.__call__(Made, n - 1)

            ways = [by_sorted, by_cache, by_max, by_map, by_sub, lambda n: next(by_generator(n)), Made]
            ways += [lambda n: f(Each(n)) for f in (repr, hash, lambda each: each == each, lambda each: each.none)]
            for k, way in enumerate(ways):
                way(150)
                try:
                    way(10**6)
                    print(k, 'has no end')
                except RecursionError:
                    pass
            print('caught')
            """,
            "",
            "^caught",
        ),
        (
            "chains of objects that are freed",
            """
            import collections, functools
            class Node:
                def __init__(self, next): self.next = next
            Pair = collections.namedtuple('Pair', 'one next')
            def waiting(next):
                yield
                yield next
            def started(next):
                found = waiting(next)
                found.send(None)
                return found
            kinds = [Node, lambda c: [c], lambda c: (c,), lambda c: {0: c}, lambda c: {'a': c}, lambda c: Pair(0, c)]
            kinds += [lambda c: lambda: c, ValueError, started, lambda c: collections.deque([c])]
            kinds += [lambda c: functools.partial(print, c), lambda c: map(print, c)]
            for kind in kinds:
                chain = ()
                for _ in range(10**5 if kind is Node else 10**4): chain = kind(chain)
                del chain
            print('freed')
            """,
            "",
            "^freed",
        ),
        (
            "recursion with a high limit",
            "import sys; sys.setrecursionlimit(10**5); return move(view)",
            "RecursionError: ",
        ),
        ("an answer without bottom", "a = []\na.append(a)\nreturn a", "cannot be sent as JSON"),
        (
            "a deep answer",
            "a = []\nfor _ in range(10**5): a = [a]\nreturn a",
            "cannot be sent as JSON|recursed deeper|RecursionError|nested at most",
        ),
        (
            "code that is too deep",
            "compile('(' * 10**5, 'x', 'eval')",
            "SyntaxError|MemoryError|RecursionError|recursed deeper",
        ),
    ),
    *_whole(
        "memory",
        (
            "ten gigabytes at import",
            "hoard = [bytearray(2**30) for _ in range(10)]",
            "could not be started: MemoryError",
        ),
        (
            "a program that prints a gigabyte",
            "input()\nwhile True: print('x' * 10**6, end='')",
            "more than 262144 characters as its answer on turn 1",
        ),
        (
            "a program that prints a gigabyte as bytes",
            "import sys\ninput()\nwhile True: sys.stdout.buffer.write(b'x' * 10**6)",
            "more than 262144 characters as its answer on turn 1",
        ),
    ),
]  # fmt: skip

WORDS = [
    *_in_move(
        "words",
        ("ten million prints", "for _ in range(10**7): print('x')", TOO_LONG),
        ("many prints in time", "if view['turn'] == 1:\n    for _ in range(10**4): print('x')", "", "x\nx"),
        ("prints without a line's end", "while True: print('', end='', flush=True)", TOO_LONG),
        (
            "a hundred thousand messages",
            "import posix\nif view['turn'] == 1:\n    for _ in range(10**5): posix.write(1, b'x\\n')",
            "",
            "x\nx",
        ),
        (
            "a hundred thousand empty messages",
            "import posix\nif view['turn'] == 1:\n    for _ in range(10**5): posix.write(1, b'')",
            "",
        ),
        (
            "a hundred thousand words on two streams",
            "import posix\nif view['turn'] == 1:\n    for k in range(10**5): posix.write(1 + k % 2, b'x')",
            "",
            "xx",
        ),
        ("messages of ten megabytes", "import posix\nfor _ in range(10): posix.write(1, b'x' * 10**7)", "", "xxx"),
        (
            "a hundred thousand marks",
            _DEVICE + "if view['turn'] == 1:\n    for _ in range(10**5): put(b'm[\"note\", \"x\"]')",
            "",
        ),
        ("a hundred thousand profiles", _DEVICE + "if view['turn'] == 1:\n    for _ in range(10**5): put(b'p[]')", ""),
        ("marks of ten megabytes", _DEVICE + "for _ in range(10): put(b'm' * 10**7)", ""),
        ("a huge exception", "raise ValueError('x' * 10**7)", "crashed on turn 1: ValueError: x{400,499}$"),
        ("an exception of many lines", "raise ValueError('x\\n' * 10**6)", "crashed on turn 1: ValueError: x"),
        (
            "a chain of exceptions",
            """
            error = None
            for k in range(10**4):
                new = ValueError(k)
                new.__cause__ = error
                error = new
            raise error
            """,
            f"crashed on turn 1: ValueError|RecursionError|recursed deeper|{TOO_LONG}",
        ),
        (
            "groups of exceptions",
            "e = ValueError('x')\nfor _ in range(500): e = ExceptionGroup('g', [e, e])\nraise e",
            f"crashed on turn 1|recursed deeper|{TOO_LONG}",
        ),
    ),
]  # fmt: skip

_HANGS = "    while True: pass\n"
HANGS = [
    *_whole(
        "hangs",
        ("a loop", "def move(view):\n    while True: pass", TOO_LONG),
        ("a loop at import", "while True: pass", TOO_LONG_TO_IMPORT),
        (
            "a loop that catches everything",
            """
            def move(view):
                while True:
                    try:
                        while True: pass
                    except BaseException:
                        continue
                    finally:
                        continue
            """,
            TOO_LONG,
        ),
        ("a repr", "class A:\n  def __repr__(self):\n" + _HANGS + "def move(view): return A()", TOO_LONG),
        ("a del", "class A:\n  def __del__(self):\n" + _HANGS + "def move(view): A(); return [-1, -1]", TOO_LONG),
        (
            "a del when the answer is given",
            "class A:\n  def __del__(self):\n" + _HANGS + "def move(view):\n  a = A()\n  return [-1, -1]",
            TOO_LONG,
        ),
        (
            "the text of an exception",
            "class A(Exception):\n  def __str__(self):\n" + _HANGS + "def move(view): raise A",
            TOO_LONG,
        ),
        (
            "a class that lies",
            "class A:\n  @property\n  def __class__(self):\n" + _HANGS + "def move(view): return A()",
            f"{TOO_LONG}|cannot be sent as JSON",
        ),
        (
            "a list without end",
            "class A(list):\n  def __iter__(self):\n    while True: yield 1\ndef move(view): return A([1])",
            f"{TOO_LONG}|MemoryError",
        ),
        (
            "a tolist that never comes back",
            "class A:\n  def tolist(self):\n" + _HANGS.replace("    ", "      ") + "def move(view): return A()",
            TOO_LONG,
        ),
        (
            "a flush",
            "import sys\nclass A:\n  def flush(self):\n" + _HANGS + "sys.stdout = A()" + _STAYS,
            TOO_LONG_TO_IMPORT,
        ),
        (
            "a loop after many words",
            "def move(view):\n    for k in range(3000): print(k)\n    while True: pass",
            TOO_LONG,
            "\n2999\n$",
        ),
        (
            "a regular expression after some words",
            "import re\ndef move(view):\n    for k in range(30): print(k)\n    re.match(r'(a+)+$', 'a' * 60 + 'b')",
            TOO_LONG,
            "\n29\n$",
        ),
        ("a sleep", "import time\ndef move(view): time.sleep(10**6)", TOO_LONG),
        ("a sleep of a program", "import time\ninput()\ntime.sleep(10**6)", TOO_LONG),
        (
            "a wait for a lock",
            "import threading\ndef move(view):\n  l = threading.Lock(); l.acquire(); l.acquire()",
            TOO_LONG,
        ),
        ("a wait for input", "import sys\ndef move(view): return sys.stdin.read()", "reads input in its move"),
        (
            "a collection",
            "import gc\ndef hang(*_):\n  while True: pass\ngc.callbacks.append(hang)\ndef move(view): gc.collect()",
            TOO_LONG,
        ),
        (
            "a trace",
            "import sys\ndef hang(*_):\n  while True: pass\ndef move(view): sys.settrace(hang); return 1",
            TOO_LONG,
        ),
        ("a profile", "import sys\ndef hang(*_):\n  while True: pass\ndef move(view): sys.setprofile(hang)", TOO_LONG),
        (
            "a monitor",
            """
            import sys
            def hang(*_):
                while True: pass
            def move(view):
                m = sys.monitoring
                m.use_tool_id(3, "x")
                m.register_callback(3, m.events.PY_START, hang)
                m.set_events(3, m.events.PY_START)
                return [-1, -1]
            """,
            "took longer than",
        ),
        ("a regular expression", "import re\ndef move(view): re.match(r'(a+)+$', 'a' * 60 + 'b')", TOO_LONG),
    ),
]  # fmt: skip

PROCESSES = [
    *_in_move(
        "processes",
        ("a thread", "import threading; threading.Thread(target=print).start()", "needs another thread"),
        ("a pool", "import concurrent.futures as f; f.ThreadPoolExecutor().submit(print)", "needs another thread"),
        ("a process", "import subprocess; subprocess.run(['ls'])", "needs another process"),
        ("a fork", "import os; os.fork()", "needs another process"),
        ("a shell", "import os; print('shell', os.system('ls'))", "", "shell -?[1-9]"),
        ("another program", "import os; os.execv('/bin/ls', ['ls'])", "needs another process"),
        (
            "a pool of processes",
            "import multiprocessing as m; m.Pool(2).map(print, [1])",
            "needs another process",
        ),
        ("the end of the process", "import os; os._exit(0)", "crashed on turn 1"),
        ("the end below Python", "import posix; posix._exit(0)", "crashed on turn 1|broke the Python"),
        ("an abort", "import os; os.abort()", "crashed on turn 1|broke the Python"),
        ("a signal to itself", "import os; os.kill(os.getpid(), 9)", "crashed on turn 1|broke the Python|^$"),
        (
            "a signal raised",
            "import signal; signal.raise_signal(signal.SIGABRT)",
            "crashed on turn 1|broke the Python|^$",
        ),
        ("an alarm", "import signal; signal.alarm(1)", "needs a signal"),
        ("a segmentation fault", "import faulthandler; faulthandler._sigsegv()", "crashed on turn 1|broke the Python"),
        ("a null pointer", "import ctypes; ctypes.string_at(0xFFFFFFF0)", "cannot reach Python's memory"),
        ("the collector's callback", """
            import gc, sys
            seen = []
            gc.callbacks.append(lambda *_: seen.append(sys._getframe(1)))
            gc.collect()
            print(len(seen), {name for frame in seen for name in frame.f_locals} & {'channel', 'seat', 'send', 'emit'})
        """, "", r"^2 set\(\)\n"),
    ),
]  # fmt: skip

REPLACED = [
    *_whole(
        "replaced",
        ("print", "import builtins\nbuiltins.print = None" + _STAYS, ""),
        ("json", "import json\njson.dumps = json.loads = json.JSONEncoder.encode = None" + _STAYS, ""),
        (
            "json's C",
            "import json.encoder as e\ne.c_make_encoder = e.encode_basestring_ascii = None" + _STAYS,
            "broke the Python",
        ),
        (
            "sandlot",
            "import sys\nfor n in list(sys.modules):\n  if n.startswith('sandlot'): sys.modules[n] = None" + _STAYS,
            "",
        ),
        ("all modules", "import sys\nsys.modules.clear()" + _STAYS, "^$|crash|could not be started|broke the Python"),
        ("standard output", "import sys\nsys.stdout = sys.stderr = None" + _STAYS, ""),
        ("standard output, closed", "import sys\nsys.stdout.close(); sys.stderr.close()" + _STAYS, ""),
        (
            "all builtins",
            "import builtins\nfor n in dir(builtins):\n  if n[0] != '_' and n not in ('setattr', 'builtins'): "
            "setattr(builtins, n, None)" + _STAYS,
            "crash|could not be started|broke the Python",
        ),
        ("the namespace", "def move(view):\n    globals().clear()\n    return [-1, -1]", ""),
        (
            "isinstance",
            "import builtins\nbuiltins.isinstance = lambda *_: True" + _STAYS,
            "^$|broke|could not be started",
        ),
        ("random", "import random\nrandom.seed = None" + _STAYS, ""),
        (
            "time",
            "import time\ntime.time = time.perf_counter = time.monotonic = lambda: 0\ndef move(v):\n while True: pass",
            TOO_LONG,
        ),
        (
            "the seat's reply",
            """
            import sandlot.seat.module as b
            def move(view):
                b.Module._answer = lambda self, move: {"reply": "[-1, -1]", "ms": -1000, "steps": 0}
                return "not this"
            """,
            "",
        ),
        (
            "the seat's writer",
            "import sandlot.seat.in_worker as w\nw.write_reply = lambda reply: 'no json'" + _STAYS,
            "broke the Python",
        ),
        (
            "the seat's source",
            "import sandlot.seat.module as b, sandlot.match.referee as r, sandlot.page\n"
            "r.play = sandlot.page.Driver = b.Module.start = b.Module.ask = None" + _STAYS,
            "^$|broke the Python",
        ),
        (
            "the rules",
            """
            from sandlot.games import tank
            tank.game.check = tank.game.step = tank.game.outcome = None
            type(tank.game).check = lambda *_: None
            def move(view): return [9, 9]
            """,
            "gave tank 0 the order 9|could not be started",
        ),
    ),
]  # fmt: skip

# Bots that imitate the seat, although they hold none of its objects.
FORGED = [
    *_in_move(
        "forged",
        (
            "what stands around it",
            """
            import sys
            frame, names = sys._getframe(1), set()
            while frame:
                names |= {type(each).__name__ for each in frame.f_locals.values()}
                frame = frame.f_back
            print(sorted(names & {"Seat", "_Program", "_Channel", "JsProxy", "PyProxy"}))
            """,
            "",
            r"^\[\]\n",
        ),
        ("another seat", "import sandlot.seat.in_worker as w\nw.open_seat(0, 1)", "crashed on turn 1: \\w*Error"),
        ("counting anew", "import sandlot.seat.in_worker as w; w.notice_calls()", "crashed on turn 2: AttributeError"),
        (
            "what it has to read",
            """
            import _socket
            for number in range(256):
                try: print(_socket.socket(2, 1, 0, number).recv(99))
                except OSError: pass
            """,
            "",
        ),
        (
            "answers of a program",
            "print('{\"response\": [9, 9]}\\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<', flush=True)",
            "",
        ),
        (
            "lines of the device",
            _DEVICE + "for each in (b'r{\"reply\": \"[9, 9]\"}', b'p' + b'[' * 10**5, b'm{', b'', b'\\xff'): put(each)",
            "",
        ),
        ("all descriptors closed", "import os; os.closerange(0, 300)", ""),
        (
            "all descriptors the same",
            "import os\nfor k in range(3, 30):\n    try: os.dup2(1, k)\n    except OSError: pass",
            "",
        ),
        ("a fault of its own", "import sandlot.seat.module as b\n"
         "b.Module._answer = lambda *_: {'fault': 'crash', 'player': 1}",
         "crashed on turn 1: \\?"),
        (
            "a reason of its own",
            "import sandlot.seat.module as b\n"
            "b.Module._answer = lambda *_: {'fault': 'invalid', 'why': ['verdict.draw', {'why': 'x'}]}",
            "gave no valid answer on turn 1",
        ),
        (
            "a reason with other words",
            "import sandlot.seat.module as b\nb.Module._answer = lambda *_: {'fault': 'invalid', 'why': "
            "['fault.too_long', {'limit': '<b>0</b>', 'who': {'player': 1}}]}",
            "^bot.py gave more than 262144 characters",
        ),
        ("no text", "import sandlot.seat.in_worker as w; w.write_reply = lambda reply: 5", "broke the Python"),
        ("a list", "import sandlot.seat.in_worker as w; w.write_reply = lambda reply: [reply]", "broke the Python"),
        ("a reply without end", "import sandlot.seat.in_worker as w; w.write_reply = lambda reply: 'x' * 10**8",
         "more than 262144 characters|MemoryError|broke the Python"),
        ("no JSON", "import sandlot.seat.in_worker as w; w.write_reply = lambda reply: '{'", "broke the Python"),
        ("no object", "import sandlot.seat.in_worker as w; w.write_reply = lambda reply: '5'", "broke the Python"),
        ("null", "import sandlot.seat.in_worker as w; w.write_reply = lambda reply: 'null'", "broke the Python"),
        (
            "a line far away",
            "import sandlot.seat.module as b\n"
            "b.Module._answer = lambda *_: {'fault': 'crash', 'trace': {'line': 1e300}}",
            "crashed on turn 1",
        ),
    ),
    *_whole(
        "forged",
        (
            "a program that answers itself",
            """
            import os
            input()
            os.write(1, b'{"response": [-1, -1]}\\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<\\n' * 1000)
            input()
            os.write(1, b'{"response": [9, 9]}\\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<\\n')
            while True: input()
            """,
            "",
        ),
        ("a program without descriptors", "import os\ninput()\nos.closerange(0, 300)\nwhile True: pass", TOO_LONG),
    ),
]  # fmt: skip

# The output of an ordinary program that is nested too deep, too long, or has invalid numbers.
_PRINTS = """
    deep = '[' * 3000 + ']' * 3000
    input()
    print({said})
"""
_DEEP = "expected: lists and objects nested at most 100 deep"
DEEP = _whole(
    "deep",
    *(
        (name, _PRINTS.format(said=said), verdict)
        for name, said, verdict in (
            ("a deep response", "'{\"response\": ' + deep + '}'", _DEEP),
            ("a bare deep response", "deep", _DEEP),
            ("deep data", "'{\"response\": [-1, -1], \"data\": ' + deep + '}'", _DEEP),
            ("deep globaldata", "'{\"response\": [-1, -1], \"globaldata\": ' + deep + '}'", _DEEP),
            ("a deep debug", "'{\"response\": [-1, -1], \"debug\": ' + deep + '}'", _DEEP),
            ("objects within each other", "'{\"response\": ' * 2500 + '0' + '}' * 2500", _DEEP),
            ("brackets without end", "'[' * 200_000", _DEEP),
            ("a number of 5,000 digits", "'{\"response\": ' + '9' * 5000 + '}'", "expected: one line of JSON"),
            ("an infinite number", "'{\"response\": 1e999}'", "expected: one line of JSON"),
            ("no number", "'{\"response\": NaN}'", "expected: one line of JSON"),
        )
    ),
    (
        "a module's deep answer",
        "def move(view):\n    a = []\n    for _ in range(900): a = [a]\n    return a",
        _DEEP,
    ),
)

ATTACKS = [*MEMORY, *WORDS, *HANGS, *PROCESSES, *REPLACED, *FORGED, *DEEP]


# Markup that must stay text

MARKUP = (
    '<img src=x class=evil onerror="document.title=1"><script class=evil>document.title=1</script>\u202etxet\x1b[2J\x00'
)


@dataclass(frozen=True)
class Text:
    """A way to bring markup into the page, which must show it as plain text.

    `who` is the source: "bot" (`said` ends its move, with the markup as M), "link" (`said` follows the page's
    address, with {} for the markup), "name" (`said` is a bot's name) or "file" (`said` is a file's name).
    """

    name: str
    who: str
    said: str


TEXTS = [
    Text("answer", "bot", "return M"),
    Text("exception", "bot", "raise ValueError(M)"),
    Text("name of an exception", "bot", "raise type(M, (Exception,), {})(M)"),
    Text("keys of an answer", "bot", "return [M, {M: M}]"),
    Text("prints, drawings and notes", "bot", "return [-1, -1]"),
    Text("game", "link", "#tab=play&game={}"),
    Text("view", "link", "#game=tank&tab={}"),
    Text("seats", "link", "#game=tank&tab=play&seats={},{}"),
    Text("seed", "link", "#game=tank&tab=play&seed={}"),
    Text("language", "link", "#game=tank&tab=play&lang={}"),
    Text("something unknown", "link", "#game=tank&tab=play&{}=1"),
    Text("name given to a bot", "name", MARKUP),
    Text("name of an opened bot", "file", "<img src=x class=evil onerror=1>.py"),
]


# Texts that are slow to render

LONG = 64 * 1024


def _long(text: str) -> str:
    """Repeat `text` up to the number of characters that a bot may print in a turn."""
    return (text * LONG)[:LONG]


FLOODS = {
    "marks": _long("\u0301"),
    "a letter with marks": "a" + _long("\u0301")[1:],
    "letters with marks": _long("a" + "\u0301\u0316\u0327" * 20),
    "one line": _long("x"),
    "empty lines": _long("\n"),
    "empty lines and a mark": _long("\n")[1:] + "\u0301",
    "words from the right": _long("\u05e9\u05dc\u05d5\u05dd "),
    "a line from the right": _long("\u0633"),
    "turns of direction": _long("\u202e\u202d\u2066\u2069x"),
    "tabs": _long("\t"),
    "escapes": _long("\x1b[31mx\x1b[0m"),
    "controls": _long("\0\r\x08"),
    "nothing to see": _long("\u200b\u200d\u2060"),
    "pictures that join": _long("\U0001f469\u200d"),
    "flags": _long("\U0001f1e6"),
    "halves of letters": _long("\ud800"),
    "letters that join": _long("\u0915\u094d"),
    "wide letters": _long("\u70b8"),
    "letters that grow": _long("\u0130"),
    "lines of other kinds": _long("\u2028\x85\x0b"),
    "spaces": _long("\xa0"),
}
"""Texts of 64 Ki characters that may take a browser seconds to render, or that would be 900,000 pixels high."""
