// Watches an engine that was asked something: one that has not reacted for long is replaced, and what it was asked fails.
// A contest of a stranger may be such that Python never comes back.

import type { ContestQuestions } from './arena.ts';

/** Milliseconds between two looks. */
const LOOK_EVERY_MS = 15_000;
/** Milliseconds without a reaction: a large contest of an honest person takes some seconds on a slow machine. */
const REACTION_TIMEOUT_MS = 90_000;

export function createWatch(questions: () => Pick<ContestQuestions, 'alive'> | undefined) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Each time that it is begun has a number. */
  let turn = 0;
  let isOn = false;

  async function look() {
    const mine = turn;
    const end = new AbortController();
    const late = setTimeout(() => end.abort(), REACTION_TIMEOUT_MS);
    // A question that is cancelled makes the page look whether the engine hears of it.
    await questions()
      ?.alive({ signal: end.signal })
      .catch(() => {});
    clearTimeout(late);
    if (isOn && mine === turn) timer = setTimeout(look, LOOK_EVERY_MS);
  }

  return {
    begin() {
      if (isOn) return;
      isOn = true;
      turn += 1;
      timer = setTimeout(look, LOOK_EVERY_MS);
    },
    end() {
      isOn = false;
      clearTimeout(timer);
    },
  };
}
