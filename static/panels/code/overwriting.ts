import { currentBot } from '../../base/storage/bots.ts';
import { NEW_BOT } from '../../base/storage/keys.ts';
import type { Store } from '../../base/storage/settings.ts';
import { isSame } from '../../base/values/bundle-shape.ts';
import type { Code } from '../../match/types.ts';

/** bot: its id; rev: the revision that it came from; at: when it was written. */
export type Standing = Code & { bot?: number | undefined; rev?: number | undefined; at?: number | undefined };

/**
 * Protects what another tab wrote. The bot in the editor of a game has one place in the small storage, because that is
 * written at once. Two tabs may have the same bot in their editors, or two bots of the same
 * game, and the last write would overwrite what the other tab wrote. That is put into the library first: once for each
 * of its states, not for every letter.
 *
 * @param keep false: it does not outlast the page
 */
export function createOverwriting(store: Store, keep: (game: string, theirs: Standing) => Promise<boolean>) {
  /** What stood there when this tab last read or wrote it, by game. */
  const known: Map<string, Standing> = new Map();

  /** What was on its way when a page was closed, too. */
  async function keepParked(game: string) {
    const theirs = parked(game);
    if (theirs && (await keep(game, theirs))) store.drop(`theirs.${game}`);
  }

  /** @returns null: nothing stands there; what is missing in it is as in a new bot */
  function standing(key: string): Standing | null {
    const found = store.get(key, null as Standing | null);
    return found && { ...NEW_BOT, ...found };
  }

  const parked = (game: string) => standing(`theirs.${game}`);

  return {
    /** @param usual what is missing is as in this one @returns what was last in an editor */
    read(game: string, usual: Standing): Standing | null {
      const found = store.get(`code.${game}`, null as Standing | null);
      const stands = found && { ...usual, ...found };
      if (stands) known.set(game, stands);
      else known.delete(game);
      keepParked(game);
      return stands;
    },

    /** This tab goes on from what another one wrote. */
    know: (game: string, stands: Standing) => void known.set(game, stands),

    /**
     * Writes the text of this tab down.
     *
     * @param again called when it is worth another try
     * @returns whether it is kept
     */
    write(game: string, code: Standing & { bot: number }, again: () => void): boolean {
      const stands = standing(`code.${game}`);
      if (stands && isOthers(game, stands) && !(stands.bot === code.bot && isSame(stands, code))) {
        // A database takes a while, and the tab may be closed by then: a second place is written at once.
        const theirs = { ...stands, bot: stands.bot ?? currentBot(store, game) };
        if (parked(game) || !store.set(`theirs.${game}`, theirs)) {
          known.set(game, stands);
          keep(game, theirs).finally(again);
          return false;
        }
        keepParked(game);
      }
      if (!store.set(`code.${game}`, { ...code, at: Date.now() })) return false;
      store.set(`current.${game}`, code.bot);
      known.set(game, { ...code });
      return true;
    },
  };

  /** Whether another tab wrote this. */
  function isOthers(game: string, stands: Standing) {
    const before = known.get(game);
    return !before || stands.bot !== before.bot || !isSame(stands, before);
  }
}
