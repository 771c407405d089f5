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

/** Milliseconds after the last change until it is written down. */
const SAVE_DELAY = 300;

export interface Options {
  bots: Bots;
  /** the game whose bot is in the editor at first */
  game: Offer;
  /** called with the source that is put into the editor: it stays available as long as this page is open */
  taken: (code: Code) => void;
  /** what another tab wrote; editing: the bot that is in this tab's editor; false: it does not outlast the page */
  keepTheirs: (game: string, theirs: Written, editing: number) => Promise<boolean>;
  keepVersion: Keep;
  /** the library has a newer text of this bot, or another bot stands in for a deleted one */
  arrived: () => void;
  /** another tab has gone on with this bot, and so does this one. @param before the text that was here */
  followed: (before: Code) => void;
  /** the text was changed here */
  edited: () => void;
  /** it is called otherwise, as another bot has its name */
  renamed: () => void;
  /** another tab deleted it; its text stays in the editor. @returns takes back what was said of that */
  deletedElsewhere: (name: string, restore: () => void) => () => void;
}

/** Creates the store of the bot that is in the editor, one for each game. */
export function createOwnBot(store: Store, options: Options) {
  const { bots, taken, keepTheirs, keepVersion, arrived, followed, edited, renamed, deletedElsewhere } =
    options;
  const others = createOverwriting(store, (of, theirs) => keepTheirs(of, theirs, id));
  const library = createWriting(bots, keepVersion);
  let { game } = options;
  let id = 0;
  let code: Code = { ...NEW_BOT };
  /**
   * Writes only changes of this tab: an untouched starter bot is replaced by the newer one of a newer page, and another
   * tab's code stays.
   */
  let unsaved = false;
  /** Whether this tab has changed the text since it was read. */
  let touched = false;
  let timer = 0;
  /** Another tab has deleted it: takes back what was said of that; null: none has. */
  let orphaned: (() => void) | null = null;
  begin();
  bots.onChange((isElsewhere) => {
    if (!isDeleted()) {
      // One that was deleted may be called otherwise now.
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

  /** What the library has of a bot of which the small storage has nothing: that may have been full. */
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

  /** Somebody may be reading or writing here what another tab deleted: the text stays, and writing on restores the bot. */
  function orphan() {
    const gone = id;
    orphaned = deletedElsewhere(bareName(code), () => {
      // What is written is restored by that.
      if (id === gone) change();
    });
  }

  /** It is there again, or another bot is in the editor. */
  function adopt() {
    orphaned?.();
    orphaned = null;
  }

  /**
   * Another tab may have gone on with this bot, and then so does this one, unless it has changes of its own. Those are
   * written in a moment, and what the other tab wrote becomes a version then.
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

  /** Nothing is kept of this bot, or it was deleted: the one that was changed last stands in, or else the starter bot. */
  function standIn() {
    const [next, wasDeleted] = [bots.list(game.name)[0], isDeleted()];
    if (next) show(next.id, codeOf(next), next.rev);
    else if (wasDeleted) show(newBotId(), starterOf(game), null);
    // The deleted one is not what the next visit begins with.
    unsaved = wasDeleted;
    // The library has the other one: to write it again would restore it, should it be deleted at the same moment.
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

  /** It is to be written down. */
  function change() {
    [unsaved, touched] = [true, true];
    save();
  }

  function save() {
    // Another bot may have got the name of a deleted one, which is restored by this.
    if (unsaved && isDeleted()) call(freeName(code, namesBeside(bots.list(game.name), id)));
    if (note(save)) library.push({ game: game.name, id, code: { ...code } });
  }

  /**
   * Writes it into the small storage alone.
   *
   * @param again called when it is worth another try
   * @returns whether there was anything to write
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
    /** @returns as it stands now */
    code: (): Readonly<Code> => code,
    /** Whether it is the starter bot, which is not kept. */
    isUntouched: () => !touched && bots.get(id) === null && code.source === game.starter,
    /** The revision of the library that its text came from; null: none. */
    rev: () => library.rev(id),
    save,
    catchUp,
    /** Resolves when the library has what the editor had. */
    settled: library.settled,

    /** The bot of another game. */
    use(other: Offer) {
      save();
      game = other;
      begin();
    },

    /** Another text of this bot, which is written down when it gets its name. */
    put,

    /** Another bot of this game, which is the one that comes back after a reload. */
    choose(...text: Parameters<typeof take>) {
      save();
      take(...text);
      unsaved = true;
      save();
    },

    /** @param path of one of its files */
    edit(path: string, source: string) {
      // The editor also tells of what was put into it.
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
 * Whether it is known that a game's editor has the starter bot, which is not kept: see `holdStarter`. Else another bot of
 * the library would stand in for it.
 */
export const isStarterHere = (store: Store, game: string, id: number): boolean =>
  store.get(`current.${game}`, 0) === id;

/** Bots are about to come into the library: the starter bot, of which nothing is kept, stays in the editor of the game. */
export const holdStarter = (store: Store, game: string, id: number) => void store.set(`current.${game}`, id);

/** What was last in the editor for a game. @returns isThere: it was kept */
function lastOf(
  game: Offer,
  others: ReturnType<typeof createOverwriting>,
  store: Store,
): { standing: Standing; isThere: boolean } {
  const usual = starterOf(game);
  const found = others.read(game.name, usual);
  const { rev = null, at = 0, bot: _, ...text } = found ?? usual;
  // Files that did not have the right shape were dropped when they were read: then it is a bot of a single file.
  const code = isBundle(text) ? text : { ...text, name: text.name.replace(/\.zip$/i, '.py') };
  const standing = { game: game.name, id: currentBot(store, game.name), rev, at, code };
  return { standing, isThere: found !== null };
}

/** The names of all other bots, without endings. */
const namesBeside = (bots: readonly (Code & { id: number })[], id: number) =>
  new Set(bots.filter((each) => each.id !== id).map((each) => bareName(each)));

const isEqual = (a: Code, b: Code) => isSame(a, b) && a.name === b.name;
