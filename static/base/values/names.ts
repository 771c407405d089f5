// The rule for the names of bots in contests, links and replays. Python refuses other names; see `sandlot.names`. No DOM.

/** Characters that no name has: control characters, marks that change the direction of writing, and invisible ones. */
const RANGES = String.raw`\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`;
const UNSEEN = new RegExp(`[${RANGES}]`, 'u');
const EVERY_UNSEEN = new RegExp(`[${RANGES}]`, 'gu');
const LINES = /[\t\n\v\f\r\x85\u2028\u2029]+/gu;

/** The most characters, as Python counts them. Python adds a number to a name that comes twice. */
const LONGEST_NAME = 190;

/**
 * Makes a valid name of one that came from a person or a file.
 * @returns '' if nothing is left of it
 */
export function plainName(name: string): string {
  const seen = name.toWellFormed().replace(LINES, ' ').replace(EVERY_UNSEEN, '').trim();
  return [...seen].slice(0, LONGEST_NAME).join('').trim();
}

/** Whether a name may contain this text: it has no invisible characters. */
export const isSeen = (text: string) => !UNSEEN.test(text);
