// Versions: which runs leave one, what is noted of how they ended, and how much has changed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer, Code, Fault, Match, MatchSpec, Result, TurnRecord } from '../../static/match/types.ts';
import { changesIn } from '../../static/panels/code/changes.ts';
import { createTried, hasMoved, outcomeOf } from '../../static/panels/code/tried.ts';
import { part } from './part.ts';

const CODE = { name: 'my_bot.py', source: 'def move(view): ...' };
const SPEC = part<MatchSpec>({
  game: 'tank',
  seed: '7',
  seats: [
    { kind: 'code', ...CODE },
    { kind: 'house', name: 'hunter' },
  ],
});
const answer = (player: number, fault: Fault | null = null) => part<Answer>({ player, fault });
const started: TurnRecord = { stats: part<TurnRecord['stats']>({}), answers: [answer(0), answer(1)] };
const failed: TurnRecord = {
  stats: part<TurnRecord['stats']>({}),
  answers: [answer(0, part<Fault>({ kind: 'crash' })), answer(1)],
};
const match = (records: TurnRecord[], result: Result | null = null) =>
  part<Match>({
    origin: 'live',
    header: { game: 'tank', seed: '7', players: [{ name: 'my_bot.py' }, { name: 'hunter' }] },
    records,
    result,
  });

type Played = { records: TurnRecord[]; live?: boolean; result?: Partial<Result> | null };

/** Plays a match in steps, and returns what was kept and noted. */
async function tried(states: Played[], spec = SPEC) {
  const heard: unknown[] = [];
  const watching = createTried(
    async ({ id }) => void heard.push(['keep', id]),
    ({ id }, outcome) => void heard.push(['ended', id, outcome]),
  );
  watching.begin(spec, CODE, 3);
  const shown = match([]);
  for (const { records, live = true, result = null } of states)
    watching.follow({ match: Object.assign(shown, { records, result: result as Result | null }), live });
  await new Promise((resolve) => setTimeout(resolve));
  return heard;
}

test('a match in which the code moved adds one version with its result', async () => {
  const won = { places: [1, 2], turns: 2 };
  const heard = await tried([
    { records: [started] },
    { records: [started, started] },
    { records: [started, started, started] },
    { records: [started, started, started], live: false, result: won },
  ]);
  assert.deepEqual(heard, [
    ['keep', 3],
    ['ended', 3, { end: 'won', against: 'hunter', turns: 2 }],
  ]);
});

test('a run that fails before its first move adds no version', async () => {
  const lost = { places: [2, 1], turns: 1 };
  for (const records of [[failed], [failed, failed], [started, failed]])
    assert.deepEqual(await tried([{ records }, { records, live: false, result: lost }]), []);
});

test('a stopped match adds a version without result, another match none', async () => {
  const records = [started, started];
  assert.deepEqual(await tried([{ records }, { records, live: false }]), [['keep', 3]]);
  assert.deepEqual(await tried([{ records }], { ...SPEC, seed: '8' }), []);
  assert.deepEqual(await tried([{ records }], { ...SPEC, seats: SPEC.seats.toReversed().slice(0, 1) }), []);
});

test('turns that were recorded before a fork are not moves of the code', () => {
  assert.equal(hasMoved({ records: [started, started, failed] }, [0], 2), false);
  assert.equal(hasMoved({ records: [started, started, failed, started] }, [0], 2), true);
});

test('a shared first place is a draw, in the order of the seats', () => {
  const { header } = match([]);
  const end = (places: number[], own = [0]) =>
    outcomeOf({ header, result: part<Result>({ places, turns: 5 }) }, own)?.end;
  assert.equal(end([1, 1]), 'drawn');
  assert.equal(end([2, 1]), 'lost');
  assert.equal(end([2, 1], [1]), 'won');
  assert.equal(outcomeOf({ header, result: null }, [0]), null);
});

test('lines are counted, in all files, and moved ones are not', () => {
  const bot = (source: string, ...files: [path: string, text: string][]): Code => ({
    name: 'a',
    source,
    ...(files.length > 0 ? { main: 'main.py', files: files.map(([path, text]) => ({ path, text })) } : {}),
  });
  assert.deepEqual(changesIn(bot('a\nb\nc'), bot('c\na\nb')), { added: 0, removed: 0 });
  assert.deepEqual(changesIn(bot('a\nb'), bot('a\nx\ny')), { added: 2, removed: 1 });
  assert.deepEqual(changesIn(bot('a\na'), bot('a')), { added: 0, removed: 1 });
  const several = changesIn(bot('a', ['x.py', 'one']), bot('a', ['x.py', 'two\nthree']));
  assert.deepEqual(several, { added: 2, removed: 1 });
});
