// Replays: keeps matches in the library, opens replays, and saves them as files.

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

/** The key in the tab's session storage for the shown position, which is written into the address a moment later. */
const WATCHED = 'watched';

/** again: the mark of the contest's game that was played again in the match. */
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
  /** The marks of contests' games, by the marks of the matches in which they were played again in this tab. */
  const again = new Map<string, string>();
  /** The marks of matches that were added to the library for a puzzle, while the address does not name them. */
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
    // A match from a link has no name: the list shows its players.
    const linked = shown.isSent === true;
    const facts = { own: false, linked, name: linked ? null : name.replace(/\.json$/i, '') };
    const entry = await library.add(readOf(shown), text, facts);
    if (!entry) return;
    place.mark(shown, entry.mark);
    opened.value = { match: shown, mark: entry.mark };
    depict(entry, shown);
    // After a reload, a link continues where it was watched.
    const before = last();
    if (before?.mark !== entry.mark || playback.state.match !== shown) return;
    playback.pause();
    playback.goTo(before.position);
  }
  const files = createReplays(app, { keep: keepOpened, bound });
  // A click may lead elsewhere, so the address is written before it. Not for keys, which repeat: browsers refuse frequent changes.
  addEventListener('click', place.settle, true);
  addEventListener('keydown', ({ repeat }) => repeat || place.settle(), true);
  // The browser may close the tab without another event.
  addEventListener('pagehide', () => {
    const mark = place.shown();
    const { match, position } = playback.state;
    const now = mark && match && { mark, game: match.header.game, position, again: again.get(mark) };
    tabStore.set(WATCHED, now);
  });
  /** The position that this tab showed before a reload; returned once, then null. */
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

  /** @param id the id of an entry */
  async function openStored(id: IDBValidKey, name: string): Promise<Match | null> {
    const text = await library.text(id).catch(() => null);
    if (text !== null) return files.openReplay(name, text, { entry: id });
    notices.show(t('library.gone', { name }), { bad: true, here: true });
    return null;
  }

  /** The id of the match that is being loaded to be continued; null if none. */
  let going: IDBValidKey | null = null;

  /** @returns whether it is continued, or another match that was chosen since */
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
    // The user has gone to another game meanwhile: the match keeps waiting.
    if (session.game !== spec.game) return true;
    app.play.resume(spec, id, text, turns);
    app.links.goOn(spec);
    return true;
  }

  /** Continues an unfinished match of a person, wherever it waits. */
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
    /** Gives a match its mark, by which the address names it. */
    mark: place.mark,

    /** The name of an opened replay in the list; null if it has none. */
    nameOf(match: Pick<Match, 'header'>): string | null {
      const { value } = opened;
      const entry = value?.match === match && entries.value.find(({ mark }) => mark === value.mark);
      return entry ? entry.name : null;
    },

    /** The text of a replay in the library. @param mark the mark of its entry @returns null if it is not there */
    async textOf(mark: string): Promise<string | null> {
      await library.refresh();
      const entry = library.list().find((each) => each.mark === mark);
      return entry ? library.text(entry.id).catch(() => null) : null;
    },

    /**
     * The mark of a match. If it is not in the library, such as a contest's game, it is added now.
     *
     * @param text its replay
     * @returns null if it could not be stored
     */
    async markOf(match: Match, text: string): Promise<string | null> {
      const known = marked.get(match) ?? place.of(match);
      if (library.list().some(({ mark }) => mark === known)) return known ?? null;
      const entry = await library.add(readOf(match), text, { own: true });
      if (entry) marked.set(match, entry.mark);
      return entry?.mark ?? null;
    },

    /** The text of the user's latest match on a seed; null if there is none. */
    async textOfSeed(game: string, seed: string): Promise<string | null> {
      await library.refresh();
      const entry = library.list().find((each) => each.own && each.game === game && each.seed === seed);
      return entry ? library.text(entry.id).catch(() => null) : null;
    },

    /** Reads the library again. @returns whether all of its replays are gone */
    async isEmptied(): Promise<boolean> {
      const had = library.list().length > 0;
      await library.refresh();
      return had && library.list().length === 0;
    },

    /** Shows the list of the library. */
    async list(host: HTMLElement) {
      const { createLibraryPanel } = await import('./list.tsx');
      return createLibraryPanel(host, app, library, ({ id }, name) => openStored(id, name));
    },

    /**
     * Adds a match that was played on this page to the library, and returns the id of its entry.
     *
     * @param text its replay
     * @param turns the number of turns in that text
     * @param instead the entry that it replaces
     * @param isOver whether it is over; else it is offered again after a reload
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
      // The replaced entry is gone, or the match is over: it cannot be continued any more.
      if (id !== instead) unfinished.forget(instead);
      if (id === null || result) unfinished.forget(id);
      else unfinished.note({ id, spec, turns, waits: !isOver });
      if (!entry) return id;
      if (isOver) place.mark(shown, entry.mark);
      // The replaced entry may be on the board: it has a new mark now.
      const { match } = playback.state;
      if (match && before !== undefined && place.of(match) === before) place.mark(match, entry.mark);
      const first = app.compete.markAgain(shown);
      if (isOver && first) again.set(entry.mark, first);
      // A match that goes on has another last position later, so it gets a new picture then.
      depict(isOver ? { ...entry, picture: '' } : entry, shown);
      return id;
    },

    lead: createLead(app, { place, library, files, last, again }),

    waiting: unfinished.waiting,
    setAside: unfinished.setAside,
    /** Whether a match of the library can be continued by hand. */
    canGoOn: (id: IDBValidKey) => unfinished.find(id) !== null,

    /**
     * Shows a match that waits since a reload. Its clock runs once the person goes on.
     *
     * @returns whether there is one
     */
    comeBack(game: string): boolean {
      const found = wasReloaded() ? unfinished.waiting(game) : null;
      if (!found) return false;
      void goOn(found).then((goesOn) => goesOn || app.enter.showMeanwhile());
      return true;
    },

    goOn: goOnFrom,
    /** Continues the shown match. */
    async goOnWith(match: Match) {
      const entry = library.list().find(({ mark }) => mark === place.of(match));
      if (entry) await goOnFrom(entry.id);
    },
  };
}

/** The facts about a match that the library needs. */
function readOf({ header, result, records, deltaLog }: Match) {
  return { header, result, records, turns: result?.turns ?? deltaLog.length - 1 };
}
