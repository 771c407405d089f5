// What the bench measures inside a page. It imports the page's own modules, so that a seat is the product's seat.

import { manifest } from '../../static/base/site/manifest.ts';
import type { Seat } from '../../static/engine/seat/seat.ts';
import { createSeat } from '../../static/engine/seat/seat.ts';
import { bootedEngine, equippedSeat, inline } from '../page/seats/seats.ts';

const PYODIDE = './bench/pyodide/';
const asText = { type: 'text/javascript' };

/** What everyone does: `loadPyodide()` in a module worker. Resolves to milliseconds. */
function bareBoot() {
  const began = performance.now();
  const worker = new Worker('./bench/bare-worker.js', { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = () => {
      resolve(performance.now() - began);
      worker.terminate();
    };
    worker.postMessage(PYODIDE);
  });
}

/** From asking for a bot to its first answer. */
function firstAnswer(seat: Seat, view: string) {
  const began = performance.now();
  const { port, end } = seat.open((why) => {
    throw new Error(JSON.stringify(why));
  });
  return new Promise((resolve) => {
    port.onmessage = ({ data }) => {
      if (data[0] === 'ready') start(port);
      else if (data[0] === 'reply' && data[1] === 1) port.postMessage(['ask', 2, view, false, 1000, 0]);
      else if (data[0] === 'reply') {
        resolve(performance.now() - began);
        end();
      }
    };
  });
}

const STAYS = 'def move(view):\n    return [-1, -1]\n';

function start(port: MessagePort, source = STAYS, steps = 0, game = 'tank') {
  const setup = JSON.stringify({ game, player: 0, players: 2, clock: {} });
  port.postMessage(['start', 1, source, 'bot.py', setup, 1n, 'marker', 0, '', 5000, steps]);
}

/** One worker asks and counts; the other end is a bot in its seat, or a worker that sends back what it gets. */
const ASKER = `onmessage = ({ data: { text, count, bot }, ports: [port] }) => {
  let left = count, began = 0;
  const ask = () => port.postMessage(bot ? ['ask', 9, text, false, 1000, 0] : text);
  port.onmessage = ({ data }) => {
    if (bot && data[0] !== 'reply') return;
    if (left-- > 0) return ask();
    postMessage((performance.now() - began) / count);
  };
  began = performance.now();
  ask();
}`;
const ECHO = 'onmessage = ({ ports: [port] }) => { port.onmessage = ({ data }) => port.postMessage(data); }';

function asking(port: MessagePort, task: { text: string; count: number; bot: boolean }) {
  const asker = inline(ASKER);
  return new Promise((resolve) => {
    asker.onmessage = ({ data }) => {
      resolve(data);
      asker.terminate();
    };
    asker.postMessage(task, [port]);
  });
}

/** Milliseconds of one bare round trip between two workers. */
async function echo(text: string, count: number) {
  const worker = inline(ECHO);
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(null, [port2]);
  const time = await asking(port1, { text, count, bot: false });
  worker.terminate();
  return time;
}

/** The same across the wall: the other worker is in a sealed frame, as a bot is. */
async function sealedEcho(text: string, count: number) {
  sealed ??= echoSeat();
  const { port, end } = (await sealed).open(() => {});
  const time = await asking(port, { text, count, bot: false });
  end();
  return time;
}

let sealed: ReturnType<typeof echoSeat> | null = null;

/** A seat whose worker sends back what it gets, in the place of one with a bot. */
async function echoSeat() {
  const seat = createSeat(manifest.frame, {
    badSnapshot: (why) => console.error(why),
    booted: () => {},
    lost: () => {},
  });
  const { parts } = await bootedEngine();
  const script = new Blob([`onmessage = () => { ${ECHO}; postMessage({ booted: true }); }`], asText);
  await seat.equip({ parts: { ...parts, snapshot: null }, script, memory: 256 * 2 ** 20 });
  return seat;
}

/** Milliseconds of one ask of a bot that is there. */
async function ask(seat: Seat, text: string, count: number) {
  const { port, end } = seat.open(() => {});
  await new Promise((resolve) => {
    port.onmessage = ({ data }) => {
      if (data[0] === 'ready') start(port);
      else if (data[0] === 'reply') resolve(null);
    };
  });
  port.onmessage = null;
  const time = await asking(port, { text, count, bot: true });
  end();
  return time;
}

