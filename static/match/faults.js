import { plain } from '../base/text/legible.js';
import { say, t } from '../base/words/index.js';

/**
 * What was wrong with a bot in a match, in the words its author reads. No DOM.
 *
 * @typedef {import('./types.js').Match} Match
 * @typedef {import('./types.js').Message} Message
 *
 * @typedef {object} Problem
 * @property {string} [file] of a bot of several files: the one it is about
 * @property {number} line from 1; 0: of none
 * @property {string} text
 * @property {Message} [hint] what we know of it beyond Python's own words
 * @property {{number: number, go: () => void}} [turn] the one it is about
 */

/**
 * What the editor has to be told about the bot that stands in it: its faults in this match.
 *
 * @param {Match} match
 * @param {Set<number>} players who of them runs the text in the editor
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
    // What we know about an error says more than Python does.
    const { error } = fault.message[1];
    const hint = Array.isArray(error) ? /** @type {Message} */ (error) : undefined;
    const text = hint ? say(hint, names) : fault.error;
    const { file } = fault;
    return {
      ...(file ? { file } : {}),
      line: fault.line ?? 0,
      text: plain(text ?? say(fault.message, names)),
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
 * What an author is told of the turn on which his bot came nearest to its limit.
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
