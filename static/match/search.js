import { fold } from '../base/text/legible.js';
import { inWords, nearUse } from './nearness.js';

/**
 * The outputs of a bot on a turn, by kind, and the search through those of a whole match. No DOM.
 *
 * @typedef {import('./types.js').Answer} Answer
 * @typedef {'out' | 'err' | 'note' | 'reply'} Kind prints, errors, notes, and the text that was answered
 * @typedef {{player: number | null, kind: Kind | null}} Filter null: all
 * @typedef {{kind: Kind, text: string}} Said
 * @typedef {{turn: number, player: number}} Hit
 */

export const KINDS = /** @type {const} */ (['out', 'err', 'note', 'reply']);

/**
 * The texts of a bot's answer, and the notice about its time.
 *
 * @param {Answer} answer
 * @param {import('./types.js').Header} header of its match
 * @param {(message: import('./types.js').Message) => string} say
 * @returns {Said[]}
 */
export function saidBy(answer, header, say) {
  /** @type {Said[]} */
  const said = answer.output.flatMap(([stream, text]) =>
    // How much was left out is not a text of the bot.
    stream === 'cut' || stream === 'quota'
      ? []
      : [{ kind: stream === 'out' || stream === 'err' ? stream : 'note', text }],
  );
  if (answer.fault) {
    said.push({ kind: 'err', text: say(answer.fault.message) });
    const details = answer.fault.traceback ?? answer.fault.error;
    if (details) said.push({ kind: 'err', text: details });
  }
  for (const [kind, text] of answer.drawings ?? []) {
    if (kind === 'note' && typeof text === 'string') said.push({ kind: 'note', text });
  }
  const use = nearUse(answer, header);
  if (use) said.push({ kind: 'note', text: say(inWords(use)) });
  if (answer.reply) said.push({ kind: 'reply', text: answer.reply });
  return said;
}

/**
 * @param {Pick<import('./types.js').Match, 'records' | 'header'>} match
 * @param {string} wanted case does not matter
 * @param {Filter} filter
 * @param {(message: import('./types.js').Message) => string} say
 * @param {number} [from] the first turn that is looked at
 * @returns {Hit[]} by turn, then by player
 */
export function find({ records, header }, wanted, { player, kind }, say, from = 0) {
  const needle = fold(wanted);
  if (!needle) return [];
  return records.slice(from).flatMap(({ answers }, k) =>
    answers
      .filter((answer) => player === null || answer.player === player)
      .filter((answer) =>
        saidBy(answer, header, say).some(
          (said) => (!kind || said.kind === kind) && fold(said.text).includes(needle),
        ),
      )
      .map((answer) => ({ turn: from + k, player: answer.player })),
  );
}

/**
 * The hit after or before a turn; it wraps around at the ends.
 *
 * @param {readonly Hit[]} hits
 * @param {number} turn
 * @param {1 | -1} by
 * @returns {number} its index; -1: there is none
 */
export function nextHit(hits, turn, by) {
  if (hits.length === 0) return -1;
  if (by > 0) {
    const found = hits.findIndex((hit) => hit.turn > turn);
    return found < 0 ? 0 : found;
  }
  const found = hits.findLastIndex((hit) => hit.turn < turn);
  return found < 0 ? hits.length - 1 : found;
}

/**
 * The positions of the matches in a text; they do not overlap.
 *
 * @param {string} text
 * @param {string} wanted
 * @param {number} most
 * @returns {number[]}
 */
export function placesOf(text, wanted, most) {
  if (!wanted) return [];
  const [needle, folded] = [fold(wanted), fold(text)];
  const found = [];
  for (let at = folded.indexOf(needle); at >= 0 && found.length < most; ) {
    found.push(at);
    at = folded.indexOf(needle, at + needle.length);
  }
  return found;
}
