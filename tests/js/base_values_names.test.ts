// Names that people and strangers give: of bots, and of the files that the page saves.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileName } from '../../static/base/values/file-name.ts';
import { isSeen, plainName } from '../../static/base/values/names.ts';
import { createTranslator } from '../../static/base/words/translator.ts';
import { wellFormed } from '../../static/contest/begin.ts';
import { libraryFiles } from '../../static/panels/bots/library-file.ts';

/** What a bot, a player, a contest or a match may be called. */
const NAMES = [
  ...[
    '',
    ' ',
    '.',
    '..',
    '...',
    '/',
    '../../etc/passwd',
    'C:\\x',
    '.hidden',
    '-rf',
    '~',
    '~root',
    'a.',
    'a ',
    'a. .',
  ],
  ...[
    'con',
    'NUL',
    'com1',
    'LPT¹',
    'con .x',
    'conout$',
    'aux.py.zip',
    'a\0b',
    'a\nb',
    '\t',
    '\u202egpj.exe',
    '\u200b',
  ],
  ...[
    'a\ud83d',
    '\udc00',
    'e'.repeat(5000),
    '四'.repeat(300),
    '\u{20000}'.repeat(100),
    `a${'\u0301'.repeat(900)}`,
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '%2e%2e',
    '?!',
    '*',
    '|',
    '"',
    '<b>',
    '\u2028',
    '\ue000',
    '\uffff',
  ],
];
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])[ .]*(?:\.|$)/i;

for (const end of ['', '.py', '.zip', '.json', '-games.csv', '.html', '-12.png'])
  test(`every name that ends in ${end || 'nothing'} gives a portable file name`, () => {
    for (const name of NAMES) {
      const file = fileName(`${name}${end}`);
      assert.equal(fileName(file), file, `${JSON.stringify(name)} is changed twice`);
      assert.doesNotMatch(file, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]|^[\s.~-]|[\s.]$/u, file);
      assert.doesNotMatch(file, DEVICE);
      assert.ok(file.isWellFormed() && file.length > 0 && Buffer.byteLength(file) <= 220, file);
      const ending = /\.\w+$/.exec(end)?.[0] ?? '';
      assert.ok(file.endsWith(ending) && file.length > ending.length, file);
    }
  });

for (const [name, file] of [
  ['my_bot.py', 'my_bot.py'],
  ['my_bot v7 against hunter.zip', 'my_bot v7 against hunter.zip'],
  ['_private.py', '_private.py'],
  ['贪吃蛇：循环赛.csv', '贪吃蛇：循环赛.csv'],
  ['Снейк: круговой турнир.png', 'Снейк_ круговой турнир.png'],
  ['a/../b.html', 'a_.._b.html'],
  ['...py', 'unnamed.py'],
  ['con.zip', 'unnamed-con.zip'],
] as const)
  test(`${name} is saved as ${file}`, () => assert.equal(fileName(name), file));

test('bots of any names have different paths in a library', () => {
  const bots = NAMES.map((name) => ({
    bot: { game: 'snake', note: '', created: 0, code: { name: `${name}.py`, source: '' } },
    files: [{ path: '__main__.py', data: new Blob(['']) }],
  }));
  const paths = libraryFiles(bots).map(({ path }) => path.toLowerCase());
  assert.equal(new Set(paths).size, NAMES.length + 1);
  for (const path of paths.slice(1)) assert.match(path, /^snake\/[^/\\.][^/\\]*\.py$/);
});

test('the page and the command line allow the same characters', () => {
  const python = readFileSync(new URL('../../py/sandlot/names.py', import.meta.url), 'utf8');
  const ranges = [...(/UNSEEN = \(\n([\s\S]*?)\n\)/.exec(python)?.[1]?.matchAll(/r"(.*)"/g) ?? [])]
    .map(([, text]) => text)
    .join('');
  const theirs = new RegExp(`[${ranges.replace(/\\U000([0-9a-f]{5})/g, '\\u{$1}')}]`, 'u');
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const letter = String.fromCodePoint(code);
    if (isSeen(letter) === theirs.test(letter)) assert.fail(`U+${code.toString(16)}`);
  }
});

test('names in contests and links are valid in Python', () => {
  for (const name of NAMES) {
    const entrant = wellFormed({ name, kind: 'code', code: { name: `${name}.py`, source: '' }, house: null });
    assert.ok(isSeen(entrant.name));
    assert.ok(entrant.name.trim() === entrant.name && entrant.name && [...entrant.name].length <= 190);
  }
  assert.equal(plainName('a\u202eb\nc'), 'ab c');
  assert.equal(plainName('\u2067四海\u2069'), '四海');
});

test('names of Object.prototype are no messages and no parameters', () => {
  const { t, say } = createTranslator({ plain: 'as {it} is {constructor}' });
  for (const id of ['toString', 'constructor', '__proto__', 'valueOf', 'hasOwnProperty'])
    assert.equal(t(id), id);
  assert.equal(say(['plain', { it: 1 }]), 'as 1 is {constructor}');
});
