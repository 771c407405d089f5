// Limits that the engine and the sealed workers of bots share. The seat keeps to them, and the engine, which trusts no
// seat, checks them again. Python has the same numbers: see sandlot.wire and sandlot.draw.

/** The working directory of a bot of several files in its worker, where its files are. */
export const HOME = '/bot';

/** The most characters that are kept of one turn's prints, and the most changes between the two streams. */
export const OUTPUT_LIMIT = 64 * 1024;
export const CHANGES = 1000;
/** The beginning of a text: at most so many characters, and at its end no half of one. */
export const upTo = (text: string, most: number) =>
  text.slice(0, most - (/[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(most - 1, most + 1)) ? 1 : 0));
/** The most characters of an answer. */
export const REPLY_LIMIT = 256 * 1024;
/** The most marks on the board in one turn, and characters of one; Python parses them and cuts their texts. */
export const MARKS = 500;
export const MARK_LIMIT = 4000;
/** The longest profile that is read. */
export const PROFILE_LIMIT = 1024 * 1024;
