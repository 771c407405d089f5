// The user's bots for the rest of the page: the library, with the editor's current text for the bot that is in it.

import type { App } from '../../app.ts';
import type { Bots } from '../../base/storage/bots.ts';
import { codeOf, currentBot, MOST_BOTS } from '../../base/storage/bots.ts';
import { NEW_BOT } from '../../base/storage/keys.ts';
import type { Version, Versions } from '../../base/storage/versions.ts';
import { isOtherName, tidyName, freeName as unlike } from '../../base/text/bot-names.ts';
import { shortName } from '../../base/text/legible.ts';
import { newBotId } from '../../base/values/bot-ids.ts';
import { bareName, isBundle, isSame } from '../../base/values/bundle-shape.ts';
import { t } from '../../base/words/index.ts';
import type { Code } from '../../match/types.ts';
import type { Editor, Offer } from './code.ts';
import { holdStarter, isStarterHere } from './own-bot.ts';

/** The facts about a bot that a list shows */
export interface Listed {
  id: number;
  game: string;
  /** without an ending */
  name: string;
  note: string;
  /** the name of the contest that it is an entry for */
  contest?: string | undefined;
  /** the fingerprint of that contest */
  plan?: string | undefined;
  /** milliseconds since 1970; 0 if it is the starter bot, which is not stored */
  created: number;
  changed: number;
  /** bytes of its files; in files that can be edited, each character counts as a byte */
  size: number;
  /** the number of its files */
  files: number;
  /** whether it is the one in the editor of its game */
  isCurrent: boolean;
}

/** The facts about a bot that are not in its text. */
type Facts = Pick<Listed, 'note' | 'contest' | 'plan'> & Partial<Pick<Listed, 'created'>>;

interface Inside {
  bots: Bots;
  code: Editor;
  versionsOf: (game: string) => Versions;
  /** with starters in the language of the page */
  games: Record<string, Offer>;
}

export function createMyBots(app: App, inside: Inside) {
  const { bots, code, versionsOf } = inside;
  const listing = createListing(app, inside);
  const { current, gameOf, list, listed, freeName } = listing;
  const codeById = listing.code;

  /** Puts a bot into the editor. @returns false if the bot does not exist */
  async function open(id: number): Promise<boolean> {
    await bots.loaded;
    const game = gameOf(id);
    if (game === null) return false;
    app.navigation.toCode(game);
    return code.open(id);
  }

  /** Adds a bot to the library without putting it into the editor. @returns its id */
  async function add(game: string, made: Code, { note, contest, plan, created }: Facts): Promise<number> {
    await bots.loaded;
    holdPlace(game);
    const id = newBotId();
    await bots.write(id, game, { ...made, name: freeName(game, made) }, null);
    await bots.change(id, { note, contest, plan, ...(created ? { created } : {}) });
    return id;
  }

  /** Keeps a starter bot, which is not stored, in the editor when a bot is added to the library. */
  function holdPlace(game: string) {
    const id = current(game);
    const isNext = bots.get(id) === null && (game === app.session.game || bots.list(game).length === 0);
    if (isNext) holdStarter(app.store, game, id);
  }

  return {
    loaded: bots.loaded,
    most: MOST_BOTS,
    isFull: bots.isFull,
    missing: bots.missing,
    keepMissing: bots.keepMissing,
    list,
    current,
    code: codeById,
    /** The bot that is, or was last, in the editor of that game. */
    currentCode: (game: string): Code => codeById(current(game)) ?? listing.starter(game),
    gameOf,
    /** Called when any bot has changed, in this tab or in another. */
    onChange: bots.onChange,

    /** @returns the oldest first */
    async versions(id: number): Promise<Version[]> {
      const game = gameOf(id);
      if (game === null) return [];
      await versionsOf(game).loaded;
      return versionsOf(game)
        .list()
        .filter((version) => version.bot === id);
    },

    /** @returns the number of its newest version, as far as versions were read; null if it has none */
    newest(id: number): number | null {
      const game = gameOf(id);
      return game === null ? null : (versionsOf(game).newest(id)?.nth ?? null);
    },

    /** The versions of all existing bots of a game, each with its bot's current name. @returns the oldest first */
    versionsNow(game: string): Version[] {
      const names = new Map(list(game).map(({ id, name }) => [id, name]));
      return versionsOf(game)
        .list()
        .flatMap((version) => {
          const name = names.get(version.bot);
          return name === undefined ? [] : [{ ...version, name: tidyName(name, isBundle(version)) }];
        });
    },

    open,
    add,

    facts: (id: number): Facts & { created: number } => ({
      note: bots.get(id)?.note ?? '',
      contest: bots.get(id)?.contest,
      plan: bots.get(id)?.plan,
      created: bots.get(id)?.created ?? 0,
    }),

    ...createActions(app, inside, { ...listing, open, add }),

    /** The number of bots for games that this page does not know, because another version of it has stored them. */
    unknown: () => bots.list(null).filter((bot) => !Object.hasOwn(app.games, bot.game)).length,

    /** The deleted bots that can be restored. */
    deleted: (): Listed[] => bots.deleted().map(listed),
  };
}

