/**
 * What a bot said on a turn, by kind, and where in a whole match something stands in it. No DOM.
 *
 * @typedef {import('../types.js').Answer} Answer
 * @typedef {import('../types.js').TurnRecord} TurnRecord
 * @typedef {'out' | 'err' | 'note' | 'reply'} Kind prints, errors, notes, and the text that was answered
 * @typedef {{player: number | null, kind: Kind | null}} Filter null: all
 * @typedef {{kind: Kind, text: string}} Said
 * @typedef {{turn: number, player: number}} Hit
 */

export const KINDS = /** @type {const} */ (['out', 'err', 'note', 'reply']);

/**
 * @param {Answer} answer
 * @param {(message: import('../types.js').Message) => string} say
 * @returns {Said[]}
 */
export function saidBy(answer, say) {
  /** @type {Said[]} */
  const said = answer.output.map(([stream, text]) => ({
    kind: stream === 'out' || stream === 'err' ? stream : 'note',
    text,
  }));
  if (answer.fault) {
    said.push({ kind: 'err', text: say(answer.fault.message) });
    const details = answer.fault.traceback ?? answer.fault.error;
    if (details) said.push({ kind: 'err', text: details });
  }
  for (const [kind, text] of answer.drawings ?? []) {
    if (kind === 'note' && typeof text === 'string') said.push({ kind: 'note', text });
  }
  if (answer.reply) said.push({ kind: 'reply', text: answer.reply });
  return said;
}

/**
 * @param {readonly TurnRecord[]} records
 * @param {string} wanted small or capital letters are the same
 * @param {Filter} filter
 * @param {(message: import('../types.js').Message) => string} say
 * @returns {Hit[]} by turn, then by player
 */
export function find(records, wanted, { player, kind }, say) {
  const needle = wanted.toLowerCase();
  if (!needle) return [];
  return records.flatMap(({ answers }, turn) =>
    answers
      .filter((answer) => player === null || answer.player === player)
      .filter((answer) =>
        saidBy(answer, say).some(
          (said) => (!kind || said.kind === kind) && said.text.toLowerCase().includes(needle),
        ),
      )
      .map((answer) => ({ turn, player: answer.player })),
  );
}

/**
 * The hit after or before a turn; past the last one it begins again.
 *
 * @param {readonly Hit[]} hits
 * @param {number} turn
 * @param {1 | -1} by
 * @returns {number} its place among the hits; -1: there is none
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
 * A text in pieces, with what was searched for apart.
 *
 * @param {string} text
 * @param {string} wanted
 * @returns {{text: string, hit: boolean}[]}
 */
export function pieces(text, wanted) {
  const needle = wanted.toLowerCase();
  const lower = text.toLowerCase();
  // Some letters change their length; then nothing can be told apart.
  if (!needle || lower.length !== text.length) return [{ text, hit: false }];
  const found = [];
  let from = 0;
  for (let at = lower.indexOf(needle); at >= 0 && found.length < 1000; at = lower.indexOf(needle, from)) {
    if (at > from) found.push({ text: text.slice(from, at), hit: false });
    found.push({ text: text.slice(at, at + needle.length), hit: true });
    from = at + needle.length;
  }
  if (from < text.length) found.push({ text: text.slice(from), hit: false });
  return found;
}
