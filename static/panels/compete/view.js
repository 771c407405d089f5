// Compete: the list of contests, one of them, or a form for a new one. Loaded when it is first opened.

import { refill } from '../../base/ui/focus.js';
import { createContest } from './contest.js';
import { createDeeds } from './deeds.js';
import { createList } from './list.tsx';
import { createMemories } from './memory.js';
import { createSeriesForm } from './series-form.js';
import { createTournamentForm } from './tournament-form.js';

/** @typedef {import('../../match/types.js').Code} Code */
/** @typedef {import('../../match/types.js').TurnRecord} TurnRecord */
/** @typedef {Code & {number: number, bot: number}} Version */
/** @typedef {import('./standing.ts').Standing} Standing */
/** @typedef {{tab: 'compete' | 'code', game?: string | null, contest?: number | 'series' | 'tournament' | null}} Place */

/**
 * @typedef {object} Outside
 * @property {import('../../contest/types.js').Contests} contests
 * @property {import('../../contest/climb.js').ClimbOfGames} climb
 * @property {import('../../contest/types.js').Plans} plans
 * @property {Record<string, {players: [number, number], house: string[], sparring: string, ladder: import('../../contest/climb.js').Rung[]}>} games
 * @property {(game: string, played: [string, object[]][]) => Promise<Standing | {problem: import('../../match/types.js').Message}>} standing
 *   where a bot stands among the rungs after what it has played against each
 * @property {import('../../base/kept/settings.js').Store} store
 * @property {import('../../base/ui/notices.js').Notices} notices
 * @property {{readonly game: string}} visit
 * @property {(place: Place) => string} href
 * @property {(place: Place) => void} go
 * @property {Bots} bot
 * @property {(row: import('../../contest/types.js').ContestRow) => unknown} share shares its plan as a link
 * @property {(name: string, replay: string, how: {stage: 'code' | 'play', at: (records: readonly TurnRecord[]) => number}) => Promise<void>} openMatch
 *
 * @typedef {object} Bots the user's own
 * @property {(game: string) => Code} current the one in the editor
 * @property {(game: string) => number} id of that one
 * @property {(game: string) => {id: number, name: string, isCurrent: boolean}[]} list all of a game
 * @property {(id: number) => Code | null} code as it stands
 * @property {(game: string) => readonly Version[]} versions of all of them, the oldest first
 * @property {(game: string) => Promise<void>} keep makes a version of the one in the editor, if it is none yet
 * @property {(taken: (code: Code) => void) => void} open asks for a file
 * @property {() => Promise<void>} showAll shows the library
 */

/**
 * @param {HTMLElement} host
 * @param {Outside} outside
 */
export function createView(host, outside) {
  const deeds = createDeeds(outside);
  const memories = createMemories();
  /** @type {{element: HTMLElement, end: () => void} | null} */
  let shown = null;

  function leave() {
    shown?.end();
    shown = null;
    refill(host);
  }

  /** @param {{game: string | null, contest: Place['contest']}} place */
  function pageOf({ game, contest }) {
    if (contest === 'series') return createSeriesForm(game ?? outside.visit.game, outside, deeds);
    if (contest === 'tournament') return createTournamentForm(game ?? outside.visit.game, outside, deeds);
    return typeof contest === 'number'
      ? createContest(contest, outside, deeds, memories.of(contest))
      : createList(game, outside, deeds);
  }

  return {
    deeds,
    leave,
    /** @param {{game: string | null, contest: Place['contest']}} place */
    async show(place) {
      await outside.contests.loaded;
      const key = shown && lostKey(host);
      leave();
      if (typeof place.contest !== 'number') memories.forget();
      const page = pageOf(place);
      shown = page;
      host.append(page.element);
      if (key !== null) return focusIn(page.element, key);
      // Nothing is focused yet.
      if (document.activeElement === document.body) return;
      // What has the focus may be on a tab that is about to be hidden.
      requestAnimationFrame(() => shown === page && lostKey(host) === '' && focusIn(page.element, ''));
    },
  };
}

/**
 * What has the focus and will be gone with the page that is shown, such as a link or a button that cannot be pressed any
 * more.
 *
 * @param {HTMLElement} host
 * @returns {string | null} its key, or ''; null: the focus is elsewhere, and stays
 */
function lostKey(host) {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return '';
  // It was on a tab that is hidden by now; the browser notices that later.
  if (focused.getClientRects().length === 0) return '';
  return focused instanceof HTMLElement && host.contains(focused) ? (focused.dataset.key ?? '') : null;
}

/**
 * Who came by a link of the page before, which is gone now, is where the new one begins, and not at the page's top.
 *
 * @param {HTMLElement} page
 * @param {string} key of what had the focus, which may be here, too
 */
function focusIn(page, key) {
  const same = key && page.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const place = same || page.querySelector('h2');
  if (!(place instanceof HTMLElement)) return;
  if (!same) place.tabIndex = -1;
  place.focus();
}
