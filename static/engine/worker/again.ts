// Asks a bot again on a turn of a replay: what it answers now, how long that takes, and which lines take the time.

import { Bot } from './bot.ts';
import type { BotOf } from './question.ts';
import { questionOf } from './question.ts';
import { runSideBySide } from './side-by-side.ts';
import { startStopwatch } from './stopwatch.ts';

/** A profiled bot is slower: the additional milliseconds it gets, and the factor. */
const PROFILE_GRACE = 5000;
const PROFILE_TIMES = 20;
/** The time that a bot gets which was late again, beyond the time that it took. */
const PROFILE_ENDLESS = 1000;
const PROFILE_LONGEST = 120_000;
/** The factor until its first sign of life: on a busy machine it reaches the turn in question late. */
const PROFILE_PATIENCE = 5;

/**
 * Counting lines costs time, so the bot is asked twice, in two workers and at once if they run side by side: one run
 * gives the answer and its time, the other one the profile.
 * @param again see `Reask` in py/sandlot/page/reask.py
 * @param name of the bot
 * @returns JSON: the result of `arena.askAgain`
 */
export async function askAgain(
  again: any,
  name: string,
  file: BotOf,
  ports: readonly MessagePort[],
): Promise<string> {
  const [timed, profiled] = ports.map((port) => new Bot(port));
  if (!timed || !profiled) throw new Error('two workers are needed');
  const asking = { again, name, file, counts: true };
  try {
    const ready = await Promise.all([timed, profiled].map((bot) => bot.equip(file)));
    if (!ready.every(Boolean)) throw new Error('a bot worker did not start');
    const atOnce = await runSideBySide([timed, profiled]);
    const count = () => ask(asking, profiled, PROFILE_LONGEST);
    const early = atOnce && count();
    const answer = await ask({ ...asking, counts: false }, timed);
    const counting = early || count();
    const longest =
      answer.fault?.kind === 'timeout'
        ? answer.ms + PROFILE_ENDLESS
        : PROFILE_TIMES * answer.ms + PROFILE_GRACE;
    const keepWaiting = waitFor(profiled, longest);
    await counting;
    keepWaiting.stop();
    const profile = JSON.parse(again.profile(profiled.profile, file.source));
    return JSON.stringify({ ...answer, profile });
  } finally {
    for (const port of ports) port.close();
  }
}

interface Asking {
  again: any;
  name: string;
  file: BotOf;
  /** Whether the bot is profiled. */
  counts: boolean;
}

/**
 * @param budget milliseconds for a question, whatever the bot is told; without it, the recorded budget
 * @returns its answer on that turn
 */
async function ask({ again, name, file, counts }: Asking, bot: Bot, budget?: number): Promise<any> {
  const sentFor = (question: any): unknown[] =>
    questionOf({ ...question, profile: counts ? question.profile : undefined }, file, name);
  const seat = again.seat();
  try {
    for (;;) {
      const question = JSON.parse(seat.ask());
      const got = question && (await bot.ask(sentFor(question), budget ?? question.budget));
      const answer = JSON.parse(seat.answer(JSON.stringify(got)));
      if (answer) return answer;
    }
  } finally {
    seat.destroy();
  }
}

/** Ends a bot that takes much longer. */
function waitFor(bot: Bot, ms: number) {
  let times = PROFILE_PATIENCE;
  const abort = () => {
    times -= 1;
    if (times > 0 && bot.profile === '') stopwatch = startStopwatch(ms, abort);
    else bot.abandon();
  };
  let stopwatch = startStopwatch(ms, abort);
  return { stop: () => stopwatch.stop() };
}
