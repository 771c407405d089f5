// Puzzles: what is kept of them, the streak, and which one comes next.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { MOST_COUNTED, REACHED, STREAK } from '../../static/base/storage/puzzles.ts';
import { createTranslator } from '../../static/base/words/translator.ts';
import {
  after,
  fitting,
  grouped,
  knownOf,
  levelOf,
  levelsOf,
  merged,
  mergedStreak,
  nextOf,
  numberIn,
  playerLevel,
  reachedIn,
  streakAfter,
  wantedAfter,
} from '../../static/panels/puzzles/progress.ts';
import {
  goalOf,
  isOfHidden,
  marginOf,
  taskOf,
  turnsOf,
  type Words,
  wrongHere,
  wrongIn,
} from '../../static/panels/puzzles/said.ts';
import { readSaved, savedOf } from '../../static/panels/puzzles/saved.ts';
import { type Progress, PUZZLES, type Puzzle, type Reached } from '../../static/panels/puzzles/types.ts';

const NEW: Reached = { solved: false, first: false, shown: false, tries: 0, at: 0 };
const RUNGS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** @param found how many rungs find it */
const puzzle = (id: string, found: number, theme = 'only-move'): Puzzle => ({
  ...{ id, theme, match: '#v2.abc', turn: 3, seat: 0, answers: [1], depth: 8, lines: [] },
  best: { what: 'lives', count: 8 },
  next: { what: 'dies', count: 3 },
  found_by: RUNGS.slice(RUNGS.length - found),
});

const ALL = {
  game: 'snake',
  rules: '0123456789abcdef',
  rungs: RUNGS,
  puzzles: [puzzle('p-1', 6), puzzle('p-2', 3, 'cut-off'), puzzle('p-3', 0), puzzle('p-4', 5, 'cut-off')],
};
const ANY = { theme: '', level: '' } as const;

test('a streak counts puzzles solved at the first try, and ends with a wrong order or a shown answer', () => {
  let streak = { now: 0, best: 0, at: 0 };
  streak = streakAfter(streak, NEW, 'right', 1);
  streak = streakAfter(streak, NEW, 'right', 2);
  assert.deepEqual(streak, { now: 2, best: 2, at: 2 });
  const missed = streakAfter(streak, NEW, 'wrong', 3);
  assert.deepEqual(missed, { now: 0, best: 2, at: 3 });
  assert.deepEqual(streakAfter(streak, NEW, 'shown', 3), missed);
  // Whoever tries again does not count, whatever comes of it.
  const tried = after(NEW, 'wrong', 3);
  assert.deepEqual(streakAfter(missed, tried, 'right', 4), missed);
  const seen = after(NEW, 'shown', 3);
  assert.deepEqual(streakAfter(missed, seen, 'right', 4), missed);
  // A solved puzzle may be played again.
  assert.deepEqual(streakAfter(streak, after(NEW, 'right', 2), 'wrong', 5), streak);
});

test('a puzzle is not solved after its answer was shown', () => {
  assert.deepEqual(after(NEW, 'right', 1), { ...NEW, solved: true, first: true, tries: 1, at: 1 });
  const again = after(after(NEW, 'wrong', 1), 'right', 2);
  assert.deepEqual(again, { ...NEW, solved: true, tries: 2, at: 2 });
  assert.equal(after(after(NEW, 'shown', 1), 'right', 2).solved, false);
  assert.equal(after(after(NEW, 'right', 1), 'shown', 2).solved, true);
});

test('merging progress keeps solved puzzles of both devices and the later streak', () => {
  const mine: Progress = { 'p-1': after(NEW, 'right', 1), 'p-2': after(NEW, 'wrong', 2) };
  const theirs: Progress = { 'p-2': after(NEW, 'right', 5), 'p-3': after(NEW, 'shown', 6) };
  const both = merged(mine, theirs);
  assert.deepEqual(both, merged(theirs, mine));
  assert.deepEqual(merged(both, mine), both);
  assert.equal(both['p-2']?.solved, true);
  const [old, late] = [
    { now: 7, best: 9, at: 1 },
    { now: 1, best: 2, at: 2 },
  ];
  assert.deepEqual(mergedStreak(old, late), { now: 1, best: 9, at: 2 });
  assert.deepEqual(mergedStreak(late, old), mergedStreak(old, late));
});

