import type { Bots } from '../../base/storage/bots.ts';
import { codeOf, currentBot } from '../../base/storage/bots.ts';
import { NEW_BOT } from '../../base/storage/keys.ts';
import type { Store } from '../../base/storage/settings.ts';
import { isSame } from '../../base/values/bundle-shape.ts';
import type { Code } from '../../match/types.ts';

export type Keep = (game: string, code: Code, bot: number) => Promise<unknown>;
/** A text in the small storage. rev: the revision of the library that it came from; null if not known; at: when it was written */
export interface Standing {
  game: string;
  id: number;
  rev: number | null;
  at: number;
  code: Code;
}

/**
 * Brings together the texts of a bot in the small storage and in the library. The small storage is written at once and the
 * library a little later, so it may be ahead if a tab was closed in between. An old version of this page writes only there.
 * Another tab may have written only to the library. The newer text becomes the working copy. The other one becomes a
 * version, unless it is just an earlier state.
 *
 * @returns the working copy
 */
export async function settle(
  bots: Bots,
  keep: Keep,
  { game, id, rev, at, code }: Standing,
): Promise<{ code: Code; rev: number }> {
  const row = await bots.refresh(id);
  if (row && isSame(row, code) && row.name === code.name) return { code: codeOf(row), rev: row.rev };
  // `at` is 0 if an old version of this page wrote the text, which does not know the library: then that was the last change.
  if (row && at > 0 && row.rev !== rev && row.changed > at) {
    if (!isSame(row, code)) await keep(game, code, id);
    return { code: codeOf(row), rev: row.rev };
  }
  return { code, rev: await writeOver(bots, keep, { game, id, rev, code }) };
}

/**
 * Writes a text into the library. If another tab has written there meanwhile, its text becomes a version first.
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

/** Brings the bots of these games from the small storage into the library, so that it is complete from the start. */
export async function takeOver(bots: Bots, keep: Keep, store: Store, games: string[]) {
  for (const game of games) {
    const found = store.get(`code.${game}`, null as any);
    if (!found) continue;
    const { rev = null, at = 0 } = found;
    const code = codeOf({ ...NEW_BOT, ...found });
    await settle(bots, keep, { game, id: currentBot(store, game), rev, at, code });
  }
}
