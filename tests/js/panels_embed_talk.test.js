// What an embed says to the page around it, and what it hears: by what each browser tells of that page.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createTalk } from '../../static/panels/embed/talk.ts';

const HOST = 'https://host.example';
/** @type {any} */
const world = globalThis;
/** @type {[any, string][]} */
let said;
/** @type {[string, unknown][]} */
let done;
/** @type {Record<string, (event: any) => void>} */
let listeners;
const parent = { postMessage: (/** @type {any} */ data, /** @type {string} */ to) => void said.push([data, to]) };

/** @param {{origins?: string[], referrer?: string, framed?: boolean}} [where] */
function talk({ origins, referrer = '', framed = true } = {}) {
  world.window = framed ? { parent } : {};
  if (!framed) world.window.parent = world.window;
  world.location = { ancestorOrigins: origins };
  world.document = { referrer };
  const state = { position: 0, last: 9, playing: false };
  /** @type {any} */
  const playback = { state, subscribe: (/** @type {() => void} */ hear) => void (playback.changed = hear) };
  createTalk(playback, (width) => 2 * width, {
    play: (playing) => void done.push(['play', playing]),
    seek: (turn) => void done.push(['seek', turn]),
  }).ready();
  return playback;
}

/** @param {unknown} data @param {object} [from] */
const hear = (data, from = {}) => listeners.message?.({ source: parent, origin: HOST, data, ...from });
const seek = (/** @type {unknown} */ turn) => ({ sandlot: 1, type: 'seek', turn });

beforeEach(() => {
  said = [];
  done = [];
  listeners = {};
  world.innerWidth = 300;
  world.addEventListener = (/** @type {string} */ type, /** @type {any} */ listener) => {
    listeners[type] = listener;
  };
});

test('it says what it shows, once, and to the page around it alone', () => {
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

test('the page around it is known by its origin where the browser tells it, and always by its window', () => {
  for (const [where, to] of /** @type {[any, string][]} */ ([
    [{ origins: [HOST] }, HOST],
    [{ referrer: `${HOST}/a/page` }, HOST],
    [{}, '*'],
    [{ origins: ['null'] }, '*'],
    [{ origins: ['file://'] }, '*'],
  ])) {
    said = [];
    done = [];
    talk(where);
    assert.equal(said[0]?.[1], to);
    const named = where.origins?.[0] === 'null' ? { origin: 'null' } : {};
    hear(seek(1), { ...named, source: {} });
    hear(seek(2), { ...named, source: null });
    assert.deepEqual(done, []);
    hear(seek(3), named);
    assert.deepEqual(done, [['seek', 3]]);
    hear(seek(4), { origin: 'https://other.example' });
    assert.equal(done.length, where.origins?.[0] === to || named.origin ? 1 : where.referrer ? 1 : 2);
  }
});

test('it hears orders of its protocol, and nothing else', () => {
  talk({ origins: [HOST] });
  for (const turn of [-1, 1.5, 1e300, '3', null, undefined, Number.NaN, {}]) hear(seek(turn));
  for (const data of [null, undefined, 'seek', 7, [], {}, { ...seek(1), sandlot: 2 }, { ...seek(1), type: 'go' }])
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

test('by itself in a tab it talks to nobody', () => {
  talk({ framed: false });
  assert.deepEqual([said, listeners], [[], {}]);
});
