import { createFilm } from './film.js';

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
 * @property {number | null} perspective the player whose view is shown; null: everything
 * @property {readonly number[] | null} bound while a human plays a game that hides something: the humans, and nobody else's
 *   view can be had
 * @property {number} motion milliseconds the step to this frame may take on the board; 0: it is a jump
 *
 * @typedef {(state: Readonly<State>) => void} Listener
 * @typedef {(work: () => void, ms: number) => () => void} After calls back later; returns the undo
 */

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
 * @param {(match: Match, player: number) => Promise<string[]>} [viewsOf] what one player saw of a match: frames for a film
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
    speed: 4,
    motion: 0,
  };
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

  /** @param {Match} match @param {number} player @param {string} frame */
  function addView(match, player, frame) {
    const film = match.views.get(player) ?? createFilm();
    match.views.set(player, film);
    film.add(frame);
    if (state.bound?.includes(player)) return;
    state.bound = [...(state.bound ?? []), player];
    state.perspective ??= player;
  }

  return {
    /** @type {Readonly<State>} */
    state,
    canGoTo,

    /**
     * What there is to see at a position; null where nothing is. It is made when it is asked for and shares with its
     * neighbours what is the same: nobody may change it.
     *
     * @param {number} position
     * @param {number | null} [perspective] a player whose film is there; null: everything
     * @returns {any}
     */
    view(position, perspective = state.perspective) {
      const film = perspective === null ? state.match?.film : state.match?.views.get(perspective);
      return film?.view(position) ?? null;
    },

    /**
     * Shows what one player sees, or everything. What is not there yet is asked for first.
     *
     * @param {number | null} player
     * @returns {Promise<boolean>} false: it cannot be had, as long as the match goes on, or something else is shown by now
     */
    async setPerspective(player) {
      const { match } = state;
      if (!match) return false;
      if (state.bound) {
        if (player === null || !state.bound.includes(player)) return false;
      } else if (player !== null && state.live) {
        return false;
      } else if (player !== null && (match.views.get(player)?.length ?? 0) <= state.last) {
        const frames = await viewsOf(match, player);
        if (state.match !== match || frames.length <= state.last) return false;
        match.views.set(player, createFilm(frames));
      }
      state.perspective = player;
      state.motion = 0;
      changed();
      return true;
    },

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
      const last = match.film.length - 1;
      Object.assign(state, {
        match,
        last,
        live,
        perspective: null,
        bound: null,
        position: 0,
        motion: 0,
        playing: play && (live || last > 0),
      });
      schedule();
      changed();
    },

    /**
     * @param {string} frame
     * @param {TurnRecord} record
     * @param {Record<number, string>} [views] by human what he sees, where the game hides something
     */
    push(frame, record, views = {}) {
      if (!state.match) return;
      state.match.film.add(frame);
      for (const [player, seen] of Object.entries(views)) addView(state.match, Number(player), seen);
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
      // Now that it is over, everything may be seen.
      if (state.bound) Object.assign(state, { bound: null, perspective: null });
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

    /** Stepping to the newest frame of a running match follows it, as a jump does. @param {1 | -1} by */
    step(by) {
      const target = state.position + by;
      if (!canGoTo(target)) return;
      state.playing = state.live && target === state.last;
      show(target, by > 0 ? STEP_MOTION : 0);
    },

    /**
     * Whoever follows a running match sees its newest frame at once, not when the speed says: he is asked to move.
     *
     * @param {number} motion milliseconds the step may take
     */
    follow(motion) {
      if (!state.live || !state.playing || state.position >= state.last) return;
      show(state.last, state.last - state.position === 1 ? motion : 0);
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