test('the next puzzle is an unsolved one near the level of the player', () => {
  assert.equal(levelOf(puzzle('x', 6), RUNGS), 'easy');
  assert.equal(levelOf(puzzle('x', 3), RUNGS), 'medium');
  assert.equal(levelOf(puzzle('x', 0), RUNGS), 'hard');
  assert.equal(nextOf(ALL, ANY, {}, '')?.id, 'p-4');
  const strong: Progress = Object.fromEntries(
    Array.from({ length: 12 }, (_, k) => [`old-${k}`, after(NEW, 'right', k)]),
  );
  assert.ok(playerLevel(strong) > 0.9 && playerLevel({}) < 0.3);
  assert.equal(nextOf(ALL, ANY, strong, '')?.id, 'p-3');
  assert.equal(nextOf(ALL, ANY, strong, 'p-3')?.id, 'p-2', 'not the same at once');
  const lost: Progress = Object.fromEntries(
    Array.from({ length: 12 }, (_, k) => [`old-${k}`, after(NEW, 'wrong', k)]),
  );
  assert.equal(nextOf(ALL, ANY, lost, '')?.id, 'p-1');
  // What was never tried comes before what was missed; and once all are solved, the one seen longest ago.
  assert.equal(nextOf(ALL, ANY, { 'p-4': after(NEW, 'wrong', 1) }, '')?.id, 'p-1');
  const solved: Progress = Object.fromEntries(
    ALL.puzzles.map(({ id }, k) => [id, after(NEW, 'right', 10 - k)]),
  );
  assert.equal(nextOf(ALL, ANY, solved, '')?.id, 'p-4');
  assert.equal(nextOf(ALL, { theme: 'cut-off', level: 'medium' }, {}, '')?.id, 'p-2');
  assert.equal(nextOf(ALL, { theme: 'nothing', level: '' }, {}, ''), null);
  assert.equal(nextOf({ ...ALL, puzzles: [puzzle('p-1', 6)] }, ANY, {}, 'p-1')?.id, 'p-1');
  assert.deepEqual(
    fitting(ALL, { theme: 'cut-off', level: '' }).map(({ id }) => id),
    ['p-2', 'p-4'],
  );
});

test('a level without puzzles is not offered', () => {
  assert.deepEqual(levelsOf(ALL, ''), ['easy', 'medium', 'hard']);
  assert.deepEqual(levelsOf(ALL, 'cut-off'), ['easy', 'medium']);
  assert.deepEqual(levelsOf({ ...ALL, puzzles: [puzzle('p-1', 0)] }, ''), ['hard']);
});

test('a file of progress is read back as far as it fits', () => {
  const puzzles = { snake: { 'p-1': after(NEW, 'right', 1) } };
  const streak = { now: 1, best: 1, at: 1 };
  assert.deepEqual(readSaved(savedOf(puzzles, streak), ['snake', 'tank']), { puzzles, streak });
  assert.deepEqual(readSaved(savedOf(puzzles, streak), ['tank']), { puzzles: {}, streak });
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, k) => [`p-${k}`, NEW]));
  for (const other of [null, undefined, 3, {}, { puzzles, streak: 3 }, savedOf({ snake: many }, streak)])
    assert.equal(readSaved(other, ['snake']), null);
  assert.equal(reachedIn({}, 'constructor').tries, 0);
});

test('only valid puzzles of a file are read', () => {
  assert.deepEqual(PUZZLES(ALL), ALL);
  // Where no house bot finds a puzzle the file does not name any.
  const { found_by: _, ...unfound } = puzzle('p-1', 0);
  assert.deepEqual(PUZZLES({ ...ALL, puzzles: [unfound] }).puzzles, [puzzle('p-1', 0)]);
  // A puzzle of a link need not have lines.
  const { lines: __, ...bare } = puzzle('p-1', 1);
  assert.deepEqual(PUZZLES({ ...ALL, puzzles: [bare] }).puzzles, [puzzle('p-1', 1)]);
  for (const other of [
    null,
    { ...ALL, puzzles: [{ ...puzzle('p-1', 1), match: '#b1.x' }] },
    { ...ALL, puzzles: [{ ...puzzle('p-1', 1), best: { what: 'sings', count: 1 } }] },
    { ...ALL, puzzles: Array.from({ length: 1001 }, (_, k) => puzzle(`p-${k}`, 1)) },
  ])
    assert.throws(() => PUZZLES(other));
});

test('recorded puzzles of all games are read, with messages in every language', () => {
  const folder = new URL('../../py/sandlot/puzzles/data/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  assert.ok(files.length >= 3);
  for (const language of ['en', 'zh', 'ru']) {
    const path = new URL(`../../static/panels/puzzles/words/${language}.json`, import.meta.url);
    const said: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'));
    const words: Words = {
      t(id) {
        assert.ok(Object.hasOwn(said, id), `${language} lacks ${id}`);
        return id;
      },
      say: ([id]) => id,
      knows: (id) => Object.hasOwn(said, id),
    };
    for (const name of files)
      for (const each of PUZZLES(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))).puzzles) {
        assert.notEqual(taskOf(words, each.theme, 'blue'), 'puzzle.task');
        goalOf(words, each);
        marginOf(words, each);
        for (const turns of [0, 1, 2])
          for (const why of turns > 0 ? [null, 'why'] : [null]) wrongIn(words, each, { turns, why });
        for (const why of [null, 'why']) wrongHere(words, each, { turns: 2, why });
      }
  }
  // In Tank it is a tank or the base that is won or lost.
  const tank = { theme: 'save-base', best: { what: 'lives', count: 2 }, next: { what: 'loses', count: 2 } };
  const bare: Words = { t: (id) => id, say: ([id]) => id, knows: (id) => id.endsWith('.save-base') };
  assert.equal(wrongIn(bare, tank as Puzzle, { turns: 0, why: null }), 'puzzle.wrong.loses.save-base');
  assert.equal(wrongIn(bare, tank as Puzzle, { turns: 1, why: 'lost' }), 'puzzle.wrong.lost.atOnce');
  assert.equal(wrongIn(bare, tank as Puzzle, { turns: 2, why: 'lost' }), 'puzzle.wrong.lost');
});

