// Plays the planned moves, one a turn: at once, or at a pace. A move that has become impossible is dropped and costs no
// turn.

import type { Pace } from '../../board/hand/pace.ts';
import type { Tools } from '../../board/hand/types.ts';
import type { March } from './index.ts';
import type { Plan } from './plan.ts';

/** The timer waits in a hidden tab, and while an earlier turn is shown; it tries again after these milliseconds. */
const RETRY = 200;

export function createMarching(
  plan: Plan,
  pace: Pace,
  { submit, changed, isHeard }: Pick<Tools, 'submit' | 'changed' | 'isHeard'>,
) {
  let isAsked = false;
  let isSending = false;
  /** When the player moved last. */
  let played = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Makes the first planned move that is possible. */
  async function play() {
    clearTimeout(timer);
    if (!isAsked || isSending) return;
    const wait = pace.isTimed ? played + pace.ms - performance.now() : 0;
    if (wait > 0 || (pace.isTimed && (document.hidden || !isHeard()))) {
      timer = setTimeout(play, wait > 0 ? wait : RETRY);
      return;
    }
    isSending = true;
    try {
      while (isAsked && (await playFirst()));
    } finally {
      isSending = false;
    }
    changed();
  }

  /** @returns whether the next one may be tried */
  async function playFirst(): Promise<boolean> {
    const order = plan.queue.shift();
    if (!order) {
      if (pace.isTimed) await send(null);
      return false;
    }
    const canMove = plan.canMove(order);
    const why = canMove ? await send(order) : null;
    if (canMove && !why) return false;
    plan.drop(order, why);
    return true;
  }

  /** @param move null: to pass */
  async function send(move: March | null) {
    const why = await submit(plan.me, move);
    if (why) return why;
    isAsked = false;
    played = performance.now();
    return null;
  }

  /** What is left of the time to look around. */
  const lead = () => Math.max(0, played - performance.now());

  return {
    isAsked: () => isAsked,
    play,
    ask() {
      isAsked = true;
    },
    rest() {
      isAsked = false;
      clearTimeout(timer);
    },
    async pass() {
      if (!isAsked || isSending) return;
      isSending = true;
      await send(null);
      isSending = false;
      changed();
    },
    /**
     * Restarts the pace: a round begins now.
     * @param ahead milliseconds to look around before it
     */
    beginRound(ahead: number = 0) {
      played = performance.now() + ahead;
    },
    /** When the timer makes the next move; null: it makes none now. */
    beat: () => (pace.isTimed && isAsked ? { at: played + pace.ms, ms: pace.ms + lead() } : null),
  };
}
