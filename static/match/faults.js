import { plain } from '../base/text/legible.js';
import { say, sentences, t } from '../base/words/index.js';

/**
 * The problems of a bot in a match, as the editor shows them to its author. No DOM.
 *
 * @typedef {import('./types.js').Match} Match
 * @typedef {import('./types.js').Message} Message
 *
 * @typedef {object} Problem
 * @property {string} [file] of a bot of several files: the file with the problem
 * @property {number} line from 1; 0: no line
 * @property {string} text
 * @property {Message} [hint] an explanation beyond Python's own message
 * @property {{number: number, go: () => void}} [turn] the turn of the problem
 */

/**
 * The problems for the editor: the faults in this match of the bot that the editor holds.
 *
 * @param {Match} match
 * @param {Set<number>} players those that run the code in the editor
 * @param {string[]} names
 * @returns {Problem[]}
 */
export function problemsOf(match, players, names) {
  const faults = match.records.flatMap((record) => record.answers.filter((answer) => answer.fault));
  // The first fault of a player is the cause; what follows it says the same again.
  const first = [...players].flatMap(
    (player) => faults.find((answer) => answer.player === player)?.fault ?? [],
  );
  const problems = first.map((fault) => {
    // Our explanation of an error says more than Python's message.
    const { error } = fault.message[1];
    const hint = Array.isArray(error) ? /** @type {Message} */ (error) : undefined;
    const text = hint ? say(hint, names) : fault.error;
    const { file } = fault;
    const sentence = plain(text ?? say(fault.message, names));
    return {
      ...(file ? { file } : {}),
      line: fault.line ?? 0,
      text: fault.kind === 'timeout' ? sentences([sentence, t('problems.askAgain')]) : sentence,
      hint,
    };
  });
  return [
    ...new Map(
      problems.map((problem) => [`${problem.file} ${problem.line} ${problem.text}`, problem]),
    ).values(),
  ];
}

/**
 * The problem for the turn on which the bot came nearest to its limit.
 *
 * @param {import('./nearness.js').Use & {turn: number}} near
 * @param {{goTo: (turn: number) => void}} playback
 * @returns {Problem}
 */
export function nearProblem({ turn, unit, used, budget }, playback) {
  return {
    line: 0,
    text: t(`problems.near.${unit}`, { used, budget }),
    turn: { number: turn, go: () => playback.goTo(turn) },
  };
}

/** @param {{file?: string | undefined, line: number | null}} where @returns {string} */
export const placeOf = ({ file, line }) =>
  file ? t('problems.place', { file, line: line ?? 0 }) : t('problems.line', { line: line ?? 0 });
