// A file on disk that is followed: its newer text is taken, and what was written in the page is never lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Code } from '../../static/match/types.ts';
import type { Asked } from '../../static/panels/bots/follow.ts';
import { createFollow } from '../../static/panels/bots/follow.ts';
import { part, there } from './part.ts';

/** A file on disk, a bot in the editor, and what follows the one with the other. */
function scene({ stored = true, may = 'granted' }: { stored?: boolean; may?: PermissionState } = {}) {
  const disk = { text: '# one', time: 1, isThere: true, isLarge: false, may, rest: [] as string[] };
  const handle = part<Asked>({
    ...{ name: 'bot.py', kind: 'file' },
    queryPermission: async () => disk.may,
    requestPermission: async () => 'granted',
  });
  const bots = new Map([[1, { name: 'bot.py', source: '' }]]);
  const kept = new Map();
  const seen = { id: 1, versions: [] as string[], said: [] as string[], runs: 0 };
  const editor = {
    id: () => seen.id,
    code: () => there(bots.get(seen.id)),
    put: (code: Code) => void bots.set(seen.id, code),
    receive: async (code: Code) => Boolean(bots.set(seen.id, code)),
    async keepVersion() {
      if (stored) seen.versions.push(there(bots.get(seen.id)).source);
      return { number: seen.versions.length, stored };
    },
  };
  const follow = createFollow({
    async lookAt() {
      if (!disk.isThere) throw new Error('not there');
      if (disk.isLarge) return null;
      return { mark: `${disk.time}`, files: [{ path: 'bot.py', data: new Blob([disk.text]) }] };
    },
    // While it waits, another program may write the next part.
    async pause() {
      const next = disk.rest.shift();
      if (next !== undefined) Object.assign(disk, { text: next, time: disk.time + 1 });
    },
    async read(_, [{ data }]) {
      const source = await data.text();
      if (source === '# broken') throw Object.assign(new Error(), { name: 'NotReadableError' });
      return { name: 'bot.py', source };
    },
    kept: {
      get: async (id) => kept.get(id) ?? null,
      put: async (id, followed) => void kept.set(id, followed),
      drop: async (id) => void kept.delete(id),
    },
    editor,
    run: () => {
      seen.runs += 1;
    },
    say: (id) => void seen.said.push(id),
    changed() {},
  });
  const save = (text: string) => Object.assign(disk, { text, time: disk.time + 1 });
  const write = (source: string) => bots.set(seen.id, { name: 'bot.py', source });
  const text = () => there(bots.get(seen.id)).source;
  return { disk, handle, bots, kept, seen, follow, save, write, text };
}

test('a newer file is loaded, and run on request', async () => {
  const { handle, follow, save, seen, text } = scene();
  await follow.start(handle);
  assert.equal(text(), '# one');
  await follow.look();
  save('# two');
  await follow.look();
  assert.deepEqual([text(), seen.runs, seen.versions], ['# two', 0, []]);
  await follow.setRuns(true);
  save('# three');
  await follow.look();
  await follow.look();
  assert.deepEqual([text(), seen.runs, seen.versions, seen.said], ['# three', 1, [], []]);
});

test('edits in the page become a version before the file replaces them', async () => {
  const { handle, follow, save, write, seen, text } = scene();
  await follow.start(handle);
  write('# mine');
  await follow.look();
  assert.equal(text(), '# mine');
  save('# two');
  await follow.look();
  assert.deepEqual([text(), seen.versions, seen.said], ['# two', ['# mine'], ['follow.kept']]);
});

test('edits that cannot be stored as a version are kept', async () => {
  const { handle, follow, save, write, seen, text } = scene({ stored: false });
  await follow.start(handle);
  write('# mine');
  save('# two');
  await follow.look();
  await follow.look();
  assert.deepEqual([text(), seen.said], ['# mine', ['follow.notKept']]);
});

