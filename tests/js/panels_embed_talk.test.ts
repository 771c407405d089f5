// What an embed says to the page around it, and what it hears: by what each browser tells of that page.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Playback, State } from '../../static/match/playback.ts';
import { createTalk } from '../../static/panels/embed/talk.ts';
import { part } from './part.ts';

const HOST = 'https://host.example';
const world: any = globalThis;
let said: [unknown, string][];
let done: [string, unknown][];
let listeners: Record<string, (event: unknown) => void>;
const parent = { postMessage: (data: unknown, to: string) => void said.push([data, to]) };

function talk({
  origins,
  referrer = '',
  framed = true,
}: {
  origins?: string[];
  referrer?: string;
  framed?: boolean;
} = {}) {
  world.window = framed ? { parent } : {};
  if (!framed) world.window.parent = world.window;
  world.location = { ancestorOrigins: origins };
  world.document = { referrer };
  const state = part<State>({ position: 0, last: 9, playing: false });
  const shown = {
    state,
    changed() {},
    subscribe(hear: (now: State) => void) {
      shown.changed = () => hear(state);
    },
  };
  createTalk(part<Playback>(shown), (width) => 2 * width, {
    play: (playing) => void done.push(['play', playing]),
    seek: (turn) => void done.push(['seek', turn]),
  }).ready();
  return shown;
}

const hear = (data: unknown, from: object = {}) =>
  listeners.message?.({ source: parent, origin: HOST, data, ...from });
const seek = (turn: unknown) => ({ sandlot: 1, type: 'seek', turn });

beforeEach(() => {
  said = [];
  done = [];
  listeners = {};
  world.innerWidth = 300;
  world.addEventListener = (type: string, listener: (event: unknown) => void) => {
    listeners[type] = listener;
  };
});

test('an embed reports its state once, to its parent only', () => {
  const playback = talk({ origins: [HOST, 'https://top.example'] });
  playback.changed();
  playback.state.position = 3;
  playback.changed();
  assert.deepEqual(said, [
    [{ sandlot: 1, type: 'ready' }, HOST],
    [{ sandlot: 1, type: 'height', height: 600 }, HOST],
    [{ sandlot: 1, type: 'turn', turn: 0, last: 9, playing: false }, HOST],
    [{ sandlot: 1, type: 'turn', turn: 3, last: 9, playing: false }, HOST],
  ]);
});

test('the parent is identified by its window, and by its origin if known', () => {
  for (const [where, to] of [
    [{ origins: [HOST] }, HOST],
    [{ referrer: `${HOST}/a/page` }, HOST],
    [{}, '*'],
    [{ origins: ['null'] }, '*'],
    [{ origins: ['file://'] }, '*'],
  ] as [{ origins?: string[]; referrer?: string }, string][]) {
    said = [];
    done = [];
    talk(where);
    assert.equal(said[0]?.[1], to);
    const named: { origin?: string } = where.origins?.[0] === 'null' ? { origin: 'null' } : {};
    hear(seek(1), { ...named, source: {} });
    hear(seek(2), { ...named, source: null });
    assert.deepEqual(done, []);
    hear(seek(3), named);
    assert.deepEqual(done, [['seek', 3]]);
    hear(seek(4), { origin: 'https://other.example' });
    assert.equal(done.length, where.origins?.[0] === to || named.origin ? 1 : where.referrer ? 1 : 2);
  }
});

test('an embed obeys only commands of its protocol', () => {
  talk({ origins: [HOST] });
  for (const turn of [-1, 1.5, 1e300, '3', null, undefined, Number.NaN, {}]) hear(seek(turn));
  for (const data of [
    null,
    undefined,
    'seek',
    7,
    [],
    {},
    { ...seek(1), sandlot: 2 },
    { ...seek(1), type: 'go' },
  ])
    hear(data);
  assert.deepEqual(done, []);
  hear({ sandlot: 1, type: 'play' });
  hear({ sandlot: 1, type: 'play', playing: false });
  hear(seek(7));
  assert.deepEqual(done, [
    ['play', true],
    ['play', false],
    ['seek', 7],
  ]);
});

test('an embed in its own tab sends no messages', () => {
  talk({ framed: false });
  assert.deepEqual([said, listeners], [[], {}]);
});
