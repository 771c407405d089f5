// The product's arena without the page around it: what the tests of the sandbox play their matches with.

import { manifest, place } from '../../../static/base/site/manifest.ts';
import { arena } from '../../../static/start.ts';

/** What reached the page from somewhere that it does not listen to. */
const heard: unknown[] = [];
addEventListener('message', ({ data, source }) => {
  const frames = [...document.querySelectorAll('iframe')];
  // A sealed frame says one thing there, by which the page knows it.
  const isHello = frames.some(
    (each) => each.contentWindow === source && each.srcdoc.includes(`data-key="${data}"`),
  );
  if (!isHello) heard.push(data);
});
new BroadcastChannel('sandlot').onmessage = ({ data }) => heard.push(data);
/** A blob of the page's own, which nobody else may open. */
const blob = URL.createObjectURL(new Blob(['0;'], { type: 'text/javascript' }));

const running = new Set<{ stop: () => void }>();
/** What the seats of the last match were seen to do. */
let states: [number, string][] = [];

/**
 * Play a match to its end. A human among the players stays where it is, at once.
 * @returns how it ended, what was recorded, and in which states the seats were seen
 */
function play(spec: any): Promise<any> {
  return new Promise((resolve) => {
    const seen: any = {
      header: null,
      records: [],
      states: [],
      result: null,
      replay: null,
      error: null,
      stopped: false,
    };
    const finish = (news: object) => {
      running.delete(handle);
      resolve(JSON.parse(JSON.stringify({ ...seen, ...news })));
    };
    const handle = arena.play(spec, {
      start: ({ header }) => {
        seen.header = header;
      },
      seat: (player, state) => seen.states.push([player, state]),
      turn: (player) => void handle.move(player, [-1, -1]),
      position: (_k, _view, record) => seen.records.push(record),
      end: ({ result, replay }) => finish({ result, replay }),
      stop: ({ replay }) => finish({ stopped: true, replay }),
      error: (error) => finish({ error }),
    });
    running.add(handle);
    states = seen.states;
  });
}

/** An engine of one's own, whose seats are functions of the test. */
let engine: Promise<Worker> | null = null;

function openEngine() {
  const worker = new Worker(URL.createObjectURL(new Blob([manifest.engine], { type: 'text/javascript' })));
  const { core, wasm, stdlib, wheel, lock } = manifest;
  worker.postMessage({ type: 'boot', urls: { core, wasm, stdlib, wheel }, lock, place });
  return new Promise<Worker>((resolve) => {
    worker.onmessage = ({ data }) => data.type === 'booted' && resolve(worker);
  });
}

/** Play a match in which each seat is a function that is given the bot's end of the port. */
async function forge(clock: object, ...seats: ((port: MessagePort) => void)[]) {
  engine ??= openEngine();
  const worker = await engine;
  const players = [
    { name: 'bot.py', kind: 'code' },
    { name: 'hunter', kind: 'house' },
  ];
  const channels = seats.map(() => new MessageChannel());
  for (const [k, { port2 }] of channels.entries()) seats[k](port2);
  const config = { game: 'tank', seed: 1, options: { max_turns: 3 }, clock, players, memories: [] };
  const bots = seats.map(() => ({ source: '' }));
  const ports = channels.map(({ port1 }) => port1);
  const seen: any = { records: [], result: null, header: null, states: [] };
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.type === 'start') seen.header = data.header;
      if (data.type === 'position') seen.records.push(data.record);
      if (data.type === 'seat') seen.states.push([data.player, data.state, performance.now()]);
      if (data.type === 'error') reject(new Error(data.why));
      if (data.type === 'end') resolve({ ...seen, result: data.result });
    };
    const workers = ports.map((_, number) => ({ number, again: false, keep: false }));
    worker.postMessage({ type: 'play', match: 1, config, thinking: 'at_once', bots, workers }, ports);
  });
}

Object.assign(globalThis, {
  sandbox: {
    ready: () => arena.ready.then(() => true),
    play,
    forge,
    blob,
    heard,
    states: () => states,
    stop: () => {
      for (const each of running) each.stop();
    },
  },
});
