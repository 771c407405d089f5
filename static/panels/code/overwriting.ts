import { currentBot } from '../../base/storage/bots.ts';
import { NEW_BOT } from '../../base/storage/keys.ts';
import type { Store } from '../../base/storage/settings.ts';
import { isSame } from '../../base/values/bundle-shape.ts';
import type { Code } from '../../match/types.ts';

/** bot: its id; rev: the revision that the text came from; at: when it was written, milliseconds since 1970. */
export type Standing = Code & { bot?: number | undefined; rev?: number | undefined; at?: number | undefined };

/**
 * Protects what another tab wrote. The bot in the editor of a game is also kept in the small storage, which is written at
 * once, under a single key. Two tabs may have the same bot in their editors, or two bots of the same game, so one tab would
 * overwrite the other's text. The other's text is put into the library first: once for each state that this tab finds, not
 * for every letter.
 *
 * @param keep puts a text into the library; resolves with false if it is not kept after the page is closed
 */
export function createOverwriting(store: Store, keep: (game: string, theirs: Standing) => Promise<boolean>) {
  /** The stored text when this tab last read or wrote it, by game. */
  const known: Map<string, Standing> = new Map();

  /** Puts the other tab's text from its second place into the library, also if a page was closed before it had done so. */
  async function keepParked(game: string) {
    const theirs = parked(game);
    if (theirs && (await keep(game, theirs))) store.drop(`theirs.${game}`);
  }

  /** @returns null if nothing is stored; missing fields are those of a new bot */
  function standing(key: string): Standing | null {
    const found = store.get(key, null as Standing | null);
    return found && { ...NEW_BOT, ...found };
  }

  const parked = (game: string) => standing(`theirs.${game}`);

  return {
    /** @param usual replaces missing fields @returns the bot that was last in an editor; null if none */
    read(game: string, usual: Standing): Standing | null {
      const found = store.get(`code.${game}`, null as Standing | null);
      const stands = found && { ...usual, ...found };
      if (stands) known.set(game, stands);
      else known.delete(game);
      keepParked(game);
      return stands;
    },

    /** To be called when this tab continues with the text of another tab. */
    know: (game: string, stands: Standing) => void known.set(game, stands),

    /**
     * Stores the text of this tab.
     *
     * @param again called when it can be tried again
     * @returns whether it was stored
     */
    write(game: string, code: Standing & { bot: number }, again: () => void): boolean {
      const stands = standing(`code.${game}`);
      if (stands && isOthers(game, stands) && !(stands.bot === code.bot && isSame(stands, code))) {
        // The database takes a while, and the tab may be closed before that: so the text is written to a second key at once.
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

  /** Whether another tab wrote the stored text. */
  function isOthers(game: string, stands: Standing) {
    const before = known.get(game);
    return !before || stands.bot !== before.bot || !isSame(stands, before);
  }
}
