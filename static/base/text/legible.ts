/**
 * Prepares strangers' texts for layout. A browser can take seconds over a text of 64,000 characters that are not plain
 * letters, because it shapes a paragraph as a whole. No DOM.
 */

/** Text of letters that a browser lays out quickly: no combining marks, no right-to-left scripts. */
const SIMPLE =
  /^[\t\n\x20-\x7e\xa0-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u2bff\u3000-\u3029\u3030-\u3096\u30a0-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff5e]*$/;
/** The most characters of any other text that are laid out together. */
const BLOCK = 500;
/** A line with more characters than this is assumed to take more than one row. */
const ROW = 50;

/**
 * Measures how much of a text fits into a number of rows.
 * @param most rows
 * @returns the characters that fit, and the rows they take
 */
export function fill(text: string, most: number): { length: number; rows: number } {
  let length = 0;
  let rows = 0;
  for (; rows < most && length < text.length; rows += 1) {
    const end = text.slice(length, length + ROW).indexOf('\n');
    length += end < 0 ? ROW : end + 1;
  }
  return { length: whole(text, length), rows };
}

/**
 * Measures how much of the end of a text fits into a number of rows: whole lines, or the end of the last one.
 * @param most rows
 * @param longest characters
 * @returns where it begins, and the rows it takes
 */
export function fillFromEnd(text: string, most: number, longest: number): { from: number; rows: number } {
  let from = text.length;
  let rows = 0;
  while (from > 0) {
    const start = from > 1 ? text.lastIndexOf('\n', from - 2) + 1 : 0;
    const taken = Math.ceil((from - start) / ROW);
    if (rows + taken > most || text.length - start > longest) break;
    rows += taken;
    from = start;
  }
  if (from < text.length || rows >= most) return { from, rows };
  const length = Math.min(text.length, longest, most * ROW);
  return { from: whole(text, text.length - length), rows: Math.ceil(length / ROW) };
}

/**
 * Cuts a text into parts that can be laid out one by one: at the end of a line where there is one, else anywhere.
 * @returns where each part begins and ends; the line feed between two parts belongs to neither
 */
export function blocks(text: string): [number, number][] {
  if (SIMPLE.test(text)) return [[0, text.length]];
  const found: [number, number][] = [];
  let from = 0;
  while (from + BLOCK < text.length) {
    const part = text.slice(from, from + BLOCK);
    const last = part.lastIndexOf('\n');
    let line = last;
    // An empty line at the end of a part would not be visible, so it goes to the beginning of the next part.
    while (part.charAt(line - 1) === '\n') line -= 1;
    // If all are empty lines, one that is not visible does not matter.
    if (line === 0 && last > ROW) line = last;
    const end = line < 0 ? whole(text, from + BLOCK) : from + line;
    found.push([from, end]);
    from = line < 0 ? end : end + 1;
  }
  return [...found, [from, text.length]];
}

/**
 * Finds the lines of a traceback under which Python marks a place with ^: they must not be separated from their marks.
 * @returns where each of them begins, and where the line with its marks ends
 */
export function pointedLines(text: string): [number, number][] {
  const found: [number, number][] = [];
  let [before, from] = [-1, 0];
  for (const line of text.split('\n')) {
    const end = from + line.length;
    const isMarks = line.includes('^') && /^[ ~^]+$/.test(line);
    if (isMarks && before >= 0) found.push([before, end]);
    before = isMarks ? -1 : from;
    from = end + 1;
  }
  return found;
}

/** Whether a plain text field, which cannot lay out a long line in parts, would take seconds for a text. */
export const isHeavy = (text: string) =>
  text.split('\n').some((line) => line.length > 4 * BLOCK && !SIMPLE.test(line));

/** Moves a position out of the middle of a surrogate pair, to its start. */
function whole(text: string, at: number) {
  const isInside = /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at));
  return Math.min(text.length, isInside ? at - 1 : at);
}

/** More code units than any character that people read as one has, except for piles of combining marks. */
const CHARACTER = 64;

/**
 * The beginning of a text. Sequences that are read as one character, like a flag or a letter with its marks, are not cut.
 * @param most code units
 */
export function beginning(text: string, most: number) {
  if (text.length <= most) return text;
  // The text may be very long, so only the characters around the cut are segmented.
  const from = whole(text, Math.max(0, most - CHARACTER));
  const near = text.slice(from, most + CHARACTER);
  const start =
    segmenter()
      ?.segment(near)
      .containing(most - from)?.index ?? 0;
  return text.slice(0, start > 0 ? from + start : whole(text, most));
}

/** Splits a text into characters as people read them; null if the browser cannot. */
const segmenter = () => (Intl.Segmenter ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null);

/** Lower case for a search. Positions stay the same: the one letter that would become longer (İ) is replaced. */
export const fold = (text: string) => text.replaceAll('\u0130', 'i').toLowerCase();

/** More marks than any language puts on one letter. */
const PILES = /(\p{M}{4})\p{M}+/gu;

/** Invisible characters, and those that turn the direction of the text after them. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Makes a stranger's words - a bot's name, the text of its error - safe inside one of our sentences: they stay in one
 * line, do not turn its direction, and do not pile up over the lines beside it.
 */
export function plain(text: string) {
  return text.replace(PILES, '$1').replace(UNSEEN, (each) => (/\s/.test(each) ? ' ' : escaped(each)));
}

/** Line ends and tabs. */
const LAID_OUT = /[\t\n\v\f\r\u0085\u2028\u2029]/;

/** Text as a bot printed it, in lines, with escapes for characters that are invisible or change the direction of writing. */
export const visible = (text: string) =>
  text.replace(UNSEEN, (each) => (LAID_OUT.test(each) ? each : escaped(each)));

const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The most characters of a name, as of a file's name in the editor. */
export const LONGEST_NAME = 80;

/** A stranger's name as it is shown. */
export const shortName = (name: string) => shorten(name, LONGEST_NAME);

/** Within a sentence there is less room for a name, or for a value. */
const LONGEST_IN_SENTENCE = 60;

/** A stranger's name, or another word of theirs, for use within a sentence. */
export const short = (text: string) => shorten(text, LONGEST_IN_SENTENCE);

/** A stranger's words in one line, cut to a number of characters. */
export function shorten(text: string, most: number) {
  const shown = plain(beginning(text, 4 * most));
  return shown.length > most ? `${beginning(shown, most - 1)}…` : shown;
}
