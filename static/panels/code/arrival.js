import { codeOf, currentBot } from '../../base/kept/bots.js';
import { NEW_BOT } from '../../base/kept/keys.js';
import { isSame } from '../../base/values/bundle-shape.js';

/**
 * Brings together what the small storage and the library have of a bot. The small storage is written at once and the
 * library a little later, so the first may be ahead when a tab was closed; a page that does not know the library writes
 * there only; and another tab may have written to the library alone. The newer text becomes the working copy. If the
 * other one is not just an earlier state of it, it becomes a version.
 *
 * @typedef {import('../../match/types.js').Code} Code
 * @typedef {import('../../base/kept/bots.js').Bots} Bots
 * @typedef {(game: string, code: Code, bot: number) => Promise<unknown>} Keep as a version
 * @typedef {{game: string, id: number, rev: number | null, at: number, code: Code}} Standing rev: the revision that it came
 *   from; null: not known
 */

/**
 * @param {Bots} bots
 * @param {Keep} keep
 * @param {Standing} standing in the small storage
 * @returns {Promise<{code: Code, rev: number}>} the working copy
 */
export async function settle(bots, keep, { game, id, rev, at, code }) {
  const row = await bots.refresh(id);
  if (row && isSame(row, code) && row.name === code.name) return { code: codeOf(row), rev: row.rev };
  // Only a page that does not know the library leaves out when it wrote, and it wrote last.
  if (row && at > 0 && row.rev !== rev && row.changed > at) {
    if (!isSame(row, code)) await keep(game, code, id);
    return { code: codeOf(row), rev: row.rev };
  }
  return { code, rev: await writeOver(bots, keep, { game, id, rev, code }) };
}

/**
 * Writes a text into the library. What another tab wrote there meanwhile becomes a version first.
 *
 * @param {Bots} bots
 * @param {Keep} keep
 * @param {Omit<Standing, 'at'>} text
 * @returns {Promise<number>} its revision
 */
export async function writeOver(bots, keep, { game, id, rev, code }) {
  const done = await bots.write(id, game, code, rev);
  if ('rev' in done) return done.rev;
  const { theirs } = done;
  await keep(game, codeOf(theirs), id);
  return writeOver(bots, keep, { game, id, rev: theirs.rev, code });
}

/**
 * Takes over what the small storage has of other games, so that the library is whole from the start.
 *
 * @param {Bots} bots
 * @param {Keep} keep
 * @param {import('../../base/kept/settings.js').Store} store
 * @param {string[]} games
 */
export async function takeOver(bots, keep, store, games) {
  for (const game of games) {
    const found = store.get(`code.${game}`, /** @type {any} */ (null));
    if (!found) continue;
    const { rev = null, at = 0 } = found;
    const code = codeOf({ ...NEW_BOT, ...found });
    await settle(bots, keep, { game, id: currentBot(store, game), rev, at, code });
  }
}
