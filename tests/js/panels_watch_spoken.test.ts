// A turn of a match by hand as a screen reader tells it: both sides' moves and what came of them, in every language.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createSentences } from '../../static/base/words/sentences.ts';
import { createTranslator } from '../../static/base/words/translator.ts';
import { generals } from '../../static/games/generals/index.ts';
import { snake } from '../../static/games/snake/index.ts';
import { tank } from '../../static/games/tank/index.ts';
import { turnInWords } from '../../static/panels/watch/spoken.ts';

const LOCALES = { en: 'en', zh: 'zh-Hans', ru: 'ru' };
const FOLDERS = ['static/base', ...['snake', 'tank', 'generals'].map((game) => `static/games/${game}`)];

/** The words of the page in one language, as the build packs them. */
type Language = keyof typeof LOCALES;
function wordsOf(language: Language) {
  const locale = LOCALES[language];
  const read = (folder: string) =>
    JSON.parse(readFileSync(new URL(`../../${folder}/words/${language}.json`, import.meta.url), 'utf8'));
  const { t, say } = createTranslator(Object.assign({}, ...FOLDERS.map(read)), { locale, strict: true });
  return { t, say, sentences: createSentences(locale) };
}

const at = (body: number[][], death: { cause: string } | null = null) => ({ body, death });
const SNAKE = {
  gameView: snake,
  previous: { snakes: [at([[11, 0]]), at([[1, 13]])], moves: [0, 2], left: [null, null] },
  view: {
    snakes: [at([[11, 0]], { cause: 'outside' }), at([[2, 13]])],
    moves: [3, 2],
    left: [null, null],
  },
  position: 22,
  perspective: null,
  rival: 'cautious',
};
const alive = { alive: true };
const TANK = {
  gameView: tank,
  previous: null,
  view: {
    tanks: [
      [alive, alive],
      [alive, alive],
    ],
    orders: [
      [5, -1],
      [-1, 0],
    ],
    shots: [],
    destroyed: [{ what: 'brick', x: 3, y: 0, side: null, tank: null }],
  },
  position: 22,
  perspective: null,
  rival: 'hunter',
};
/** Of the other's march a player sees nothing in the fog: he hears how he stands. */
const GENERALS = {
  gameView: generals,
  previous: { round: 11 },
  view: {
    round: 12,
    player: 0,
    players: [
      { alive: true, army: 6, cells: 2 },
      { alive: true, army: 8, cells: 3 },
    ],
    kind: [],
    owner: [],
    army: [],
  },
  position: 22,
  perspective: 0,
  rival: 'greedy',
};

const SAID = {
  en: [
    'human, move: left. cautious, move: down. human left the board.',
    'human, tank 0: shoot right. hunter, tank 0: stay. human, tank 1: stay. hunter, tank 1: move up. Brick at (3, 0) destroyed.',
    'Round 11, turn 22. human: army 6 on 2 cells.',
  ],
  zh: [
    '玩家，方向：左。cautious，方向：下。玩家冲出了地图。',
    '玩家，坦克 0：向右开炮。hunter，坦克 0：不动。玩家，坦克 1：不动。hunter，坦克 1：向上移动。(3, 0) 的砖块被摧毁。',
    '第 11 轮第 22 回合。玩家：2 格领地，兵力 6。',
  ],
  ru: [
    'человек, ход: влево. cautious, ход: вниз. человек выходит за край поля.',
    'человек, танк 0: огонь вправо. hunter, танк 0: стоять. человек, танк 1: стоять. hunter, танк 1: ехать вверх. Кирпич на (3, 0) разрушен.',
    'Раунд 11, ход 22. человек: войск 6 на 2 клетках.',
  ],
};

test('every language of the page is tested here', () => {
  const files = readdirSync(new URL('../../static/base/words/', import.meta.url));
  const languages = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -5));
  assert.deepEqual(Object.keys(SAID).sort(), languages.sort());
});

for (const [language, said] of Object.entries(SAID) as [Language, string[]][])
  for (const [k, turn] of [SNAKE, TANK, GENERALS].entries())
    test(`${language}: ${turn.gameView.name}`, () => {
      const words = wordsOf(language);
      // The person is called as the choice of players calls a person.
      const names = [words.t('setup.human'), turn.rival];
      const told = turnInWords({ ...turn, names }, words).filter((text) => text !== '');
      assert.deepEqual(told, [said[k]]);
    });

test('a sentence that ends in a question gets no second stop', () => {
  assert.equal(createSentences('zh-CN')(['是不是想写 move？', '好']), '是不是想写 move？好。');
  assert.equal(createSentences('en')(['Did you mean move?', 'Yes']), 'Did you mean move? Yes.');
});
