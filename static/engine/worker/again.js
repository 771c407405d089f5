// A bot is asked again on a turn of a replay: what it answers there now, how long that takes, and where the time goes.

import { Bot } from './bot.js';
import { questionOf } from './question.js';
import { runSideBySide } from './side-by-side.js';
import { startStopwatch } from './stopwatch.js';

/** Where lines are counted everything takes longer: milliseconds more than without, and how many times as long. */
const PROFILE_GRACE = 5000;
const PROFILE_TIMES = 20;
/** One that has not ended is not waited for much longer. */
const PROFILE_ENDLESS = 1000;
const PROFILE_LONGEST = 120_000;
/** So many times as long, as long as it has shown nothing: on a busy machine it comes late to the turn in question. */
const PROFILE_PATIENCE = 5;

/**
 * Counting lines costs time, so the bot is asked twice, in two workers and at once if they run side by side: one says what
 * it answers and how long that takes, the other one where the time goes.
 *
 * @param {any} again see `Again` in Python
 * @param {string} name of the bot
 * @param {import('./question.js').BotOf} file
 * @param {readonly MessagePort[]} ports
 * @returns {Promise<string>} JSON: what `arena.askAgain` gives
 */
export async function askAgain(again, name, file, ports) {
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
      answer.fault?.kind === 'timeout' ? PROFILE_ENDLESS : PROFILE_TIMES * answer.ms + PROFILE_GRACE;
    const keepWaiting = waitFor(profiled, longest);
    await counting;
    keepWaiting.stop();
    const profile = JSON.parse(again.profile(profiled.profile, file.source));
    return JSON.stringify({ ...answer, profile });
  } finally {
    for (const port of ports) port.close();
  }
}

/**
 * @typedef {object} Asking
 * @property {any} again
 * @property {string} name
 * @property {import('./question.js').BotOf} file
 * @property {boolean} counts whether the bot's lines are counted
 */

/**
 * @param {Asking} asking
 * @param {Bot} bot
 * @param {number} [budget] milliseconds for a question, whatever the bot is told; without it, what it had then
 * @returns {Promise<any>} its answer on that turn
 */
async function ask({ again, name, file, counts }, bot, budget) {
  /** @param {any} question @returns {unknown[]} */
  const sentFor = (question) =>
    questionOf({ ...question, profile: counts ? question.profile : 0 }, file, name);
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

/** Gives up a bot that takes much longer. @param {Bot} bot @param {number} ms */
function waitFor(bot, ms) {
  let times = PROFILE_PATIENCE;
  const giveUp = () => {
    times -= 1;
    if (times > 0 && bot.profile === '') patience = startStopwatch(ms, giveUp);
    else bot.abandon();
  };
  let patience = startStopwatch(ms, giveUp);
  return { stop: () => patience.stop() };
}
