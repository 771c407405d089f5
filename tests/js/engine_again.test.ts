// A bot is seated again in the same Python: it finds nothing of its last game there, or is not seated again. This is the
// real seat, in Node; there is no frame and no seal around it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createBot } from '../../static/engine/seat/bot.ts';
import { watchProxies } from '../../static/engine/seat/checkpoint.ts';
import { limitFiles } from '../../static/engine/seat/files.ts';
import { createTouched } from '../../static/engine/seat/touched.ts';
import { bootPython } from './python.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

const SETUP = JSON.stringify({ game: 'tank', player: 0, players: 2, clock: {} });

/** A seat that was kept before its first bot. */
async function openSeat() {
  const touched = createTouched();
  let bot: ReturnType<typeof createBot> | null = null;
  let grow = (_size: number) => {};
  const python = await bootPython((imports, module) => {
    imports._Py_CheckEmscriptenSignals_Helper = () => {
      bot?.tick();
      return 0;
    };
    grow = imports.emscripten_resize_heap;
    touched.watch(imports, module);
  });
  touched.connect(python.FS);
  limitFiles(python._module);
  bot = createBot(python, false, touched, watchProxies(python._module), (size) => grow(size));
  bot.keep();
  const ask = bot.ask;
  let said: unknown[][] = [];
  // How long a reply took is another time each time.
  bot.connect((message) => said.push(message[0] === 'reply' ? message.slice(0, 4) : message));

  return {
    python,
    goBack: bot.goBack,
    hasTouched: bot.hasTouched,
    /**
     * Plays a game of two turns.
     * @returns what was said
     */
    async play(source: string, steps: number = 0): Promise<unknown[][]> {
      said = [];
      await ask('start', 1, [source, 'bot.py', SETUP, 7n, 'marker', 0, false, '', 60_000, steps]);
      if (!isModule(said)) return said;
      for (const number of [2, 3]) await ask('ask', number, ['{"turn": 1}', false, 60_000, steps]);
      return said;
    },
  };
}

const isModule = (said: unknown[][]) => said.at(-1)?.[2] === '{"reply": "module"}';

const seat = await openSeat();
/** Its memory before any game. */
const KEPT = seat.python._module.HEAPU8.slice();
const STAYS = '\ndef move(view):\n    return [-1, -1]\n';

