// What the engine and the sealed worker of a bot have agreed on. The seat keeps to these limits, and the engine, which
// trusts no seat, checks them again. Python knows the same numbers: see sandlot.wire and sandlot.draw.

/** Where the files of a bot of several files lie in its worker; it runs there. */
export const HOME = '/bot';

/** Characters that are kept of one turn's prints, and changes between its streams. */
export const OUTPUT_LIMIT = 64 * 1024;
export const CHANGES = 1000;
/** Characters of an answer. */
export const REPLY_LIMIT = 256 * 1024;
/** Marks on the board in one turn, and characters in one; Python reads them and cuts their words. */
export const MARKS = 500;
export const MARK_LIMIT = 4000;
/** The longest profile that is looked at. */
export const PROFILE_LIMIT = 1024 * 1024;
