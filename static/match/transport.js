/**
 * Moves through a match, by single steps or by the clock. Only this module changes `position`, `playing`, `speed` and
 * `motion`.
 *
 * @typedef {import('./playback.js').State} State
 */

/** The duration of a single step on the board, in milliseconds. */
const STEP_MOTION = 360;
/** The most positions that are shown a second; at a higher speed some are skipped. */
const FASTEST = 60;

/**
 * @param {State} state
 * @param {(match: import('./types.js').Match) => number} movesPerTurn
 * @param {import('./playback.js').After} after
 * @param {() => void} changed
 */
export function createTransport(state, movesPerTurn, after, changed) {
  /** Cancels the next step of the clock; null: none is due. @type {(() => void) | null} */
  let tick = null;

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

  /** @param {number} position @param {number} motion */
  function jump(position, motion) {
    state.playing = state.live && position === state.last;
    show(position, motion);
  }

  function play() {
    if (state.playing || state.last < 1) return;
    state.playing = true;
    if (state.position >= state.last && !state.live) show(0, 0);
    else {
      schedule();
      changed();
    }
  }

  function pause() {
    if (!state.playing) return;
    state.playing = false;
    rest();
    changed();
  }

  return {
    /** Another match, from its start. @param {boolean} play */
    begin(play) {
      Object.assign(state, { position: 0, motion: 0, playing: play && (state.live || state.last > 0) });
      schedule();
    },
    /** There are more positions than before. */
    wake() {
      if (state.playing && !tick) schedule();
    },
    /** No more positions are to come. */
    end() {
      if (state.position >= state.last) state.playing = false;
    },
    /** The same position is shown in another way: nothing moves. */
    settle() {
      state.motion = 0;
    },

    controls: {
      canGoTo,

      /**
       * Jumps. Going back stops playing; going to the newest position of a running match follows it.
       *
       * @param {number} position clamped to what there is
       */
      goTo(position) {
        if (state.last < 0) return;
        jump(Math.max(0, Math.min(state.last, Math.round(position))), 0);
      },

      /** Stepping to the newest position of a running match follows it, as a jump does. @param {1 | -1} by */
      step(by) {
        const target = state.position + by;
        if (canGoTo(target)) jump(target, by > 0 ? STEP_MOTION : 0);
      },

      /**
       * Shows the newest position at once, whatever the speed, because a human is asked to move.
       *
       * @param {number} motion milliseconds the step may take
       */
      follow(motion) {
        if (!state.live || !state.playing || state.position >= state.last) return;
        show(state.last, state.last - state.position === 1 ? motion : 0);
      },

      play,
      pause,
      toggle: () => (state.playing ? pause() : play()),

      /** @param {number} speed turns per second */
      setSpeed(speed) {
        state.speed = speed;
        schedule();
        changed();
      },
    },
  };
}
