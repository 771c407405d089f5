// The user's bot that is in the editor, one for each game, and how its text is kept in the browser.

import type { Bots } from '../../base/storage/bots.ts';
import { codeOf, currentBot } from '../../base/storage/bots.ts';
import { NEW_BOT } from '../../base/storage/keys.ts';
import type { Store } from '../../base/storage/settings.ts';
import { freeName, tidyName } from '../../base/text/bot-names.ts';
import { newBotId } from '../../base/values/bot-ids.ts';
import { bareName, isBundle, isSame, textAt, withText } from '../../base/values/bundle-shape.ts';
import type { Code } from '../../match/types.ts';
import type { Keep, Standing } from './arrival.ts';
import type { Offer } from './code.ts';
import type { Standing as Written } from './overwriting.ts';
import { createOverwriting } from './overwriting.ts';
import { createWriting } from './writing.ts';

/** Milliseconds after the last change until the text is stored. */
const SAVE_DELAY = 300;

export interface Options {
  bots: Bots;
  /** the game whose bot is in the editor at first */
  game: Offer;
  /** called with the source that is put into the editor: it stays available as long as this page is open */
  taken: (code: Code) => void;
  /** puts another tab's text into the library; editing: this tab's bot. Resolves with false if it is lost with the page */
  keepTheirs: (game: string, theirs: Written, editing: number) => Promise<boolean>;
  keepVersion: Keep;
  /** the library has a newer text of this bot, or another bot stands in for a deleted one */
  arrived: () => void;
  /** another tab has changed this bot, and this tab took its text over. @param before the text that was here */
  followed: (before: Code) => void;
  /** the text was changed here */
  edited: () => void;
  /** it got another name, because another bot has its name */
  renamed: () => void;
  /** another tab deleted it; its text stays in the editor. @returns closes the notice about that */
  deletedElsewhere: (name: string, restore: () => void) => () => void;
}

