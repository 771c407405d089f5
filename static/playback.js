import { shareParts } from './share.js';

/**
 * Where we are in a match. No DOM: views subscribe and read `state`.
 *
 * @typedef {import('./types.js').Match} Match
 * @typedef {import('./types.js').TurnRecord} TurnRecord
 * @typedef {import('./types.js').Result} Result
 *
 * @typedef {object} State
 * @property {Match | null} match
 * @property {number} position the frame shown; 0 is the start position
 * @property {number} last the newest frame; -1 when there is none
 * @property {boolean} playing
 * @property {boolean} live more frames are to come
 * @property {number} speed turns per second
 * @property {number} motion milliseconds the step to this frame may take on the board; 0: it is a jump
 *
 * @typedef {(state: Readonly<State>) => void} Listener
 * @typedef {(work: () => void, ms: number) => () => void} After calls back later; returns the undo
 */

export const SPEEDS = [1, 2, 4, 8, 16, 32];

const STEP_MOTION = 360;

/** More frames than this a second nobody sees: then some are left out. */
const FASTEST = 60;

/** @type {After} */
const timer = (work, ms) => {
  const handle = setTimeout(work, ms);
  return () => clearTimeout(handle);
};

/**
 * @param {(match: Match) => number} [movesPerTurn] where players move one after the other, the frames of a turn of all
 * @param {After} [after]
 */
export function createPlayback(movesPerTurn = () => 1, after = timer) {
  /** @type {State} */
  const state = { match: null, position: 0, last: -1, playing: false, live: false, speed: 4, motion: 0 };
  /** @type {Set<Listener>} */
  const listeners = new Set();
  /** @type {(() => void) | null} */
  let tick = null;

  function changed() {
    for (const listener of listeners) listener(state);
  }

  function rest() {
    tick?.();
    tick = null;
  }

  function schedule() {
    rest();
    if (state.playing && canGoTo(state.position + 1)) tick = after(advance, (1000 * stride()) / rate());
  }

  function advance() {
    tick = null;
    const motion = Math.min(1000 / rate(), 2 * STEP_MOTION);
    show(Math.min(state.position + stride(), state.last), motion);
  }

  /** Frames a second. */
  function rate() {
    return state.speed * (state.match ? movesPerTurn(state.match) : 1);
  }

  function stride() {
    return Math.max(1, Math.round(rate() / FASTEST));
  }

  /** @param {number} position @param {number} motion */
  function show(position, motion) {
    state.position = position;
    state.motion = motion;
    if (position >= state.last && !state.live) state.playing = false;
    schedule();
    changed();
  }

  /** @param {number} position */
  function canGoTo(position) {
    return position >= 0 && position <= state.last;
  }

  return {
    /** @type {Readonly<State>} */
    state,
    canGoTo,

    /** @param {Listener} listener @returns {() => void} */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /**
     * Shows another match, from its start.
     *
     * @param {Match} match
     * @param {{live?: boolean, play?: boolean}} [how] live: frames will be pushed, and the view follows them
     */
    load(match, { live = false, play = live } = {}) {
      const last = match.frames.length - 1;
      for (const [k, view] of match.frames.entries()) shareParts(view, match.frames[k - 1]);
      Object.assign(state, {
        match,
        last,
        live,
        position: 0,
        motion: 0,
        playing: play && (live || last > 0),
      });
      schedule();
      changed();
    },

    /** @param {any} view @param {TurnRecord} record */
    push(view, record) {
      if (!state.match) return;
      shareParts(view, state.match.frames.at(-1));
      state.match.frames.push(view);
      state.match.records.push(record);
      state.last += 1;
      if (state.playing && !tick) schedule();
      changed();
    },

    /** @param {Result | null} result null: it was stopped */
    finish(result) {
      if (!state.match) return;
      state.match.result = result;
      state.live = false;
      if (state.position >= state.last) state.playing = false;
      changed();
    },

    /**
     * Jumps. Going back stops playing; going to the newest frame of a running match follows it.
     *
     * @param {number} position clamped to what there is
     */
    goTo(position) {
      if (state.last < 0) return;
      const target = Math.max(0, Math.min(state.last, Math.round(position)));
      state.playing = state.live && target === state.last;
      show(target, 0);
    },

    /** @param {1 | -1} by */
    step(by) {
      if (!canGoTo(state.position + by)) return;
      state.playing = false;
      show(state.position + by, by > 0 ? STEP_MOTION : 0);
    },

    play() {
      if (state.playing || state.last < 1) return;
      state.playing = true;
      if (state.position >= state.last && !state.live) show(0, 0);
      else {
        schedule();
        changed();
      }
    },

    pause() {
      if (!state.playing) return;
      state.playing = false;
      rest();
      changed();
    },

    toggle() {
      if (state.playing) this.pause();
      else this.play();
    },

    /** @param {number} speed turns per second */
    setSpeed(speed) {
      state.speed = speed;
      schedule();
      changed();
    },
  };
}

/** @typedef {ReturnType<typeof createPlayback>} Playback */
