// Writes a contest as one file, which `sandlot verify` accepts. Python writes it; the page hands over the games.

import { described, filesOf } from './begin.js';

/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {import('../base/kept/contest-rows.js').Row} Row */
/** @typedef {import('./types.js').BlockResult} BlockResult */
/** @typedef {import('../base/kept/contests.js').KeptContests} KeptContests */
/** @typedef {import('./arena.js').ContestQuestions} Questions */

/** @type {{problem: Message}} */
const DAMAGED = { problem: ['contest.damaged', {}] };

/**
 * @param {Row} row
 * @param {{sources: boolean}} how
 * @param {{kept: KeptContests, office: import('./office.js').Office, layOut: import('./begin.js').LayOut}} outside
 * @returns {Promise<{file: Blob, without: Message | null} | {problem: Message}>} without: why it has no sources, although they
 *   were asked for
 */
export async function packContest(row, { sources }, { kept, office, layOut }) {
  const results = await kept.results(row.id);
  const without = sources ? lackOf(row.entrants) : null;
  const withSources = sources && !without;
  const files = withSources ? await filesOf(row.entrants, layOut) : [];
  if ('problem' in files) return files;
  const config = {
    entrants: row.entrants.map(described),
    voids: (await kept.voids(row.id)).map(([block, why]) => [block, why]),
    reports: await reportsOf(row.id, results, kept),
    sources: withSources,
  };
  return office.about(row, results, async (questions) => {
    let packed = await questions.pack(row.id, config, files);
    while (!packed.problem && packed.wanted.length > 0) {
      const replays = await replaysOf(row.id, packed.wanted, kept);
      if (!replays) {
        await questions.packNoMore(packed.packing);
        return DAMAGED;
      }
      packed = await questions.packMore(packed.packing, replays);
    }
    if (packed.problem) return { problem: packed.problem };
    const file = packed.files?.[0]?.[1];
    return file ? { file: new Blob([file], { type: 'application/zip' }), without } : DAMAGED;
  });
}

/** Why the sources of all entrants cannot be in a file; null: they can. @param {readonly import('./types.js').Entrant[]} entrants @returns {Message | null} */
function lackOf(entrants) {
  const program = entrants.find(({ kind }) => kind === 'program');
  if (program) return ['contest.without_program', { name: program.name }];
  const lost = entrants.find(({ kind, code }) => kind === 'code' && !code);
  return lost ? ['contest.without_source', { name: lost.name }] : null;
}

/** @param {number} id @param {[number, number][]} places @param {KeptContests} kept @returns {Promise<Uint8Array<ArrayBuffer>[] | null>} */
async function replaysOf(id, places, kept) {
  const games = await Promise.all(places.map(([block, game]) => kept.game(id, block, game)));
  return games.every((each) => each !== null) ? games.map(({ replay }) => replay) : null;
}

/**
 * The reports of games with faults; the others have none.
 * @param {number} id
 * @param {readonly BlockResult[]} results
 * @param {KeptContests} kept
 */
async function reportsOf(id, results, kept) {
  const found = [];
  for (const { number, games } of results)
    for (const [game, { faults }] of games.entries()) {
      if (faults.every((fault) => fault === null)) continue;
      found.push([number, game, (await kept.game(id, number, game))?.reports ?? []]);
    }
  return found;
}
