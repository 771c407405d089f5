import type { Bots } from '../../base/storage/bots.ts';
import { codeOf, currentBot } from '../../base/storage/bots.ts';
import { NEW_BOT } from '../../base/storage/keys.ts';
import type { Store } from '../../base/storage/settings.ts';
import { isSame } from '../../base/values/bundle-shape.ts';
import type { Code } from '../../match/types.ts';

/**
 * Brings together what the small storage and the library have of a bot. The small storage is written at once and the
 * library a little later, so the first may be ahead when a tab was closed; a page that does not know the library writes
 * there only; and another tab may have written to the library alone. The newer text becomes the working copy. If the
 * other one is not just an earlier state of it, it becomes a version. as a version
 */
export type Keep = (game: string, code: Code, bot: number) => Promise<unknown>;
/** Rev: the revision that it came from; null: not known */
export interface Standing {
  game: string;
  id: number;
  rev: number | null;
  at: number;
  code: Code;
}

/** @param standing in the small storage @returns the working copy */
export async function settle(
  bots: Bots,
  keep: Keep,
  { game, id, rev, at, code }: Standing,
): Promise<{ code: Code; rev: number }> {
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
 * @returns its revision
 */
export async function writeOver(
  bots: Bots,
  keep: Keep,
  { game, id, rev, code }: Omit<Standing, 'at'>,
): Promise<number> {
  const done = await bots.write(id, game, code, rev);
  if ('rev' in done) return done.rev;
  const { theirs } = done;
  await keep(game, codeOf(theirs), id);
  return writeOver(bots, keep, { game, id, rev: theirs.rev, code });
}

/** Takes over what the small storage has of other games, so that the library is whole from the start. */
export async function takeOver(bots: Bots, keep: Keep, store: Store, games: string[]) {
  for (const game of games) {
    const found = store.get(`code.${game}`, null as any);
    if (!found) continue;
    const { rev = null, at = 0 } = found;
    const code = codeOf({ ...NEW_BOT, ...found });
    await settle(bots, keep, { game, id: currentBot(store, game), rev, at, code });
  }
}