/** Each leaves something where a bot can, and says what it finds there. */
const REMEMBERS = {
  'a global': `
seen = globals().get('turns', 0)
turns = 0
def move(view):
    global turns
    turns += 1
    return [seen, turns]
`,
  'random numbers and a cache': `
import functools, random
@functools.cache
def drawn(k): return random.random()
def move(view): return [drawn(1), random.random(), drawn.cache_info().hits]
`,
  'built-in names, modules and the environment': `
import builtins, json, os, sys
found = [hasattr(each, 'left') for each in (builtins, json, sys)] + ['LEFT' in os.environ, 'left' in sys.modules]
builtins.left = json.left = sys.left = os.environ['LEFT'] = 'left'
sys.modules['left'] = sys
builtins.len = lambda each: 0
def move(view): return [found, len('x'), sys.getrecursionlimit(), sys.path]
sys.setrecursionlimit(500)
sys.path.append('/left')
`,
  'what the machine seems to be': `
import locale, os, signal, time
found = [signal.getsignal(signal.SIGTERM) == print, locale.setlocale(locale.LC_ALL), os.environ.get('TZ'), time.tzname]
signal.signal(signal.SIGTERM, print)
os.environ['TZ'] = 'UTC+5'
def move(view): return found
`,
  'where things are': `
class Thing: pass
def move(view): return [id(Thing()), id(object()), hash(object()), id([]), repr(Thing)]
`,
  'things that are told when it ends': `
import atexit, weakref
class Thing:
    def __del__(self): print('gone')
kept = Thing()
weakref.finalize(kept, print, 'finalized')
atexit.register(print, 'the end')
cycle = [Thing()]; cycle.append(cycle)
def move(view): return 1
`,
  'half of a character': `
import os
os.write(1, b'\\xe2\\x82')
os.write(2, b'\\xf0')
def move(view):
    os.write(1, b'\\xac')
    return 1
`,
  'much memory': `
hoard = [bytearray(b'x') * 20_000_000]
def move(view): return hoard[0][7]
`,
  errors: `
def deep(n): return deep(n + 1)
def move(view):
    try: deep(0)
    except RecursionError: print('deep')
    return 1 // 0
`,
  'timers of its own loop': `
import asyncio
later = []
async def wait():
    asyncio.get_running_loop().call_later(0.001, later.append, 1)
    await asyncio.sleep(0.01)
    return len(later)
def move(view): return [asyncio.run(wait()), len(later)]
`,
  'files that it reads': `
import os
def move(view): return [sorted(os.listdir('/')), os.getcwd(), os.path.exists('/tmp/left')]
`,
  'settings of modules': `
import codecs, contextvars, decimal, sys, warnings
found = [decimal.getcontext().prec, sys.getswitchinterval(), sys.get_int_max_str_digits(), sys.getprofile() is None,
         sys.gettrace() is None, sys.get_asyncgen_hooks(), warnings.filters, sys.meta_path, sys.path_importer_cache]
decimal.getcontext().prec = 5
sys.setswitchinterval(1)
sys.set_int_max_str_digits(0)
sys.setprofile(lambda *given: None)
sys.settrace(lambda *given: None)
sys.set_asyncgen_hooks(print, print)
sys.addaudithook(lambda name, given: 1 // (name != 'sandlot.left'))
sys.meta_path.insert(0, None)
codecs.register(lambda name: None)
warnings.simplefilter('error')
sys.audit('left')
def move(view): return repr(found)
`,
  'callbacks for each line': `
import sys
tools = sys.monitoring
found, lines = [tools.get_tool(k) for k in range(6)], []
tools.use_tool_id(3, 'left')
tools.register_callback(3, tools.events.LINE, lambda code, line: lines.append(line))
tools.set_events(3, tools.events.LINE)
def move(view): return [found, len(lines)]
`,
  'tasks and generators that are not done': `
import asyncio
loop, done = asyncio.new_event_loop(), []
async def endless():
    try:
        while True: await asyncio.sleep(0)
    finally: print('cancelled')
def paused():
    try: yield
    finally: print('closed')
task, one = loop.create_task(endless()), paused()
next(one)
def move(view): return loop.run_until_complete(asyncio.sleep(0, 1))
`,
  'what its own warnings say': `
odd = '\\d'
def move(view): return view is 1
`,
  'times of files': `
import os
places = [0, 1, 2, '/dev/stdout', '/dev/tty', '/tmp', '/lib', '/lib/python314.zip']
found = [repr(os.stat(each)) for each in places]
os.listdir('/tmp')
def move(view):
    print('late')
    return found + [os.sysconf('SC_AVPHYS_PAGES'), os.times().elapsed > 0]
`,
  'modules that it loads': `
import fractions, statistics
def move(view): return [statistics.mean([1, 2, 4]), str(fractions.Fraction(1, 3))]
`,
};

test('a bot finds no traces of earlier games', async () => {
  const first = new Map<string, unknown[][]>();
  for (const round of [1, 2, 3])
    for (const [name, source] of Object.entries(REMEMBERS)) {
      const said = await seat.play(source);
      assert.equal(said.filter(([kind]) => kind === 'reply').length, 3, `${name}: ${JSON.stringify(said)}`);
      if (round === 1) first.set(name, said);
      assert.deepEqual(said, first.get(name), name);
      assert.equal(seat.goBack(), null, name);
    }
  const half = JSON.stringify(first.get('half of a character'));
  assert.match(half, /€/);
});

test('a bot cannot observe garbage collection of JavaScript', async () => {
  const source = `
hoard, found = [], []
def move(view):
    hoard.append(bytearray(4_000_000))
    found.extend([id(hoard[-1]), id([])])
    return found
`;
  const other = await openSeat();
  const first = await other.play(source);
  for (let k = 0; k < 4; k += 1) {
    assert.equal(other.goBack(), null);
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(await other.play(source), first);
  }
  assert.equal(other.goBack(), null);
});

test('a bot finds no traces of earlier games if steps are counted', async () => {
  const source = 'def move(view):\n    print(sum(k for k in range(50)))\n    return [-1, -1]\n';
  const games = [];
  for (const steps of [100_000, 100_000, 0, 100_000]) {
    games.push(await seat.play(source, steps));
    assert.equal(seat.goBack(), null);
  }
  const [first, second, uncounted, last] = games;
  assert.deepEqual(second, first);
  assert.deepEqual(last, first);
  assert.notDeepEqual(uncounted, first);
});

