// What is hidden of a match that is being computed from whoever watches it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeltaLog } from '../../static/match/delta-log.ts';
import { createPlayback } from '../../static/match/playback.ts';
import type { Header, Match, Result, TurnRecord } from '../../static/match/types.ts';
import { createAhead } from '../../static/panels/watch/ahead.ts';
import { part } from './part.ts';

const RECORD: TurnRecord = { answers: [], stats: { series: {}, marks: [] } };

/** Where the match has come to while nobody has moved on from its start. */
const COMPUTED = 9;

/** A match of one's own bot that is computed more quickly than it is shown. */
function watching() {
  const playback = createPlayback(
    () => 1,
    async () => {},
    () => () => {},
  );
  const follow = createAhead();
  let isHidden = false;
  playback.subscribe((state) => {
    isHidden = follow(state);
  });
  const match: Match = {
    origin: 'live',
    header: part<Header>({ game: 'snake', players: [{ name: 'mine', kind: 'code' }] }),
    deltaLog: createDeltaLog([]),
    views: new Map(),
    records: [],
    result: null,
    replay: async () => null,
  };
  playback.load(match, { live: true });
  for (let k = 0; k <= COMPUTED; k += 1) playback.push('[]', RECORD);
  return { playback, isHidden: () => isHidden };
}

test('a match that is being computed is not told ahead of the turn that is shown', () => {
  const { playback, isHidden } = watching();
  assert.equal(isHidden(), true);
  playback.goTo(4);
  assert.equal(isHidden(), true, 'somebody went ahead, as far as this');
  playback.toggle();
  playback.toggle();
  assert.equal(isHidden(), true, 'a pause tells nothing');
  playback.goTo(2);
  assert.equal(isHidden(), false, 'whoever goes back sees all there is');
  playback.goTo(COMPUTED);
  assert.equal(isHidden(), true, 'and watches on from its newest turn');
});

test('of a match that is over all is shown', () => {
  const { playback, isHidden } = watching();
  playback.goTo(1);
  playback.finish(part<Result>({ scores: [], places: [], losses: [] }));
  assert.equal(isHidden(), false);
});
