import { settle, writeOver } from './arrival.js';

/** @typedef {import('../../match/types.js').Code} Code */

/**
 * Writes texts into the library one after the other. It knows from which revision each bot's text in this tab came.
 *
 * @param {import('../../base/kept/bots.js').Bots} bots
 * @param {import('./arrival.js').Keep} keepVersion
 */
export function createWriting(bots, keepVersion) {
  /** @type {Map<number, number>} */
  const revs = new Map();
  let writing = bots.loaded;

  /** @param {() => Promise<void>} work */
  function add(work) {
    writing = writing.then(work).catch(() => {});
  }

  return {
    add,
    settled: () => writing,
    /** @param {import('./arrival.js').Standing} standing in the small storage @returns {Promise<{code: Code, rev: number}>} the working copy */
    async arrive(standing) {
      const done = await settle(bots, keepVersion, standing);
      revs.set(standing.id, done.rev);
      return done;
    },
    /** @param {number} id @returns {number | null} */
    rev: (id) => revs.get(id) ?? null,
    /** @param {number} id @param {number | null} rev */
    setRev(id, rev) {
      if (rev === null) revs.delete(id);
      else revs.set(id, rev);
    },
    /** @param {{game: string, id: number, code: Code}} text */
    push(text) {
      add(async () => {
        const rev = revs.get(text.id) ?? null;
        revs.set(text.id, await writeOver(bots, keepVersion, { ...text, rev }));
      });
    },
  };
}
