import { freeName } from '../text/bot-names.ts';
import { newBotId } from '../values/bot-ids.ts';
import { bareName, isSame } from '../values/bundle-shape.ts';
import type { Bot, BotRows } from './bot-rows.ts';
import { readBot } from './bot-rows.ts';
import { LISTED_BOT } from './keys.ts';
import type { Store } from './settings.ts';

// Where each bot is kept: in the database; if that fails, in the small storage; if that fails too, in memory until the page
// is closed.

export interface Options {
  rows: BotRows;
  store: Store;
  /** Called once, when a bot could not be kept beyond this visit. */
  lost: () => void;
}

/** Milliseconds for which a deleted bot can be restored. */
const RESTORABLE = 30 * 24 * 60 * 60 * 1000;
const SPARE = 'bots.';
/** The most bots that are read from the small storage (local storage). */
const MOST_SPARE = 1000;

export function createPlaces({ rows, store, lost }: Options) {
  /** All bots as this tab knows them. */
  const bots = new Map<number, Bot>();
  /** Ids of bots that are in the small storage. */
  const spare = new Set<number>();
  /** Ids of bots that are only in memory. */
  const loose = new Set<number>();
  let complained = false;

  /** Whether the database lacks its newest state. */
  const isElsewhere = (id: number) => spare.has(id) || loose.has(id);

  async function loadRows() {
    for (const bot of await rows.all()) bots.set(bot.id, bot);
  }

  /** The names of a game's bots, without endings. */
  const namesIn = (game: string) =>
    new Set([...bots.values()].filter((each) => each.game === game).map((each) => bareName(each)));

  /** Moves a bot from the small storage into the database. */
  async function takeIn(bot: Bot) {
    const stands = bots.get(bot.id);
    const isNewer = !stands || stands.rev < bot.rev;
    if (!isNewer && isSame(stands, bot)) return store.drop(SPARE + bot.id);
    // If another tab has changed the bot in the database meanwhile, both texts are kept, as two bots.
    const next = isNewer ? bot : { ...bot, id: newBotId(), name: freeName(bot, namesIn(bot.game)) };
    if (isNewer) spare.add(bot.id);
    await place(next.id, () => next);
    if (!isNewer && !loose.has(next.id)) store.drop(SPARE + bot.id);
  }

  function dropSpare(id: number) {
    if (spare.delete(id)) store.drop(SPARE + id);
  }

  async function forget(id: number) {
    bots.delete(id);
    dropSpare(id);
    await rows.remove(id).catch(() => {});
  }

  function keepSpare(bot: Bot) {
    const isKept = store.set(SPARE + bot.id, bot);
    (isKept ? spare : loose).add(bot.id);
    if (isKept) loose.delete(bot.id);
    else if (!complained) {
      complained = true;
      lost();
    }
  }

  /** @param decide gets the stored bot and returns the one to store in its place; null leaves it as it is */
  async function place(id: number, decide: (stands: Bot | null) => Bot | null): Promise<Bot | null> {
    let made: Bot | null = null;
    try {
      await rows.change(id, (stands) => {
        made = decide((isElsewhere(id) ? null : stands) ?? bots.get(id) ?? null);
        return made && LISTED_BOT(made);
      });
      if (made) {
        loose.delete(id);
        dropSpare(id);
      }
    } catch {
      made = decide(bots.get(id) ?? null);
      if (made) keepSpare(made);
    }
    if (made) bots.set(id, made);
    return made;
  }

  return {
    bots,
    place,
    /** Whether it is still kept after the page is closed. */
    isStored: (id: number) => !loose.has(id),
    /** Whether its newest state is in the database. */
    isInRows: (id: number) => !isElsewhere(id),
    /** The ids of all bots in the database; rejects if there is no database. */
    kept: async () => new Set((await rows.all()).map(({ id }) => id)),

    /** Reads all bots; those that were deleted long ago are removed for good. */
    async load() {
      // Without a database the small storage is all there is.
      await loadRows().catch(() => {});
      for (const bot of spares(store)) await takeIn(bot);
      for (const { id, deleted } of bots.values())
        if (deleted !== null && deleted + RESTORABLE < Date.now()) await forget(id);
    },

    /** Reads a bot again, because another tab may have changed it. */
    async refresh(id: number): Promise<Bot | null> {
      const bot = isElsewhere(id) ? null : await rows.one(id).catch(() => null);
      if (bot) bots.set(id, bot);
      return bots.get(id) ?? null;
    },
  };
}

/** The bots in the small storage. */
function spares(store: Store): Bot[] {
  const prefix = `sandlot.${SPARE}`;
  try {
    const keys = store.everything().map(([key]) => key);
    const ours = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice('sandlot.'.length));
    return ours
      .slice(0, MOST_SPARE)
      .map((key) => readBot(store.get(key, null as unknown)))
      .filter((bot) => bot !== null);
  } catch {
    return [];
  }
}
