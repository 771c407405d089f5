// Moves through a match, by single steps or by the clock. Only this module changes `position`, `playing`, `speed` and
// `motion`.

import type { After, State } from './playback.ts';
import type { Match } from './types.ts';

/** The duration of a single step on the board, in milliseconds. */
const STEP_MOTION = 360;
/** The most positions that are shown a second; at a higher speed some are skipped. */
const FASTEST = 60;

/** Whether a match is under way whose first move is still to come. */
export const isAwaited = ({ live, last }: Pick<State, 'live' | 'last'>) => live && last <= 0;

export function createTransport(
  state: State,
  movesPerTurn: (match: Match) => number,
  after: After,
  changed: () => void,
) {
  /** Cancels the next step of the clock; null: none is due. */
  let tick: (() => void) | null = null;

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

  /** Whether more positions are to come, of a match that runs or one that is being read. */
  const isGrowing = () => state.live || state.match?.isArriving === true;

  function show(position: number, motion: number) {
    state.position = position;
    state.motion = motion;
    if (position >= state.last && !isGrowing()) state.playing = false;
    schedule();
    changed();
  }

  function canGoTo(position: number) {
    return position >= 0 && position <= state.last;
  }

  function jump(position: number, motion: number) {
    state.playing = state.live && position === state.last;
    show(position, motion);
  }

  function play() {
    if (state.playing || (state.last < 1 && !isGrowing())) return;
    state.playing = true;
    if (state.position >= state.last && !isGrowing()) show(0, 0);
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
    /** Another match, from its start. */
    begin(play: boolean) {
      Object.assign(state, { position: 0, motion: 0, playing: play && (isGrowing() || state.last > 0) });
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
    /** More of a recorded match was read. Whoever had gone to its end stays at the end. */
    grow(last: number) {
      const isAtEnd = !state.playing && state.position > 0 && state.position === state.last;
      state.last = last;
      if (isAtEnd) Object.assign(state, { position: last, motion: 0 });
    },
    /** The same position is shown in another way: nothing moves. */
    settle() {
      state.motion = 0;
    },

    controls: {
      canGoTo,

      /**
       * Jumps. Going back stops playing; going to the newest position of a running match follows it.
       * @param position clamped to what there is
       */
      goTo(position: number) {
        if (state.last < 0) return;
        jump(Math.max(0, Math.min(state.last, Math.round(position))), 0);
      },

      /** Stepping to the newest position of a running match follows it, as a jump does. */
      step(by: 1 | -1) {
        const target = state.position + by;
        if (canGoTo(target)) jump(target, by > 0 ? STEP_MOTION : 0);
      },

      /**
       * Shows the newest position at once, whatever the speed, because a human is asked to move.
       * @param motion milliseconds the step may take
       */
      follow(motion: number) {
        if (!state.live || !state.playing || state.position >= state.last) return;
        show(state.last, state.last - state.position === 1 ? motion : 0);
      },

      play,
      pause,
      /** Before the first move nothing plays that could be paused, and whoever waits for it follows the match anyway. */
      toggle() {
        if (!isAwaited(state)) state.playing ? pause() : play();
      },

      /** @param speed turns per second */
      setSpeed(speed: number) {
        state.speed = speed;
        schedule();
        changed();
      },
    },
  };
}