/** Creates the state of the bot in the editor. Each game has a bot of its own there. */
export function createOwnBot(store: Store, options: Options) {
  const { bots, taken, keepTheirs, keepVersion, arrived, followed, edited, renamed, deletedElsewhere } =
    options;
  const others = createOverwriting(store, (of, theirs) => keepTheirs(of, theirs, id));
  const library = createWriting(bots, keepVersion);
  let { game } = options;
  let id = 0;
  let code: Code = { ...NEW_BOT };
  /**
   * Whether this tab has changes to store. Nothing else is written, so that an untouched starter bot can be replaced by a
   * newer page's, and another tab's text stays.
   */
  let unsaved = false;
  /** Whether this tab has changed the text since it was read. */
  let touched = false;
  let timer = 0;
  /** If another tab has deleted the bot: closes the notice about that; else null. */
  let orphaned: (() => void) | null = null;
  begin();
  bots.onChange((isElsewhere) => {
    if (!isDeleted()) {
      // A restored bot may have another name now.
      const isBack = orphaned !== null;
      adopt();
      if (isElsewhere || isBack) catchUp();
    } else if (unsaved || orphaned) return;
    else if (isElsewhere) orphan();
    else standIn();
  });

  function begin() {
    const { standing, isThere } = lastOf(game, others, store);
    take(standing.id, standing.code, standing.rev);
    const isHere = () => id === standing.id && game.name === standing.game && !touched;
    library.add(async () => {
      const done =
        isThere && isHere() ? await library.arrive(standing) : (inLibrary(standing.id) ?? standing);
      if (isHere() && !isEqual(done.code, code)) show(id, done.code, done.rev);
      if (isHere() && (isDeleted() || !(bots.get(id) || isStarterHere(store, game.name, id)))) standIn();
    });
  }

  /** The library's text of a bot that is not in the small storage, which may have been full. */
  function inLibrary(of: number): { code: Code; rev: number | null } | null {
    const row = bots.get(of);
    return row && row.deleted === null ? { code: codeOf(row), rev: row.rev } : null;
  }

  function call(name: string) {
    if (name === code.name) return;
    code.name = name;
    renamed();
  }

  const isDeleted = () => typeof bots.get(id)?.deleted === 'number';

  /** Another tab has deleted the bot. The user may be reading or writing it here: the text stays, and writing restores the bot. */
  function orphan() {
    const gone = id;
    orphaned = deletedElsewhere(bareName(code), () => {
      // Storing the text restores the bot.
      if (id === gone) change();
    });
  }

  /** The deleted bot was restored, or another bot is in the editor. */
  function adopt() {
    orphaned?.();
    orphaned = null;
  }

  /**
   * Takes over the text if another tab has changed the bot, unless this tab has changes, too. These are stored in a moment, and
   * then the other tab's text becomes a version.
   */
  function catchUp() {
    const here = id;
    library.add(async () => {
      const row = await bots.refresh(here);
      const isNews = row?.deleted === null && row.rev !== library.rev(here);
      if (!isNews || id !== here || unsaved) return;
      const before = code;
      take(here, codeOf(row), row.rev);
      others.know(game.name, { ...code, bot: here });
      if (!isEqual(before, code)) followed(before);
    });
  }

  /** This bot is not stored or was deleted: shows the most recently changed bot instead, or else the starter bot. */
  function standIn() {
    const [next, wasDeleted] = [bots.list(game.name)[0], isDeleted()];
    if (next) show(next.id, codeOf(next), next.rev);
    else if (wasDeleted) show(newBotId(), starterOf(game), null);
    // The new choice is stored, so that the next visit does not begin with the deleted bot.
    unsaved = wasDeleted;
    // The other bot is in the library. It is not written again: that would restore it if it were deleted at the same moment.
    if (next) note();
    else save();
  }

  function show(...text: Parameters<typeof take>) {
    take(...text);
    arrived();
  }

  function take(next: number, text: Code, rev: number | null) {
    if (next !== id) adopt();
    id = next;
    put(text);
    library.setRev(id, rev);
    [unsaved, touched] = [false, false];
  }

  function put(text: Code) {
    code = { ...text };
    taken(code);
  }

  /** Marks the text as changed, and stores it. */
  function change() {
    [unsaved, touched] = [true, true];
    save();
  }

  function save() {
    // Storing restores a deleted bot, whose name another bot may have by now.
    if (unsaved && isDeleted()) call(freeName(code, namesBeside(bots.list(game.name), id)));
    if (note(save)) library.push({ game: game.name, id, code: { ...code } });
  }

  /**
   * Stores the text in the small storage only.
   *
   * @param again called when it can be tried again
   * @returns whether there was anything to store
   */
  function note(again: () => void = note): boolean {
    clearTimeout(timer);
    if (!unsaved) return false;
    const rev = library.rev(id) ?? undefined;
    unsaved = !others.write(game.name, { ...code, bot: id, rev }, again);
    return true;
  }

  return {
    game: () => game,
    id: () => id,
    /** The bot as it is now. */
    code: (): Readonly<Code> => code,
    /** Whether it is the starter bot, which is not stored. */
    isUntouched: () => !touched && bots.get(id) === null && code.source === game.starter,
    /** The revision of the library that its text came from; null if none. */
    rev: () => library.rev(id),
    save,
    catchUp,
    /** Resolves when the text is in the library. */
    settled: library.settled,

    /** Puts the bot of another game into the editor. */
    use(other: Offer) {
      save();
      game = other;
      begin();
    },

    /** Gives the bot another text, which is stored when `rename` is called after it. */
    put,

    /** Puts another bot of this game into the editor; after a reload it will be there again. */
    choose(...text: Parameters<typeof take>) {
      save();
      take(...text);
      unsaved = true;
      save();
    },

    /** @param path the path of one of its files */
    edit(path: string, source: string) {
      // The editor also calls this for a text that was put into it.
      if (textAt(code, path) === source) return;
      edited();
      code = withText(code, path, source);
      [unsaved, touched] = [true, true];
      clearTimeout(timer);
      timer = window.setTimeout(save, SAVE_DELAY);
    },

    rename(name: string) {
      code.name = tidyName(name, isBundle(code));
      change();
    },
  };
}

export type OwnBot = ReturnType<typeof createOwnBot>;

const starterOf = ({ starter }: Offer): Written => ({ ...NEW_BOT, source: starter });

/**
 * Whether the starter bot, which is not stored, is known to be in a game's editor: see `holdStarter`. Otherwise another bot
 * of the library is put there.
 */
export const isStarterHere = (store: Store, game: string, id: number): boolean =>
  store.get(`current.${game}`, 0) === id;

/** Keeps the starter bot, which is not stored, in the editor of the game, before other bots are added to the library. */
export const holdStarter = (store: Store, game: string, id: number) => void store.set(`current.${game}`, id);

/** The bot that was last in the editor for a game. @returns isThere: whether it was stored */
function lastOf(
  game: Offer,
  others: ReturnType<typeof createOverwriting>,
  store: Store,
): { standing: Standing; isThere: boolean } {
  const usual = starterOf(game);
  const found = others.read(game.name, usual);
  const { rev = null, at = 0, bot: _, ...text } = found ?? usual;
  // If its files did not have the right shape, they were dropped when it was read, and it is a bot of a single file.
  const code = isBundle(text) ? text : { ...text, name: text.name.replace(/\.zip$/i, '.py') };
  const standing = { game: game.name, id: currentBot(store, game.name), rev, at, code };
  return { standing, isThere: found !== null };
}

/** The names of all other bots, without endings. */
const namesBeside = (bots: readonly (Code & { id: number })[], id: number) =>
  new Set(bots.filter((each) => each.id !== id).map((each) => bareName(each)));

const isEqual = (a: Code, b: Code) => isSame(a, b) && a.name === b.name;