/** A megabyte and 20 are as much as is put back after every game, and more than that. */
for (const [name, source] of [
  ['a bot that keeps little', STAYS],
  ['one that fills megabytes', `hoard = bytearray(b'x') * 1_000_000\n${STAYS}`],
  ['one that fills many', `hoard = bytearray(b'x') * 20_000_000\n${STAYS}`],
  ['one that frees them', `for _ in range(5): bytearray(b'x') * 20_000_000\n${STAYS}`],
  ['one that frees many objects', `hoard = [[k] for k in range(200_000)]\ndel hoard\n${STAYS}`],
])
  test(`the memory is restored byte for byte: ${name}`, async () => {
    await seat.play(source);
    assert.equal(seat.goBack(), null);
    assert.equal(Buffer.compare(KEPT, seat.python._module.HEAPU8), 0);
  });

/** Of Python's memory that a bot makes larger, nothing tells the next game how much that was. */
test('a worker whose memory has grown is not reused', async () => {
  for (const megabytes of [40, 60]) {
    const other = await openSeat();
    const small = `hoard = bytearray(b'x') * 20_000_000\n${STAYS}`;
    await other.play(small);
    const size = other.python._module.HEAPU8.length;
    assert.equal(other.goBack(), null);
    await other.play(`hoard = bytearray(b'x') * ${megabytes}_000_000\n${STAYS}`);
    assert.ok(other.python._module.HEAPU8.length > size);
    assert.equal(other.goBack(), 'more memory');
  }
});

/** What a bot does before it stays, and what is found of it. */
const TOUCHES = [
  ["open('/tmp/left', 'w').write('x')", '__syscall_openat'],
  ["os.mkdir('/left')", '__syscall_mkdirat'],
  ["os.rename('/tmp', '/left')", '__syscall_renameat'],
  ["os.symlink('/tmp', '/link')", '__syscall_symlinkat'],
  ["os.utime('/lib')", '__syscall_utimensat'],
  ['os.umask(0o22)', '__syscall_umask_js'],
  ['os.lseek(1, 5, 0)', 'fd_seek'],
  ['os.set_blocking(1, False)', '_try_fcntl64'],
  ['socket.socket(fileno=3)', '__syscall_getsockname'],
  ["os.system('')", '_emscripten_system'],
  ['signal.raise_signal(signal.SIGINT)', '__call_sighandler'],
  ["os.chmod('/lib', 0o777)", '__syscall_chmod'],
  ["os.chdir('/lib')", '__syscall_chdir'],
  [
    "os.unlink('/nothing') if os.path.exists('/nothing') else os.truncate('/tmp/left', 1)",
    '__syscall_truncate64',
  ],
  ["open('/dev/random', 'rb').read(1)", '__syscall_openat'],
  ['os.dup(1)', '_try_fcntl64'],
  ['os.pipe()', '__syscall_pipe'],
  ['socket.socket()', '__syscall_socket'],
  ["left = open('/lib/python314.zip', 'rb')", 'open files'],
  ["sys.modules['sandlot.seat.in_worker'].write_reply = lambda reply: [reply]", 'pyproxy_new_ex'],
];

test('a worker with traces outside its memory is not reused', async () => {
  for (const [work, what] of TOUCHES) {
    const source = `import os, signal, socket, sys\ntry:\n    ${work}\nexcept Exception as bad:\n    print(bad)\n${STAYS}`;
    await seat.play(source).catch(() => {});
    assert.equal(seat.goBack(), what, work);
  }
});

/** How a bot can end Python, and whether it has called something outside Python for that. */
const ENDS: [string, boolean][] = [
  ["os.write(3, b'x')", true],
  ["json.loads('[' * 1_000_000)", false],
];

test('a call that ends Python is detected', async () => {
  const { error } = console;
  console.error = () => {};
  for (const [work, own] of ENDS) {
    const other = await openSeat();
    await other.play(STAYS);
    assert.equal(other.hasTouched(), false);
    assert.equal(other.goBack(), null);
    assert.equal(other.hasTouched(), false);
    const source = `import json, os, sys\nsys.setrecursionlimit(10**9)\ndef move(view):\n    ${work}\n`;
    await assert.rejects(other.play(source), work);
    assert.equal(other.hasTouched(), own, work);
    assert.equal(other.goBack(), 'not at rest');
  }
  console.error = error;
});
