// The rule for the names of bots, wherever they go: into a contest, a link or a replay. Python refuses others; see
// `sandlot.names`. No DOM.

/** What no name has: commands for terminals, marks that turn the direction of writing, and what nobody sees. */
const RANGES = String.raw`\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`;
const UNSEEN = new RegExp(`[${RANGES}]`, 'u');
const EVERY_UNSEEN = new RegExp(`[${RANGES}]`, 'gu');
const LINES = /[\t\n\v\f\r\x85\u2028\u2029]+/gu;

/** The most characters, as Python counts them. Python adds a number to a name that comes twice. */
const LONGEST_NAME = 190;

/**
 * A name as it may be, made of one that a person or a file gave.
 * @returns '': nothing is left of it
 */
export function plainName(name: string): string {
  const seen = name.toWellFormed().replace(LINES, ' ').replace(EVERY_UNSEEN, '').trim();
  return [...seen].slice(0, LONGEST_NAME).join('').trim();
}

/** Whether a name may have this in it. */
export const isSeen = (text: string) => !UNSEEN.test(text);
