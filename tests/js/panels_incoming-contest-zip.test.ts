// The zip of a contest is told from other zips, whatever a file holds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReport, whatIs } from '../../static/base/values/contest-reports.ts';
import { contestJson, gamesCsv, standingsCsv } from '../../static/panels/compete/exports.ts';
import { isContest } from '../../static/panels/incoming/contest-zip.ts';
import { chance } from './random.ts';

/** A zip without contents: only the list of its files, and its end. */
function zip(names: string[], comment: string = '') {
  const entries = names.map((name) => {
    const entry = Buffer.alloc(46 + name.length);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(name.length, 28);
    entry.write(name, 46, 'latin1');
    return entry;
  });
  const end = Buffer.alloc(22 + comment.length);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(4, 16);
  end.write(comment, 22, 'latin1');
  return new Uint8Array(Buffer.concat([Buffer.from('PK\x03\x04'), ...entries, end]));
}

/**
 * The beginning of a zip, whose rest is missing.
 * @param name of its first file
 */
function cut(name: string) {
  const head = Buffer.alloc(30 + name.length + 5);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(name.length, 26);
  head.write(name, 30, 'latin1');
  return new Uint8Array(head);
}

const TOP = ['blocks.json', 'contest.json', 'standings.json'];
const bots = Array.from({ length: 1000 }, (_, k) => `bots/${String(k).padStart(3, '0')}.json`);

const games = Array.from({ length: 3000 }, (_, k) => `games/${String(k).padStart(6, '0')}-0.json`);

for (const [says, bytes, found] of [
  [
    'what the page writes, sorted',
    zip(['blocks.json', ...bots, 'contest.json', 'games/000000-0.json', 'standings.json']),
    true,
  ],
  [
    'what the command line writes',
    zip(['contest.json', 'standings.json', 'blocks.json', 'games/000000-0.json']),
    true,
  ],
  ['one of many games', zip(['blocks.json', 'contest.json', ...games, 'standings.json']), true],
  ['one with a comment', zip(TOP, 'said afterwards'), true],
  ['a bot', zip(['__main__.py', 'contest.json']), false],
  ['nothing', new Uint8Array(0), false],
  ['an end without a list', zip([]), false],
  ['a contest that was cut off', cut('blocks.json'), true],
  ['a bot that was cut off', cut('__main__.py'), false],
] as const)
  test(`${says} ${found ? 'is' : 'is not'} a contest`, async () =>
    assert.equal(await isContest(new Blob([bytes])), found));

test('a broken zip causes no error', async () => {
  const dice = chance(9);
  const whole = zip(TOP, 'end');
  for (let k = 0; k < 3000; k += 1) {
    const bytes = whole.slice(0, dice.of([whole.length, dice.whole(0, whole.length)]));
    for (let n = dice.whole(0, 6); n > 0 && bytes.length > 0; n -= 1)
      bytes[dice.whole(0, bytes.length - 1)] = dice.of([0, 255, dice.whole(0, 255)]);
    assert.equal(typeof (await isContest(new Blob([bytes]))), 'boolean');
  }
});

test('a huge zip is recognised by its directory', async () => {
  const bytes = zip(TOP);
  const read: [number, number][] = [];
  const large = {
    size: 2 ** 40,
    slice(from: number, to = 2 ** 40): Blob {
      read.push([from, to]);
      const at = large.size - bytes.length;
      return new Blob([new Uint8Array(Math.max(0, at - from)), bytes.slice(Math.max(0, from - at), to - at)]);
    },
  };
  assert.equal(await isContest(large as Blob), false);
  assert.ok(read.every(([from, to]) => to - from < 2 ** 17));
});

test('other files are recognised by their first bytes', async () => {
  const report = contestJson({ title: 'A "cup"', text: '{"game": "snake"}' } as any, {} as any, []);
  for (const [text, what] of [
    ['', 'empty'],
    [report, 'report'],
    [gamesCsv([], []), 'report'],
    [standingsCsv([]), 'report'],
    ['PK\x03\x04', 'zip'],
    ['%PDF-1.7', 'other'],
    ['{"title":"a replay"}', 'other'],
  ] as const)
    assert.equal(await whatIs(new Blob([text])), what, text);
  assert.ok(!isReport('place = "name"'));
});