/** The actions on a bot. */
function createActions(
  { session, navigation, notices }: App,
  { bots, code, versionsOf }: Inside,
  listing: ReturnType<typeof createListing> & {
    open: (id: number) => Promise<boolean>;
    add: (game: string, made: Code, facts: Facts) => Promise<number>;
  },
) {
  const { current, gameOf, freeName, starter, open, add } = listing;

  /**
   * The name that a bot gets when the user types a name: valid for a file, and different from all other bots' of the game. If
   * it differs from the typed one, the user is told.
   */
  function nameFor(id: number, given: string, bot: Code): string {
    const tidy = tidyName(given, isBundle(bot));
    const game = gameOf(id);
    const got = game === null ? tidy : freeName(game, { ...bot, name: tidy }, id);
    const words = { given: shortName(bareName({ name: given.trim() })), name: bareName({ name: got }) };
    if (got !== tidy) notices.show(t('code.nameTaken', words));
    else if (isOtherName(given, got)) notices.show(t('code.renamed', words));
    return got;
  }

  /** Restores a deleted bot. If another bot has its name by now, it gets another one, and the user is told. */
  async function restore(id: number) {
    const bot = await bots.refresh(id);
    if (bot) await bots.restore(id, nameFor(id, bareName(bot), bot));
  }

  return {
    /**
     * Adds a bot from a file to the library, without putting it into the editor. If a bot has the same name, that one gets the
     * new text, and its text before becomes a version; else it is a new bot.
     *
     * @param isApart whether it is somebody else's and must not change an existing bot
     * @returns null if there is no room
     */
    async take(game: string, given: Code, isApart: boolean): Promise<{ id: number; name: string } | null> {
      await bots.loaded;
      const made = { ...given, name: tidyName(given.name, isBundle(given)) };
      if (game === session.game) await code.settled();
      const named = bots.list(game).find(({ name }) => name === made.name);
      if (named && isSame(named, made)) return named;
      if (named && !isApart && named.id !== current(game)) {
        await versionsOf(game).keep(codeOf(named), named.id);
        await bots.write(named.id, game, made, named.rev);
        return named;
      }
      if (bots.isFull()) return null;
      const id = await add(game, made, { note: '' });
      return { id, name: bots.get(id)?.name ?? made.name };
    },

    /** Makes a new bot from the starter, and puts it into the editor. */
    create(game: string) {
      navigation.toCode(game);
      const made = starter(game);
      return code.begin({ ...made, name: freeName(game, made) });
    },

    /** Puts a copy of a bot into the editor. */
    async duplicate(id: number): Promise<number | null> {
      const game = gameOf(id);
      if (id === code.id()) await code.settled();
      // Also waits until a note that was just typed is stored.
      await bots.refresh(id);
      const original = listing.code(id);
      if (!game || !original) return null;
      const { note = '' } = bots.get(id) ?? {};
      const copy = await add(game, original, { note });
      await open(copy);
      return copy;
    },

    async rename(id: number, name: string) {
      if (id === code.id()) return void code.rename(name);
      const bot = await bots.refresh(id);
      if (!bot) return;
      await bots.write(id, bot.game, { ...codeOf(bot), name: nameFor(id, name, bot) }, bot.rev);
    },

    nameFor,

    async note(id: number, note: string) {
      const game = gameOf(id);
      const of = listing.code(id);
      const isNew = !bots.get(id) && game && of;
      await Promise.all([isNew && bots.write(id, game, of, null), bots.change(id, { note })]);
    },

    restore,

    /** @returns a function that restores it */
    async remove(id: number): Promise<() => Promise<unknown>> {
      const wasOpen = id === code.id();
      if (wasOpen) await code.settled();
      await bots.change(id, { deleted: Date.now() });
      return async () => {
        await restore(id);
        if (wasOpen) await open(id);
      };
    },
  };
}

/** The lists of bots. */
function createListing({ session, store }: App, { bots, code, games }: Inside) {
  /** @returns the id of the bot that is, or was last, in the editor of that game */
  const current = (game: string): number => (game === session.game ? code.id() : currentBot(store, game));

  const starter = (game: string): Code => ({ ...NEW_BOT, source: games[game]?.starter ?? '' });

  /** @returns null if there is no such bot */
  function codeById(id: number): Code | null {
    if (id === code.id()) return code.current();
    const bot = bots.get(id);
    if (bot) return codeOf(bot);
    const game = Object.keys(games).find((name) => current(name) === id);
    return game ? starter(game) : null;
  }

  function listed({
    id,
    game,
    note,
    contest,
    plan,
    created,
    changed,
  }: Omit<Listed, 'name' | 'size' | 'files' | 'isCurrent'>): Listed {
    const { source, files = [], name } = codeById(id) ?? starter(game);
    const sizes = files.map((file) => ('text' in file ? file.text.length : file.size));
    const size = sizes.reduce((sum, each) => sum + each, source.length);
    const isCurrent = current(game) === id;
    const facts = { id, game, note, contest, plan, created, changed };
    return { ...facts, name: bareName({ name }), size, files: 1 + files.length, isCurrent };
  }

  /** @param game null for the bots of all games @returns the most recently changed bot first */
  function list(game: string | null): Listed[] {
    if (game === null)
      return Object.keys(games)
        .flatMap(list)
        .sort((a, b) => b.changed - a.changed);
    const kept = bots.list(game);
    const id = current(game);
    // The starter bot is not stored until it is changed, so that a newer page can bring a newer one.
    const untouched = { id, game, note: '', created: 0, changed: 0 };
    const isHere = game === session.game || isStarterHere(store, game, id);
    const isMissing = kept.length === 0 || (isHere && !bots.get(id));
    return [...(isMissing ? [untouched] : []), ...kept].map(listed);
  }

  /** A name that no other bot of the game has. @param own the bot that gets it; null for a new bot */
  function freeName(game: string, bot: Code, own: number | null = null) {
    const others = list(game).filter(({ id }) => id !== own);
    return unlike(bot, new Set(others.map(({ name }) => name)));
  }

  const gameOf = (id: number): string | null =>
    id === code.id()
      ? session.game
      : (bots.get(id)?.game ?? Object.keys(games).find((name) => current(name) === id) ?? null);

  return { current, starter, code: codeById, gameOf, list, listed, freeName };
}

export type MyBots = ReturnType<typeof createMyBots>;
