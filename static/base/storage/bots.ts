import type { Code } from '../../match/types.ts';
import { beginning } from '../text/legible.ts';
import { firstBot } from '../values/bot-ids.ts';
import { isSame } from '../values/bundle-shape.ts';
import { createQueue } from '../values/in-turn.ts';
import type { Options } from './bot-places.ts';
import { createPlaces } from './bot-places.ts';
import type { Bot } from './bot-rows.ts';
import { LONGEST_NOTE } from './keys.ts';
import type { Store } from './settings.ts';
import { channelOf } from './tabs.ts';

// The library of the user's bots: every bot with its working copy, in this browser's database. If the database fails, a bot
// is kept in the small storage (local storage); if that fails too, until the page is closed.
//
// Every working copy has a revision number that grows with each change. A writer names the revision that its text came
// from, so a text that another tab wrote meanwhile is never overwritten unseen.

export const MOST_BOTS = 1000;

/** @param options tabs: the other tabs of this page */
export function createBots({
  tabs,
  ...options
}: Options & { tabs: { tell: (id: number) => void; hear: (changed: (id: number) => void) => void } }) {
  const places = createPlaces(options);
  const { bots } = places;
  const listeners = new Set<(isElsewhere: boolean) => void>();
  /** Runs the writes one after the other. */
  const inTurn = createQueue();
  const loaded = inTurn(() => places.load()).then(() => changed());

  function changed(isElsewhere: boolean = false) {
    for (const hear of listeners) hear(isElsewhere);
  }

  async function place(id: number, decide: (stands: Bot | null) => Bot | null) {
    const made = await places.place(id, decide);
    if (made) {
      tabs.tell(id);
      changed();
    }
    return made;
  }

  async function missing(): Promise<Bot[]> {
    const kept = await places.kept().catch(() => null);
    const known = [...bots.values()].filter(({ id, deleted }) => deleted === null && places.isInRows(id));
    return kept ? known.filter(({ id }) => !kept.has(id)) : [];
  }

  tabs.hear((id) => {
    inTurn(() => places.refresh(id)).then(
      () => changed(true),
      () => {},
    );
  });

  return {
    /** Resolves when the library was read, also if that failed. */
    loaded: loaded.catch(() => {}),

    /**
     * @param game null for the bots of all games
     * @returns the most recently changed bot first
     */
    list: (game: string | null): Bot[] =>
      [...bots.values()]
        .filter((bot) => bot.deleted === null && (game === null || bot.game === game))
        .sort((a, b) => b.changed - a.changed),

    /** The deleted bots that can be restored. */
    deleted: (): Bot[] =>
      [...bots.values()]
        .filter(({ deleted }) => deleted !== null)
        .sort((a, b) => (b.deleted ?? 0) - (a.deleted ?? 0)),

    /** The bot as this tab last read or wrote it. */
    get: (id: number): Bot | null => bots.get(id) ?? null,

    refresh: (id: number) => inTurn(() => places.refresh(id)),

    /** Bots that were stored and now are only in this tab, because the browser's data was deleted. None if there is no database. */
    missing: (): Promise<Bot[]> => inTurn(missing),

    /** Stores all missing bots again. */
    keepMissing: () =>
      inTurn(async () => {
        for (const { id } of await missing()) await place(id, (stands) => stands);
      }),

    /**
     * @param hear called when any bot has changed; isElsewhere: whether in another tab
     * @returns unsubscribes
     */
    onChange(hear: (isElsewhere: boolean) => void): () => void {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },

    /**
     * Writes the working copy of a new or existing bot. Writing restores a deleted bot.
     * @param rev the revision that this text came from; null if it came from none
     * @returns the new revision, and whether it is kept after the page is closed; or `theirs`, the bot as another tab has
     *   changed it meanwhile: then nothing was written
     */
    write: (
      id: number,
      game: string,
      code: Code,
      rev: number | null,
    ): Promise<{ rev: number; stored: boolean } | { theirs: Bot }> =>
      inTurn(async () => {
        let stands = null as Bot | null;
        const made = await place(id, (found) => {
          stands = found;
          const isOthers = found && found.rev !== rev && !isSame(found, code);
          return isOthers || isUnchanged(found, code) ? null : next(found, { id, game }, code);
        });
        if (made) return { rev: made.rev, stored: places.isStored(id) };
        const there = stands as Bot;
        bots.set(id, there);
        return isUnchanged(there, code) ? { rev: there.rev, stored: places.isStored(id) } : { theirs: there };
      }),

    /** Changes the facts about a bot, not its text. */
    change: (id: number, news: Partial<Pick<Bot, 'note' | 'contest' | 'plan' | 'created' | 'deleted'>>) =>
      inTurn(async () => {
        if (news.note !== undefined) news.note = beginning(news.note, LONGEST_NOTE);
        await place(id, (stands) => stands && { ...stands, ...news });
      }),

    /** Restores a deleted bot. @param name one that no other bot of the game has by now */
    restore: (id: number, name: string) =>
      inTurn(async () => {
        await place(id, (stands) => {
          if (!stands || stands.name === name) return stands && { ...stands, deleted: null };
          return next(stands, stands, { ...codeOf(stands), name });
        });
      }),

    /** Whether no more bots can be made. */
    isFull: () => bots.size >= MOST_BOTS,
  };
}

export type Bots = ReturnType<typeof createBots>;

const isUnchanged = (stands: Bot | null, code: Code) =>
  stands !== null && stands.deleted === null && stands.name === code.name && isSame(stands, code);

function next(
  stands: Bot | null,
  which: { id: number; game: string },
  { name, source, main, files }: Code,
): Bot {
  const now = Date.now();
  const before = stands ?? { note: '', contest: undefined, plan: undefined, created: now, rev: 0 };
  const { note, contest, plan, created, rev } = before;
  return {
    ...{
      ...which,
      note,
      contest,
      plan,
      created,
      changed: now,
      rev: rev < Number.MAX_SAFE_INTEGER ? rev + 1 : 1,
      deleted: null,
      name,
      source,
    },
    ...{ main: files && main, files },
  };
}

/** The channel to the other tabs of this page; does nothing if the browser has none. */
export function otherTabs() {
  const channel = channelOf('sandlot.bots');
  return {
    tell: (id: number) => channel?.postMessage(id),
    hear(changed: (id: number) => void) {
      channel?.addEventListener('message', ({ data }) => typeof data === 'number' && changed(data));
    },
  };
}

/** Only the code of a bot, without the other facts. */
export const codeOf = ({ name, source, main, files }: Code): Code => ({
  name,
  source,
  ...(files ? { main, files } : {}),
});

/** The id of the bot that is, or was last, in the editor of a game. */
export function currentBot(store: Store, game: string): number {
  return store.get(`code.${game}`, null as any)?.bot ?? store.get(`current.${game}`, firstBot(game));
}
