// A replay is shown while the rest of it is read. Its beginning may lie.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { App } from '../../static/app.ts';
import type { Header, Match, Replay } from '../../static/match/types.ts';
import { createArrival } from '../../static/panels/replays/arrival.ts';
import { part } from './part.ts';

const SNAKE = '[{"game":"snake"}]';
const TANK = '[{"game":"tank"}]';
const header = (game: string, players = 2) =>
  part<Header>({ game, players: Array.from({ length: players }, (_, k) => part({ name: `${k}` })) });
const record = part<Replay['records'][number]>({ answers: [] });

let shown: Match | null;
let app: Pick<App, 'playback' | 'enter'>;

beforeEach(() => {
  shown = null;
  const state = { match: null as Match | null, position: 0, live: false };
  app = part<typeof app>({
    playback: part<App['playback']>({
      state: part<App['playback']['state']>(state),
      arrived: () => {},
      goTo: () => {},
      load(match: Match) {
        state.match = match;
        shown = match;
      },
    }),
    enter: part<App['enter']>({ makeRoomFor: () => {} }),
  });
});

const replay = (game: string, deltas: string[], players = 2) =>
  part<Replay>({ header: header(game, players), deltas, records: deltas.map(() => record) });

test('later parts are appended to the shown match', () => {
  const arrival = createArrival(app, 'text', null, false);
  arrival.early.start?.({ header: header('snake'), delta: SNAKE });
  arrival.early.more?.([SNAKE, '{}'], [record, record]);
  assert.equal(shown?.deltaLog.length, 2);
  const match = arrival.end(replay('snake', [SNAKE, '{}', '{}']), 'text');
  assert.equal(match, shown);
  assert.equal(match?.deltaLog.length, 3);
  assert.ok(arrival.isBegun());
});

for (const [what, other] of [
  ['of another game', replay('tank', [TANK, '{}'])],
  ['with another first position', replay('snake', [TANK, '{}'])],
  ['with more players', replay('snake', [SNAKE, '{}'], 3)],
] as const)
  test(`a match ${what} than its beginning is not mixed with it`, () => {
    const arrival = createArrival(app, 'text', null, false);
    arrival.early.start?.({ header: header('snake'), delta: SNAKE });
    const first = shown;
    if (other.deltas[0] !== SNAKE) arrival.early.more?.(other.deltas, other.records);
    assert.equal(arrival.end(other, 'text'), null);
    assert.equal(arrival.isBegun(), false);
    assert.deepEqual([first?.header.game, first?.deltaLog.length], ['snake', 1]);
    arrival.tell();
    arrival.undo();
  });
