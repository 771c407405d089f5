import { createPerspective } from './perspective.js';
import { createTransport } from './transport.js';

/**
 * The playback of a match: which position is shown, and whether it plays. No DOM: views subscribe and read `state`.
 *
 * @typedef {import('./types.js').Match} Match
 * @typedef {import('./types.js').TurnRecord} TurnRecord
 * @typedef {import('./types.js').Result} Result
 *
 * @typedef {object} State
 * @property {Match | null} match
 * @property {number} position which one is shown; 0 is the start position
 * @property {number} last the newest position; -1 when there is none
 * @property {boolean} playing
 * @property {boolean} live more positions are to come
 * @property {number} speed turns per second
 * @property {number | null} perspective the player whose view is shown; null: everything
 * @property {readonly number[] | null} bound while a human plays a game that hides something: the one whose view alone is
 *   available; nobody while several people pass the device on
 * @property {boolean} curtain nothing is shown, because the device is on its way to another person
 * @property {number} motion milliseconds the step to this position may take on the board; 0: it is a jump
 *
 * @typedef {(state: Readonly<State>) => void} Listener
 * @typedef {(work: () => void, ms: number) => () => void} After calls back later; returns the undo
 */

/** @type {After} */
const timer = (work, ms) => {
  const handle = setTimeout(work, ms);
  return () => clearTimeout(handle);
};

/**
 * @param {(match: Match) => number} [movesPerTurn] where players move one after the other, the positions of a turn of all
 * @param {(match: Match, player: number) => Promise<string[]>} [viewsOf] what one player saw of a match: deltas for a film
 * @param {After} [after]
 */
export function createPlayback(movesPerTurn = () => 1, viewsOf = async () => [], after = timer) {
  /** @type {State} */
  const state = {
    match: null,
    position: 0,
    last: -1,
    playing: false,
    live: false,
    perspective: null,
    bound: null,
    curtain: false,
    speed: 4,
    motion: 0,
  };
  /** @type {Set<Listener>} */
  const listeners = new Set();

  function changed() {
    for (const listener of listeners) listener(state);
  }

  const transport = createTransport(state, movesPerTurn, after, changed);
  const perspective = createPerspective(state, viewsOf, () => {
    transport.settle();
    changed();
  });

  return {
    /** @type {Readonly<State>} */
    state,
    ...transport.controls,
    setPerspective: perspective.choose,
    pass: perspective.pass,

    /**
     * The view at a position; null where there is none, and behind the curtain. It is made on demand and shares its equal parts with its
     * neighbours: callers must not change it.
     *
     * @param {number} position
     * @param {number | null} [player] one whose film is loaded; null: everything
     * @returns {any}
     */
    view(position, player = state.perspective) {
      if (state.curtain) return null;
      const film = player === null ? state.match?.film : state.match?.views.get(player);
      return film?.view(position) ?? null;
    },

    /** @param {Listener} listener */
    subscribe(listener) {
      listeners.add(listener);
    },

    /**
     * Shows another match, from its start.
     *
     * @param {Match} match
     * @param {{live?: boolean, play?: boolean}} [how] live: positions will be pushed, and the view follows them
     */
    load(match, { live = false, play = live } = {}) {
      Object.assign(state, { match, last: match.film.length - 1, live });
      perspective.reset();
      transport.begin(play);
      changed();
    },

    /**
     * @param {string} delta
     * @param {TurnRecord} record
     * @param {Record<number, string>} [views] the views of the humans, if the game hides something
     */
    push(delta, record, views = {}) {
      if (!state.match) return;
      state.match.film.add(delta);
      for (const [player, seen] of Object.entries(views)) perspective.add(Number(player), seen);
      state.match.records.push(record);
      state.last += 1;
      transport.wake();
      changed();
    },

    /**
     * A match that was stopped had gone on until then.
     *
     * @param {Match | null} match
     * @param {string} delta
     * @param {TurnRecord} record
     */
    pushTo(match, delta, record) {
      if (!match) return;
      match.film.add(delta);
      match.records.push(record);
      if (match !== state.match) return;
      state.last += 1;
      changed();
    },

    /** @param {Result | null} result null: it was stopped */
    finish(result) {
      if (!state.match) return;
      state.match.result = result;
      state.live = false;
      // After the end everything may be seen.
      if (state.bound) perspective.reset();
      transport.end();
      changed();
    },
  };
}

/** @typedef {ReturnType<typeof createPlayback>} Playback */
