// What a person asks for becomes a contest: Python and the database are given the same bots.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginContest, newRow } from '../../static/contest/begin.ts';
import type { EngineClient } from '../../static/contest/engine-client.ts';
import type { Entrant } from '../../static/contest/types.ts';

const PLAN = { kind: 'series' };

/** @param entrants what Python and the database are given of them */
async function begun(entrants: Entrant[]) {
  let told: { entrants: { name: string; source?: string; path?: string }[] } = { entrants: [] };
  const questions = {
    async begin(config: typeof told) {
      told = config;
      return { text: '{}', names: config.entrants.map(({ name }) => name), games: 2 };
    },
  };
  const row = await beginContest(
    { game: 'snake', title: 't', entrants, plan: PLAN, options: {}, clock: {} },
    {
      engineClient: {
        ask: (put: (to: typeof questions) => unknown) => put(questions),
      } as unknown as EngineClient,
      layOut: async () => ({ files: [] }),
      secret: () => '',
    },
  );
  assert.ok(!('problem' in row));
  return { told: told.entrants, kept: row.entrants };
}

test('a lone surrogate in a bot is replaced as in a saved file', async () => {
  const code = { name: 'half\ud83d.py', source: "SIGN = '\ude00 😀 \ud83d'\n" };
  const { told, kept } = await begun([{ name: 'a\ud800', kind: 'code', code }]);
  const saved = await new Blob([code.source]).text();
  assert.ok(saved !== code.source && saved.includes('😀'));
  assert.deepEqual([told[0].source, kept[0].code?.source], [saved, saved]);
  assert.deepEqual([told[0].name, kept[0].name], ['a\ufffd', 'a\ufffd']);
  assert.deepEqual([told[0].path, kept[0].code?.name], ['half\ufffd.py', 'half\ufffd.py']);
});

test('a house bot has no code', async () => {
  const { told, kept } = await begun([{ name: 'greedy', kind: 'house', code: null, house: 'greedy' }]);
  assert.deepEqual(told, [{ name: 'greedy', kind: 'house', source: '', path: '' }]);
  assert.deepEqual(kept[0], {
    name: 'greedy',
    kind: 'house',
    code: null,
    bot: null,
    version: null,
    house: 'greedy',
  });
});

test('a title has no invisible characters and no lone surrogates', () => {
  const titleOf = (title: string) => newRow({ title, game: 'snake', text: '', entrants: [], known: 0 }).title;
  assert.equal(titleOf('  my\u202e cup\n2 '), 'my cup 2');
  assert.equal(titleOf('\u200b'), 'snake');
  assert.ok(titleOf(`a${'😀'.repeat(300)}`).isWellFormed());
});
