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

// The library of the user's bots: every bot with its working copy, in this browser's database. What the database does not
// take is kept in the small storage, and what that does not take either lasts as long as the page.
//
// Every working copy has a revision that grows with each change. Who writes says which revision the text came from, so a
// text that another tab wrote meanwhile is never overwritten unseen.

export const MOST_BOTS = 1000;

/** @param options tabs: the other tabs of this page */
export function createBots({
  tabs,
  ...options
}: Options & { tabs: { tell: (id: number) => void; hear: (changed: (id: number) => void) => void } }) {
  const places = createPlaces(options);
  const { bots } = places;
  const listeners = new Set<(isElsewhere: boolean) => void>();
  /** One after the other, so that no two write at once. */
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
    /** Settles when the library was read. */
    loaded: loaded.catch(() => {}),

    /**
     * @param game null: of every game
     * @returns the one that was changed last comes first
     */
    list: (game: string | null): Bot[] =>
      [...bots.values()]
        .filter((bot) => bot.deleted === null && (game === null || bot.game === game))
        .sort((a, b) => b.changed - a.changed),

    /** Those that were deleted and can be restored. */
    deleted: (): Bot[] =>
      [...bots.values()]
        .filter(({ deleted }) => deleted !== null)
        .sort((a, b) => (b.deleted ?? 0) - (a.deleted ?? 0)),

    /** @returns as this tab knows it */
    get: (id: number): Bot | null => bots.get(id) ?? null,

    refresh: (id: number) => inTurn(() => places.refresh(id)),

    /** Those that were kept, and are here alone now: what the browser kept was deleted. Without a database there are none. */
    missing: (): Promise<Bot[]> => inTurn(missing),

    /** Keeps all of them again. */
    keepMissing: () =>
      inTurn(async () => {
        for (const { id } of await missing()) await place(id, (stands) => stands);
      }),

    /**
     * @param hear called when any bot has changed; isElsewhere: in another tab
     * @returns ends that
     */
    onChange(hear: (isElsewhere: boolean) => void): () => void {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },

    /**
     * Writes the working copy of a bot, which may be a new one. A deleted one is restored by that.
     * @param rev the revision that this text came from; null: none
     * @returns rev: it was written; stored: it outlasts the page;
     * theirs: another text stands there
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

    /** Changes what is known of a bot besides its text. */
    change: (id: number, news: Partial<Pick<Bot, 'note' | 'contest' | 'plan' | 'created' | 'deleted'>>) =>
      inTurn(async () => {
        if (news.note !== undefined) news.note = beginning(news.note, LONGEST_NOTE);
        await place(id, (stands) => stands && { ...stands, ...news });
      }),

    /** Brings back a deleted bot. @param name as no other bot of the game is called by now */
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

/** The other tabs of this page, where the browser lets them be told. */
export function otherTabs() {
  const channel = channelOf('sandlot.bots');
  return {
    tell: (id: number) => channel?.postMessage(id),
    hear(changed: (id: number) => void) {
      channel?.addEventListener('message', ({ data }) => typeof data === 'number' && changed(data));
    },
  };
}

/** The code of a bot, as it is played and shown. */
export const codeOf = ({ name, source, main, files }: Code): Code => ({
  name,
  source,
  ...(files ? { main, files } : {}),
});

/** The bot of a game that is in the editor, or was last. */
export function currentBot(store: Store, game: string): number {
  return store.get(`code.${game}`, null as any)?.bot ?? store.get(`current.${game}`, firstBot(game));
}
