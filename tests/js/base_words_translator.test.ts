// Translator: a sentence by its id, with what it is about put in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTranslator } from '../../static/base/words/translator.ts';

const CATALOG = {
  plain: 'Hello',
  empty: '',
  who: '{who} won',
  two: '{a}, {b}, {a}',
  braces: 'f{{x}} = {x}',
  odd: '{x y} { x} {} {x',
  turns: { by: 'count', one: '{count} turn', other: '{count} turns' },
  moment: { by: 'unit', turn: 'turn {turn}', round: 'round {turn}' },
  share: '{percent} % of {name}',
  bare: { by: 'count', one: 'one' },
  because: 'Lost: {why}',
  'player.unnamed': 'Player {number}',
};
const { t, say } = createTranslator(CATALOG);

for (const [id, params, text] of [
  ['plain', undefined, 'Hello'],
  ['moment', { unit: 'turn', turn: 3 }, 'turn 3'],
  ['moment', { unit: 'round', turn: 3 }, 'round 3'],
  ['plain', { x: 1 }, 'Hello'],
  ['empty', {}, ''],
  ['who', { who: 'Ann' }, 'Ann won'],
  ['who', {}, '{who} won'],
  ['who', { who: '' }, ' won'],
  ['who', { who: null }, 'null won'],
  ['who', { who: undefined }, 'undefined won'],
  ['who', { who: true }, 'true won'],
  ['who', { who: '{a} $& $1' }, '{a} $& $1 won'],
  ['who', { who: 'a\nb' }, 'a b won'],
  ['who', { who: '\u202eevil' }, '\\u202eevil won'],
  ['two', { a: 1, b: 2 }, '1, 2, 1'],
  ['two', { a: 12_345.5, b: -1000 }, '12,345.5, -1,000, 12,345.5'],
  ['two', { a: '12345', b: 0 }, '12345, 0, 12345'],
  ['share', { percent: 61, name: '7 %' }, '61\u00a0% of 7 %'],
  ['braces', { x: 3 }, 'f{x} = 3'],
  ['odd', { x: 3 }, '{x y} { x} {} {x'],
  ['turns', { count: 1 }, '1 turn'],
  ['turns', { count: 0 }, '0 turns'],
  ['turns', { count: 1.5 }, '1.5 turns'],
  ['turns', { count: 1234 }, '1,234 turns'],
  ['turns', { count: 'x' }, 'x turns'],
  ['turns', {}, '{count} turns'],
  ['bare', { count: 1 }, 'one'],
  ['bare', { count: 2 }, ''],
  ['because', { why: ['turns', { count: 3 }] }, 'Lost: 3 turns'],
  ['because', { why: ['because', { why: ['plain', {}] }] }, 'Lost: Lost: Hello'],
  ['because', { why: ['nothing', {}] }, 'Lost: nothing'],
  ['because', { why: ['plain'] }, 'Lost: plain'],
  ['because', { why: ['plain', []] }, 'Lost: plain,'],
  ['nothing', {}, 'nothing'],
] as [string, Record<string, unknown> | undefined, string][])
  test(`${id} of ${JSON.stringify(params)} is ${JSON.stringify(text)}`, () => {
    assert.equal(t(id, params), text);
    assert.equal(say([id, params as Record<string, unknown>]), text);
  });

for (const [player, text] of [
  [0, 'Ann won'],
  [1, 'a b won'],
  [2, 'Player 3 won'],
  [99, 'Player 100 won'],
])
  test(`player ${player} is called by name, or else by number`, () => {
    assert.equal(t('who', { who: { player } }, ['Ann', 'a\nb']), text);
  });

test('names are inserted in nested messages', () => {
  assert.equal(say(['because', { why: ['who', { who: { player: 1 } }] }], ['Ann', 'Bob']), 'Lost: Bob won');
});

for (const [locale, forms] of [
  ['ru', { 1: 'one', 2: 'few', 5: 'many', 11: 'many', 21: 'one', 22: 'few', 1.5: 'other' }],
  ['zh', { 0: 'other', 1: 'other', 2: 'other' }],
] as const)
  test(`${locale} has its own plurals`, () => {
    const entry = { by: 'n', one: 'one', few: 'few', many: 'many', other: 'other' };
    const there = createTranslator({ n: entry }, { locale });
    for (const [n, form] of Object.entries(forms)) assert.equal(there.t('n', { n: Number(n) }), form, n);
  });

test('a missing plural form falls back to other', () => {
  const { t: there } = createTranslator({ n: { by: 'n', one: 'one', other: 'other' } }, { locale: 'ru' });
  assert.deepEqual(
    [1, 2, 5].map((n) => there('n', { n })),
    ['one', 'other', 'other'],
  );
});

test('numbers are formatted by language', () => {
  const { t: there } = createTranslator({ n: '{n}' }, { locale: 'ru' });
  assert.equal(there('n', { n: 1234.5 }).replace(/\s/g, '_'), '1_234,5');
});

test('strict mode reports unknown ids', () => {
  const { t: strictly } = createTranslator(CATALOG, { strict: true });
  assert.equal(strictly('plain'), 'Hello');
  assert.throws(() => strictly('nothing'), /no message nothing/);
});

const WIDE = {
  after: '{who} 行动后',
  mid: '由 {who} 先手',
  both: '{a} {b}',
  'player.unnamed': '玩家 {number}',
};

for (const [id, params, text] of [
  ['after', { who: 'conqueror（红方）' }, 'conqueror（红方）行动后'],
  ['after', { who: 'conqueror' }, 'conqueror 行动后'],
  ['mid', { who: '（红方）' }, '由（红方）先手'],
  ['both', { a: '甲（红方）', b: 3 }, '甲（红方）3'],
  ['both', { a: 3, b: '（红方）' }, '3（红方）'],
  ['both', { a: ['after', { who: 'x（蓝方）' }], b: 'y' }, 'x（蓝方）行动后 y'],
  ['after', { who: '真人' }, '真人行动后'],
  ['mid', { who: '真人' }, '由真人先手'],
  ['mid', { who: { player: 0 } }, '由玩家 1 先手'],
  ['both', { a: '四 海', b: '真人' }, '四 海真人'],
] as const)
  test(`no space beside full-width punctuation or between Chinese words: ${text}`, () => {
    assert.equal(createTranslator(WIDE, { locale: 'zh-CN' }).t(id, params), text);
  });

test('what is put in quoted has the quotes of the language', () => {
  const said = (locale: string) => createTranslator(CATALOG, { locale }).t('who', { who: '“hello” “x”' });
  assert.deepEqual(['en', 'zh-CN', 'ru'].map(said), [
    '“hello” “x” won',
    '“hello” “x” won',
    '«hello” “x» won',
  ]);
});

test('in other languages a name keeps its spaces', () => {
  assert.equal(createTranslator({ won: '{who} won' }).t('won', { who: '甲（红方）' }), '甲（红方） won');
});

test('a Russian number and its ending stay on one line, and what is put in stays as it is', () => {
  const words = { at: 'на {turn}-м ходу', each: 'каждый 50-й раунд', other: '{who} - {kind}-bot' };
  const { t } = createTranslator(words, { locale: 'ru' });
  assert.equal(t('at', { turn: 40 }), 'на 40\u2011м ходу');
  assert.equal(t('each'), 'каждый 50\u2011й раунд');
  assert.equal(t('other', { who: '3-м', kind: 'x' }), '3-м - x-bot');
});