test('a file that is briefly empty or missing changes nothing', async () => {
  const { disk, handle, follow, save, seen, text } = scene();
  await follow.start(handle);
  save('');
  await follow.look();
  disk.isThere = false;
  for (let k = 0; k < 4; k += 1) await follow.look();
  disk.isThere = true;
  save('# two');
  await follow.look();
  assert.deepEqual([text(), seen.said], ['# two', []]);
  disk.isThere = false;
  for (let k = 0; k < 9; k += 1) await follow.look();
  assert.deepEqual([text(), seen.said], ['# two', ['follow.gone']]);
  assert.equal(follow.shown()?.state, 'on');
  disk.isThere = true;
  save('# back');
  await follow.look();
  assert.deepEqual([text(), seen.said], ['# back', ['follow.gone']]);
});

test('a file written in parts is loaded and run once, when it is complete', async () => {
  const { disk, handle, follow, save, seen, text } = scene();
  await follow.start(handle);
  await follow.setRuns(true);
  save('# half');
  disk.rest = ['# half a', '# half a file'];
  await follow.look();
  assert.deepEqual([text(), seen.runs], ['# half a file', 1]);
});

test('a file that changes while it is read is read again', async () => {
  const { disk, handle, follow, save, text } = scene();
  await follow.start(handle);
  save('# broken');
  await follow.look();
  assert.equal(text(), '# one');
  // The same time: only the text is whole now.
  disk.text = '# whole';
  await follow.look();
  assert.equal(text(), '# whole');
});

test('a revoked permission is requested again, and the file stays linked', async () => {
  const { disk, handle, kept, follow, save, seen, text } = scene();
  await follow.start(handle);
  Object.assign(disk, { may: 'prompt', isThere: false });
  await follow.look();
  assert.deepEqual([follow.shown()?.state, follow.handle(), kept.size, seen.said], ['asks', null, 1, []]);
  Object.assign(disk, { may: 'granted', isThere: true });
  save('# two');
  await follow.look();
  assert.equal(text(), '# one');
  await follow.allow();
  assert.deepEqual([follow.shown()?.state, text()], ['on', '# two']);
});

test('a change during a check is checked afterwards', async () => {
  const { handle, follow, save, text } = scene();
  await follow.start(handle);
  save('# two');
  const looking = follow.look();
  await follow.look();
  save('# three');
  await looking;
  assert.equal(text(), '# three');
});

test('a file that is too large is reported once', async () => {
  const { disk, handle, follow, seen, text } = scene();
  await follow.start(handle);
  disk.isLarge = true;
  await follow.look();
  await follow.look();
  assert.deepEqual([text(), seen.said], ['# one', ['follow.large']]);
});

test('a file belongs to its bot, and is followed again when the bot is in the editor', async () => {
  const { bots, handle, follow, save, seen, text } = scene();
  await follow.start(handle);
  bots.set(2, { name: 'other.py', source: '# other' });
  seen.id = 2;
  await follow.turn();
  save('# two');
  await follow.look();
  assert.deepEqual([text(), follow.shown()], ['# other', null]);
  seen.id = 1;
  await follow.turn();
  await follow.look();
  assert.equal(text(), '# two');
  // It was not known what of the text before was the disk's.
  assert.deepEqual(seen.versions, ['# one']);
  follow.stop();
  seen.id = 2;
  await follow.turn();
  seen.id = 1;
  await follow.turn();
  assert.equal(follow.shown(), null);
});

test('after a reload nothing is read before the user allows it', async () => {
  const { kept, handle, follow, seen, text } = scene({ may: 'prompt' });
  kept.set(1, { handle, runs: true });
  await follow.turn();
  await follow.look();
  assert.deepEqual([text(), follow.shown()?.state], ['', 'asks']);
  await follow.allow();
  assert.deepEqual([text(), follow.shown()?.state, seen.runs], ['# one', 'on', 0]);
});
