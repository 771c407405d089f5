// Replays: those that are kept in this browser, those that are opened, and the one that is saved as a file.

import { signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { wasReloaded } from '../../base/site/reloaded.ts';
import type { Entry } from '../../base/storage/replay-entries.ts';
import { createLibrary } from '../../base/storage/replays.ts';
import { tabStore } from '../../base/storage/settings.ts';
import { humansIn } from '../../base/values/seats.ts';
import { t } from '../../base/words/index.ts';
import type { Match, MatchSpec } from '../../match/types.ts';
import { createReplays } from './files.ts';
import { createLead } from './lead.ts';
import { createPlace } from './place.ts';
import { thumbnailOf } from './thumbnail.ts';
import type { Unfinished } from './unfinished.ts';
import { createUnfinished } from './unfinished.ts';

/** In the session of this tab: the position of the match that is shown, which the address follows a moment later. */
const WATCHED = 'watched';

/** again: the mark of the game of a contest that was played again in it. */
export interface Watched {
  mark: string;
  game: string;
  position: number;
  again?: string | undefined;
}

export type ReplaysRoom = ReturnType<typeof createReplaysRoom>;

export function createReplaysRoom(app: App) {
  const { playback, notices, router, session } = app;
  const unfinished = createUnfinished(tabStore);
  const place = createPlace({ playback, place: () => router.place, note: router.note });
  const library = createLibrary(() => notices.show(t('library.lost'), { bad: true }));
  const entries = signal(library.list());
  /** The marks of games of contests, by those of the matches in which they were played again in this tab. */
  const again = new Map<string, string>();
  /** The marks of matches that were kept for a puzzle, while the address leads to them elsewhere. */
  const marked = new WeakMap<Match, string>();
  library.subscribe(() => {
    entries.value = library.list();
  });
  /** The replay that was opened last, and the mark of its entry. */
  const opened = signal<{ match: Pick<Match, 'header'>; mark: string } | null>(null);
  /** @param id of its entry; if undefined, the match is looked up by its content */
  function bound(match: Match, id: IDBValidKey | undefined) {
    const { game, players } = match.header;
    if (!app.games[game]?.hides) return null;
    const entry = id ?? library.find(readOf(match))?.id;
    return entry !== undefined && unfinished.find(entry) ? humansIn(players) : null;
  }

  async function keepOpened(shown: Match, text: string, name: string) {
    // What came in a link is called as its players are.
    const linked = shown.isSent === true;
    const facts = { own: false, linked, name: linked ? null : name.replace(/\.json$/i, '') };
    const entry = await library.add(readOf(shown), text, facts);
    if (!entry) return;
    place.mark(shown, entry.mark);
    opened.value = { match: shown, mark: entry.mark };
    depict(entry, shown);
    // A link that is loaded again goes on where it was watched.
    const before = last();
    if (before?.mark !== entry.mark || playback.state.match !== shown) return;
    playback.pause();
    playback.goTo(before.position);
  }
  const files = createReplays(app, { keep: keepOpened, bound });
  // A press may lead elsewhere. One that is held down is no new one, and browsers refuse many changes of the address.
  addEventListener('click', place.settle, true);
  addEventListener('keydown', ({ repeat }) => repeat || place.settle(), true);
  // The browser may close the tab without another word.
  addEventListener('pagehide', () => {
    const mark = place.shown();
    const { match, position } = playback.state;
    const now = mark && match && { mark, game: match.header.game, position, again: again.get(mark) };
    tabStore.set(WATCHED, now);
  });
  /** Where the last visit of this tab ended, if it was loaded again; it is told once. */
  function last() {
    const found = tabStore.get(WATCHED, null as Watched | null);
    tabStore.set(WATCHED, null);
    if (found?.again) again.set(found.mark, found.again);
    return wasReloaded() ? found : null;
  }
  async function depict({ id, picture }: Entry, shown: Match) {
    if (picture) return;
    const made = await thumbnailOf(shown).catch(() => '');
    if (made) await library.depict(id, made);
  }

  /** @param id of an entry */
  async function openStored(id: IDBValidKey, name: string): Promise<Match | null> {
    const text = await library.text(id).catch(() => null);
    if (text !== null) return files.openReplay(name, text, { entry: id });
    notices.show(t('library.gone', { name }), { bad: true, here: true });
    return null;
  }

  /** The match that is being fetched to go on. */
  let going: IDBValidKey | null = null;

  /** @returns whether it goes on, or another one that was asked for since */
  async function goOn({ id, spec, turns }: Unfinished): Promise<boolean> {
    if (going === id) return true;
    going = id;
    const text = await library.text(id).catch(() => null);
    if (going !== id) return true;
    going = null;
    if (text === null) {
      unfinished.forget(id);
      notices.show(t('library.gone', { name: t(`game.${spec.game}`) }), { bad: true, here: true });
      return false;
    }
    // Whoever has gone elsewhere meanwhile stays there: it waits on.
    if (session.game !== spec.game) return true;
    app.play.resume(spec, id, text, turns);
    app.links.goOn(spec);
    return true;
  }

  /** Goes on with a match that a person has not played to its end, wherever it waits. */
  async function goOnFrom(id: IDBValidKey) {
    const found = unfinished.find(id);
    if (!found) return;
    router.go({ game: found.spec.game, tab: 'play' });
    if (await app.play.goOnAt(found.spec.game, id)) return;
    await goOn(found);
  }

  return {
    open: files.openReplay,
    openAll: files.openReplays,
    abort: files.abort,
    save: files.save,
    /** The address names this match by its mark. */
    mark: place.mark,

    /** What a replay that was opened is called in the list; null: it has no name. */
    nameOf(match: Pick<Match, 'header'>): string | null {
      const { value } = opened;
      const entry = value?.match === match && entries.value.find(({ mark }) => mark === value.mark);
      return entry ? entry.name : null;
    },

    /** The text of one that is kept. @param mark of its entry @returns null: it is not there */
    async textOf(mark: string): Promise<string | null> {
      await library.refresh();
      const entry = library.list().find((each) => each.mark === mark);
      return entry ? library.text(entry.id).catch(() => null) : null;
    },

    /**
     * The mark of a match, which is kept now if it is not in the library, as a game of a contest.
     *
     * @param text its replay
     * @returns null: it could not be kept
     */
    async markOf(match: Match, text: string): Promise<string | null> {
      const known = marked.get(match) ?? place.of(match);
      if (library.list().some(({ mark }) => mark === known)) return known ?? null;
      const entry = await library.add(readOf(match), text, { own: true });
      if (entry) marked.set(match, entry.mark);
      return entry?.mark ?? null;
    },

    /** The text of the latest of one's own on this seed; null: none is there. */
    async textOfSeed(game: string, seed: string): Promise<string | null> {
      await library.refresh();
      const entry = library.list().find((each) => each.own && each.game === game && each.seed === seed);
      return entry ? library.text(entry.id).catch(() => null) : null;
    },

    /** Reads the library again. @returns whether all that was kept in it is gone */
    async isEmptied(): Promise<boolean> {
      const had = library.list().length > 0;
      await library.refresh();
      return had && library.list().length === 0;
    },

    /** The list of all that is kept. */
    async list(host: HTMLElement) {
      const { createLibraryPanel } = await import('./list.tsx');
      return createLibraryPanel(host, app, library, ({ id }, name) => openStored(id, name));
    },

    /**
     * Keeps a match of this page, and says where it is.
     *
     * @param text its replay
     * @param turns of that text
     * @param instead where it was put before
     * @param isOver else it is offered again when this tab is loaded anew
     * @param spec how the match was begun
     */
    async keep(
      shown: Match,
      text: string,
      turns: number,
      instead: IDBValidKey | null,
      isOver: boolean,
      spec: MatchSpec,
    ): Promise<IDBValidKey | null> {
      const { header, result, records } = shown;
      const before = library.list().find((each) => each.id === instead)?.mark;
      const entry = await library.add({ header, result, turns, records }, text, { own: true, instead });
      const id = entry?.id ?? null;
      // It is not kept any more, or it has its end: there is nothing to go on with.
      if (id !== instead) unfinished.forget(instead);
      if (id === null || result) unfinished.forget(id);
      else unfinished.note({ id, spec, turns, waits: !isOver });
      if (!entry) return id;
      if (isOver) place.mark(shown, entry.mark);
      // What was kept of it before may be on the board: that entry is there by its new mark alone.
      const { match } = playback.state;
      if (match && before !== undefined && place.of(match) === before) place.mark(match, entry.mark);
      const first = app.compete.markAgain(shown);
      if (isOver && first) again.set(entry.mark, first);
      // The picture of one that goes on is of no position that stays: it gets another one.
      depict(isOver ? { ...entry, picture: '' } : entry, shown);
      return id;
    },

    lead: createLead(app, { place, library, files, last, again }),

    waiting: unfinished.waiting,
    setAside: unfinished.setAside,
    /** Whether a match of the library can go on by hand. */
    canGoOn: (id: IDBValidKey) => unfinished.find(id) !== null,

    /**
     * A match that waits since this tab was loaded again is shown; its time passes once the person goes on.
     *
     * @returns whether one does
     */
    comeBack(game: string): boolean {
      const found = wasReloaded() ? unfinished.waiting(game) : null;
      if (!found) return false;
      void goOn(found).then((goesOn) => goesOn || app.enter.showMeanwhile());
      return true;
    },

    goOn: goOnFrom,
    /** Goes on with the match that is shown. */
    async goOnWith(match: Match) {
      const entry = library.list().find(({ mark }) => mark === place.of(match));
      if (entry) await goOnFrom(entry.id);
    },
  };
}

/** What the engine has read of a match, for the library. */
function readOf({ header, result, records, deltaLog }: Match) {
  return { header, result, records, turns: result?.turns ?? deltaLog.length - 1 };
}
