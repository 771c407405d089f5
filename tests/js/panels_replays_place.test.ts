// The address follows what is shown: the match, its turn, and by whose eyes.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { State } from '../../static/match/playback.ts';
import type { Match } from '../../static/match/types.ts';
import type { Options, Position } from '../../static/panels/replays/place.ts';
import { createPlace } from '../../static/panels/replays/place.ts';
import type { Place } from '../../static/shell/router.ts';
import { part, there } from './part.ts';

const NONE = { match: null, turn: null, eyes: null };
let playback: Options['playback'] & { show: (news: Partial<State>) => void };
let said: Place;
let noted: Partial<Place>[];
let due: (() => void)[];
let place: Position;

const match = () => part<Match>({});

beforeEach(() => {
  said = part<Place>({ tab: 'play', ...NONE });
  noted = [];
  due = [];
  const listeners: (() => void)[] = [];
  playback = {
    state: part<State>({ match: match(), position: 0, perspective: null }),
    subscribe: (listener) => void listeners.push(() => listener(playback.state)),
    show(news) {
      Object.assign(this.state, news);
      for (const listener of listeners) listener();
    },
  };
  const note: Options['note'] = (news) => {
    noted.push(news);
    Object.assign(said, news);
  };
  place = createPlace({ playback, place: () => said, note }, (work) => {
    due.push(work);
    return () => {};
  });
});

const pass = () => {
  for (const work of due.splice(0)) work();
};

test('an unstored match has no address', () => {
  playback.show({ position: 5 });
  pass();
  assert.deepEqual(noted, []);
  assert.equal(place.shown(), null);
});

test('the address of a stored match is written once for many steps', () => {
  place.mark(there(playback.state.match), '1-2-3');
  for (let position = 0; position < 9; position += 1) playback.show({ position });
  assert.equal(due.length, 1);
  pass();
  assert.deepEqual(noted, [{ match: '1-2-3', turn: '8', eyes: null }]);
  playback.show({ perspective: 1 });
  pass();
  playback.show({});
  pass();
  assert.deepEqual(noted.slice(1), [{ match: '1-2-3', turn: '8', eyes: '2' }]);
});

test('another match removes the address', () => {
  place.mark(there(playback.state.match), '1-2-3');
  pass();
  playback.show({ match: match() });
  pass();
  assert.deepEqual(noted.at(-1), NONE);
});

test('other tabs keep their address', () => {
  place.mark(there(playback.state.match), '1-2-3');
  said.tab = 'replays';
  pass();
  assert.deepEqual(noted, []);
});

test('the address keeps its match while that is being opened', async () => {
  Object.assign(said, { match: '4-5-6', turn: '7' });
  playback.show({ position: 1 });
  let done = () => {};
  const held = place.hold(
    () =>
      new Promise<void>((resolve) => {
        done = resolve;
      }),
  );
  pass();
  assert.deepEqual(noted, []);
  const opened = match();
  place.mark(opened, '4-5-6');
  playback.show({ match: opened, position: 7 });
  done();
  await held;
  pass();
  assert.deepEqual(noted, [], 'it says so already');
});

test('an address without match follows the shown match', () => {
  place.mark(there(playback.state.match), '1-2-3');
  pass();
  noted.length = 0;
  // Back to an entry of the history that was left before the match was kept.
  Object.assign(said, NONE);
  place.follow();
  pass();
  assert.deepEqual(noted, [{ match: '1-2-3', turn: '0', eyes: null }]);
});

test('a pending address is written before leaving', () => {
  place.mark(there(playback.state.match), '1-2-3');
  place.settle();
  assert.deepEqual(noted, [{ match: '1-2-3', turn: '0', eyes: null }]);
  place.settle();
  pass();
  assert.equal(noted.length, 1);
});