/** Calls, loops, and a little arithmetic, as bots have. */
const WORKS = `def step(n):
    return n * 3 % 1009

def move(view):
    n = 1
    for _ in range(20000):
        n = step(n)
    return [-1, -1]
`;

/** Milliseconds of one ask of a bot that works, with its steps counted or not. */
async function work(text: string, steps: number) {
  const { port, end } = (await seat()).open(() => {});
  /** Milliseconds. */
  const answered = (id: number, put: () => void) =>
    new Promise<number>((resolve) => {
      const began = performance.now();
      port.onmessage = ({ data }) => {
        if (data[0] === 'ready' ? id === 0 : data[0] === 'reply' && data[1] === id)
          resolve(performance.now() - began);
      };
      put();
    });
  await answered(0, () => {});
  await answered(1, () => start(port, WORKS, steps));
  const ask = (id: number) => answered(id, () => port.postMessage(['ask', id, text, false, 60_000, steps]));
  await ask(2);
  const time = await ask(3);
  end();
  return time;
}

let made: ReturnType<typeof equippedSeat> | null = null;
const seat = () => {
  made ??= equippedSeat();
  return made;
};

/** An engine's Python without an engine, which runs what it is sent. With ports it asks the bots behind them. */
const ONE_PYTHON = `onmessage = async ({ data: { core, parts } }) => {
  const load = importScripts;
  globalThis.importScripts = () => { throw new TypeError('everything is here already'); };
  load(core);
  const wasm = new Response(parts.wasm, { headers: { 'content-type': 'application/wasm' } });
  const python = await sandlotCore.bootPython({ ...parts, module: await WebAssembly.compileStreaming(wasm), snapshot: null });
  const ask = (port, text) => new Promise((resolve) => {
    port.onmessage = ({ data: [kind, , said] }) => kind === 'reply' && resolve(said);
    port.postMessage(['ask', 2, text, false, 60_000, 0]);
  });
  const play = async (games, ports) => {
    for (let replies = '[]'; ; ) {
      const texts = JSON.parse(games.turn(replies));
      if (!texts) return;
      replies = JSON.stringify(await Promise.all(texts.map((text, k) => ask(ports[k], text))));
    }
  };
  onmessage = async ({ data, ports }) => {
    const began = performance.now();
    const games = python.runPython(data);
    if (ports.length > 0) await play(games, ports);
    postMessage(performance.now() - began);
  };
  postMessage(0);
}`;
let onePython: Worker | null = null;

/** The milliseconds that it takes. */
const told = (worker: Worker | null, message: unknown, ports: MessagePort[] = []) =>
  new Promise<number>((resolve, reject) => {
    if (!worker) return reject(new Error('it is not prepared'));
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(message, ports);
  });

/** @param script what runs before everything that is measured */
async function prepareWithoutWalls(script: string) {
  const { parts } = await bootedEngine();
  onePython = inline(ONE_PYTHON);
  await told(onePython, { core: new URL(manifest.core, location.href).href, parts });
  await told(onePython, script);
}

/**
 * Milliseconds of games in which all views go to two sealed bots and their replies come back, and nothing else is done.
 * @param script makes the games: `turn(replies)` takes the replies and returns views, as JSON
 * @param source of both bots, which play all games
 */
async function least(script: string, source: string) {
  const opened = await Promise.all([equippedSeat(), equippedSeat()]);
  const bots = opened.map((seat) => seat.open(() => {}));
  const there = bots.map(
    ({ port }) =>
      new Promise((resolve) => {
        port.onmessage = ({ data }) => {
          if (data[0] === 'ready') start(port, source, 0, 'snake');
          else if (data[0] === 'reply') resolve(null);
        };
      }),
  );
  await Promise.all(there);
  const ports = bots.map(({ port }) => port);
  const time = await told(onePython, script, ports);
  for (const { end } of bots) end();
  return time;
}

Object.assign(window, {
  bench: {
    least,
    prepareWithoutWalls,
    withoutWalls: (script: string) => told(onePython, script),
    bareBoot,
    firstAnswer: async (view: string) => firstAnswer(await seat(), view),
    equip: async () => void (await seat()),
    echo,
    sealedEcho,
    work,
    ask: async (text: string, count: number) => ask(await seat(), text, count),
  },
});
