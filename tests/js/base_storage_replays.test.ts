// The library of replays, where there is no database: the list lasts as long as the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLibrary } from '../../static/base/storage/replays.ts';

const answer = (move: unknown) => ({ answers: [{ player: 0, move, fault: null }] });

/** @param moves of a match that is over, unless it is said that it was stopped */
const read = (moves: unknown[], isOver: boolean = true): any => ({
  header: { game: 'tank', seed: '7', options: {}, players: [{ name: 'gunner', kind: 'house' }] },
  result: isOver ? { places: [1], reason: ['verdict.draw', {}] } : null,
  turns: moves.length,
  records: [{ answers: [] }, ...moves.map(answer)],
});

const READ = read([1, 2, 3], false);

test('watching a replay does not move it in the list, continuing it makes it the newest', async (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: 1000 });
  const library = createLibrary(() => {});
  const first = await library.add(READ, 'first', { own: true });
  context.mock.timers.setTime(2000);
  await library.add(READ, 'second', { own: true });
  context.mock.timers.setTime(3000);
  await library.add(READ, 'first', { own: false });
  const times = () => library.list().map(({ time }) => time);
  assert.deepEqual(times(), [2000, 1000]);
  await library.add(read([1, 2, 3, 4], false), 'first and more', { own: true, instead: first?.id ?? null });
  assert.deepEqual(times(), [3000, 2000]);
});

test('one match is one entry, whichever texts tell it', async (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: 1000 });
  const library = createLibrary(() => {});
  const LINK = { own: false, linked: true };
  const add = (text: string, from: Parameters<typeof library.add>[2]) =>
    library.add(read([1, 2]), text, from);
  const first = await add('from a link', LINK);
  await library.add(read([1, 3]), 'of another match', LINK);
  await library.star([first?.id ?? 0], true);
  await library.rename(first?.id ?? 0, 'the best');
  const facts = async () => {
    const [entry] = library.list().filter(({ star }) => star);
    const { id = 0, own, linked = false, name, time, mark } = entry ?? {};
    return { count: library.list().length, text: await library.text(id), own, linked, name, time, mark };
  };
  const BEFORE = { count: 2, name: 'the best', mark: first?.mark, time: 1000 };
  context.mock.timers.setTime(2000);
  await add('from another link', LINK);
  assert.deepEqual(await facts(), { ...BEFORE, text: 'from a link', own: false, linked: true });
  // It is watched.
  await add('from a link', { own: false });
  assert.deepEqual(await facts(), { ...BEFORE, text: 'from a link', own: false, linked: true });
  const played = await add('played here', { own: true });
  assert.equal(played?.id, first?.id);
  const AFTER = { ...BEFORE, text: 'played here', own: true, linked: false, time: 2000 };
  assert.deepEqual(await facts(), AFTER);
  await add('from a link', LINK);
  assert.deepEqual(await facts(), AFTER);
});

test('a file says what bots printed, and a link to its match does not', async () => {
  const library = createLibrary(() => {});
  const match = read([1, 2]);
  const texts = () => Promise.all(library.list().map(({ id }) => library.text(id)));
  await library.add(match, 'from a link', { own: false, linked: true });
  await library.add(match, 'from a file', { own: false, name: 'a file' });
  await library.add(match, 'from another link', { own: false, linked: true });
  assert.deepEqual(await texts(), ['from a file']);
});

test('the same moves with other prints are another match', async () => {
  const library = createLibrary(() => {});
  const match = read([1, 2]);
  const texts = () => Promise.all(library.list().map(({ id }) => library.text(id)));
  await library.add(match, 'printed one thing', { own: true });
  await library.add(match, 'printed another', { own: true });
  await library.add(match, 'printed a third thing', { own: false });
  await library.add(match, 'printed another', { own: false });
  assert.deepEqual((await texts()).sort(), ['printed a third thing', 'printed another', 'printed one thing']);
});

test('a match that goes on joins one that is there only at its end', async () => {
  const library = createLibrary(() => {});
  const there = await library.add(read([1, 2]), 'from a link', { own: false, linked: true });
  const stopped = await library.add(read([1], false), 'stopped', { own: true });
  const begun = await library.add(read([1], false), 'begun', { own: true });
  assert.equal(new Set([there?.id, stopped?.id, begun?.id]).size, 3);
  await library.star([begun?.id ?? 0], true);
  const over = await library.add(read([1, 2]), 'over', { own: true, instead: begun?.id ?? null });
  assert.equal(over?.id, there?.id);
  assert.deepEqual(
    library.list().map(({ id, star }) => [id, star]),
    [
      [there?.id, true],
      [stopped?.id, false],
    ],
  );
});
