// Replays: those that are kept in this browser, those that are opened, and the one that is saved as a file.

import { createLibrary } from '../../base/kept/replays.js';
import { session } from '../../base/kept/settings.js';
import { on, part } from '../../base/ui/dom.js';
import { inPlace, lazyPart } from '../../base/ui/lazy.js';
import { t } from '../../base/words/index.js';
import { createReplays } from './files.js';
import { createLead } from './lead.js';
import { createPlace } from './place.js';
import { thumbnailOf } from './thumbnail.js';

/** @typedef {import('../../match/types.js').Match} Match */

/**
 * What this room needs from rooms that are built later.
 *
 * @typedef {object} Needs
 * @property {(game: string, isNamed: boolean) => void} opened a replay of that game is about to be shown; isNamed: the address
 *   names it
 * @property {() => void} importFile asks for a file and opens it
 */

/** In the session of this tab: the entry of the match that is being played by hand. */
const UNFINISHED = 'unfinished';
/** And the position of the match that is shown, which the address follows a moment later. */
const WATCHED = 'watched';

/**
 * @param {object} outside
 * @param {import('../../engine/arena.js').Arena} outside.arena
 * @param {import('../../match/playback.js').Playback} outside.playback
 * @param {import('../../match/visit.js').Visit} outside.visit
 * @param {import('../../base/ui/notices.js').Notices} outside.notices
 * @param {string[]} outside.names of all games
 * @param {Pick<import('../../shell/router.js').Router, 'href' | 'place' | 'note'>} outside.router
 * @param {Parameters<typeof createReplays>[0]['read']} outside.read shows code that a link holds
 * @param {Needs} outside.needs
 */
export function createReplaysRoom({ arena, playback, visit, notices, names, router, needs, read }) {
  const { href } = router;
  const place = createPlace({ playback, place: () => router.place, note: router.note });
  const library = createLibrary(() => notices.show(t('library.lost'), { bad: true }));
  const files = createReplays({
    arena,
    playback,
    visit,
    notices,
    opened: needs.opened,
    read,
    async keep(shown, text, name) {
      const facts = { own: false, name: name.replace(/\.json$/i, '') };
      const entry = await library.add(readOf(shown), text, facts);
      if (!entry) return;
      place.mark(shown, entry.mark);
      depict(entry, shown);
    },
  });
  // The browser may close the tab without another word.
  on(window, /** @type {any} */ ('pagehide'), () => {
    const mark = place.shown();
    const { match, position } = playback.state;
    session.set(WATCHED, mark && match && { mark, game: match.header.game, position });
  });
  /** Where the last visit of this tab ended, if it was loaded again; it is told once. */
  function last() {
    const found = session.get(
      WATCHED,
      /** @type {{mark: string, game: string, position: number} | null} */ (null),
    );
    session.set(WATCHED, null);
    return wasReloaded() ? found : null;
  }
  const host = part('.library');
  const list = lazyPart(async () => {
    const { createLibraryPanel } = await import('./list.js');
    return createLibraryPanel(host, {
      library,
      notices,
      games: names,
      open: ({ id }, name) => openKept(id, name),
      importFile: needs.importFile,
      href,
    });
  }, inPlace(host));

  /** Shows the list, which is loaded when it is first looked at. @param {string | null} game null: of every game */
  async function show(game) {
    (await list(() => show(game)))?.show(game);
  }

  /** @param {import('../../base/kept/replay-entries.js').Entry} entry @param {Match} shown */
  async function depict({ id, picture }, shown) {
    if (picture) return;
    const made = await thumbnailOf(shown).catch(() => '');
    if (made) await library.depict(id, made);
  }

  /** @param {IDBValidKey} id of an entry @param {string} name */
  async function openKept(id, name) {
    const text = await library.text(id).catch(() => null);
    if (text === null) notices.show(t('library.gone', { name }), { bad: true });
    else await files.openReplay(name, text);
  }

  return {
    open: files.openReplay,
    openAll: files.openReplays,
    giveUp: files.giveUp,
    save: files.save,

    show,

    /**
     * Keeps a match of this page.
     *
     * @param {Match} shown
     * @param {string} text its replay
     * @param {IDBValidKey | null} instead where it was put before
     * @param {boolean} isOver else it is offered again when this tab is loaded anew
     * @returns {Promise<IDBValidKey | null>} where it is
     */
    async keep(shown, text, instead, isOver) {
      const entry = await library.add(readOf(shown), text, { own: true, instead });
      const id = entry?.id ?? null;
      session.set(UNFINISHED, isOver ? null : id);
      if (entry && isOver) {
        place.mark(shown, entry.mark);
        depict(entry, shown);
      }
      return id;
    },

    lead: createLead({ place, library, files, playback, notices, last }),

    /** A match that was played by hand when this tab was loaded again is there as far as it had come. */
    async offerUnfinished() {
      /** @type {number | null} */
      const id = session.get(UNFINISHED, null);
      if (id === null) return;
      session.set(UNFINISHED, null);
      await library.refresh();
      const entry = library.list().find((each) => each.id === id);
      if (!entry) return;
      const game = t(`game.${entry.game}`);
      const run = async () => {
        await openKept(id, game);
        playback.goTo(playback.state.last);
      };
      notices.show(t('match.left', { game }), { action: { label: t('match.goBack'), run } });
    },
  };
}

/** What the engine has read of a match, for the library. @param {Match} shown */
function readOf({ header, result, film }) {
  return { header, result, turns: result?.turns ?? film.length - 1 };
}

/** Whether this is not a visit to an address that somebody typed or followed. */
function wasReloaded() {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate';
}