test('progress on unknown puzzles is dropped', () => {
  const one = { solved: true, first: true, shown: false, tries: 1, at: 1 };
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, k) => [`other-${k}`, one]));
  const puzzles = [{ id: 'snake-1' }] as Puzzle[];
  assert.deepEqual(knownOf({ ...many, 'snake-1': one }, { puzzles }), { 'snake-1': one });
  assert.deepEqual(knownOf(many, null), {});
});

test('of a share it is said whose it is, and how much the best cell has', () => {
  const path = new URL('../../static/panels/puzzles/words/en.json', import.meta.url);
  const { t } = createTranslator(JSON.parse(readFileSync(path, 'utf8')));
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  const en: Words = { t: (id, params) => plain(t(id, params)), say: ([id]) => id, knows: () => false };
  const asks = {
    theme: 'best-question',
    best: { what: 'asks', count: 174 },
    next: { what: 'asks', count: 74 },
  } as const;
  assert.equal(
    marginOf(en, asks),
    'It rules out about 70 % of all arrangements on average; no other cell rules out more than about 40 %.',
  );
  assert.equal(
    wrongIn(en, asks, { turns: 0, why: null }),
    'On average your cell rules out no more than about 40 % of all arrangements, and the best one about 70 %.',
  );
  const sure = {
    theme: 'find-head',
    best: { what: 'sure', count: 1000 },
    next: { what: 'sure', count: 520 },
  } as const;
  assert.match(wrongIn(en, sure, { turns: 0, why: null }), /no more than 52 %.* in 100 % in the best one/);
});

test('rounds of generals are two turns, and shares and bits are none', () => {
  assert.equal(turnsOf('capture', { what: 'wins', count: 3 }), 6);
  assert.equal(turnsOf('save-general', { what: 'lives', count: 2 }), 4);
  assert.equal(turnsOf('save-general', { what: 'loses', count: 2 }), 4);
  assert.equal(turnsOf('only-move', { what: 'dies', count: 3 }), 3);
  assert.equal(turnsOf('find-head', { what: 'sure', count: 900 }), 0);
  // The end of such a match would show what is asked for.
  assert.equal(isOfHidden({ what: 'sure', count: 900 }), true);
  assert.equal(isOfHidden({ what: 'loses', count: 2 }), false);
});

test('counts up to the limit of a file can be stored', () => {
  const most = { ...NEW, tries: MOST_COUNTED };
  for (const outcome of ['right', 'wrong', 'shown'] as const) REACHED({ 'p-1': after(most, outcome, 1) });
  STREAK(streakAfter({ now: MOST_COUNTED, best: MOST_COUNTED, at: 0 }, NEW, 'right', 1));
});

test('puzzles are grouped by theme, the easiest first', () => {
  const groups = grouped(ALL.puzzles, RUNGS);
  assert.deepEqual(
    groups.map(({ theme, level, puzzles }) => [theme, level, puzzles.map(({ id }) => id)]),
    [
      ['only-move', 'easy', ['p-1']],
      ['only-move', 'hard', ['p-3']],
      ['cut-off', 'easy', ['p-4']],
      ['cut-off', 'medium', ['p-2']],
    ],
  );
});

test('puzzles are numbered within their theme as they stand there, and the next one is of the theme', () => {
  assert.deepEqual(
    ALL.puzzles.map((each) => numberIn(ALL, each)),
    [1, 2, 2, 1],
  );
  assert.equal(numberIn(ALL, puzzle('other', 1)), null);
  assert.deepEqual(wantedAfter(ALL, ANY, {}, 'p-4'), { theme: 'cut-off', level: '' });
  // Once all of it is solved, any will do.
  const solved = { 'p-2': after(NEW, 'right', 1) };
  assert.deepEqual(wantedAfter(ALL, ANY, solved, 'p-4'), ANY);
  assert.deepEqual(wantedAfter(ALL, ANY, {}, ''), ANY);
  assert.deepEqual(wantedAfter(ALL, { theme: 'only-move', level: '' }, {}, 'p-4'), {
    theme: 'only-move',
    level: '',
  });
});
