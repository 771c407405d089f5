// Finds strings and comments in Python source, and repairs pasted code. No DOM.

/**
 * Finds the strings in triple quotes. Any other string ends with its line, even if it is not closed.
 * @returns start and end of each
 */
export function longStrings(text: string): [number, number][] {
  const found: [number, number][] = [];
  const next = /[#"']/g;
  for (let start = next.exec(text); start; start = next.exec(text)) {
    const at = start.index;
    const isLong = text.startsWith(start[0].repeat(3), at);
    next.lastIndex = start[0] === '#' ? endOfComment(text, at) : endOfString(text, at);
    if (isLong && start[0] !== '#') found.push([at, next.lastIndex]);
  }
  return found;
}

/** Syntax that every bot has and that hardly occurs in prose. */
const PYTHON =
  /^[ \t]*(?:(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(|class[ \t]+\w+[ \t]*[:(]|import[ \t]+\w|from[ \t]+[\w.]+[ \t]+import\b)|\blambda\b|\b(?:input|print|exec)[ \t]*\(/m;

/** Whether a text may be a program in Python, even if it has syntax errors. */
export const hasPython = (text: string): boolean => PYTHON.test(text);

/** @param at the position of its first quote */
function endOfString(text: string, at: number) {
  const quote = text.charAt(at);
  const isLong = text.startsWith(quote.repeat(3), at);
  for (let end = at + (isLong ? 3 : 1); end < text.length; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (isLong && text.startsWith(quote.repeat(3), end)) return end + 3;
    else if (!isLong && text[end] === quote) return end + 1;
    else if (!isLong && text[end] === '\n') return end;
  }
  return text.length;
}

/** Characters that Python refuses in code, and those that they look like. */
const SPACES = '\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\v';
const UNSEEN = '\\0\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff';
const LINES = '\\u0085\\u2028\\u2029';
const DASHES = '\\u2010-\\u2015\\u2212';
const DOUBLE = '\\u201c-\\u201f\\uff02';
const SINGLE = '\\u2018-\\u201b\\uff07';
/** Full-width digits and signs. Full-width letters are left out: Python reads them as the usual ones. */
const WIDE = '\\uff01-\\uff20\\uff3b-\\uff40\\uff5b-\\uff5e';
const SIGNS: Record<string, string> = { '、': ',', '。': '.', '【': '[', '】': ']', '\u037e': ';' };
const STRANGE = `${SPACES}${UNSEEN}${LINES}${DASHES}${DOUBLE}${SINGLE}${WIDE}${Object.keys(SIGNS).join('')}`;
const ANY_STRANGE = new RegExp(`[${STRANGE}]`);

/**
 * Repairs code that was copied from a page or a chat: no-break spaces, zero-width characters, full-width punctuation and
 * typographic quotes are replaced by what Python accepts. Strings and comments stay as they are, except for a character
 * that would end a comment's line.
 * @param before the text before it, because the pasted text may begin in the middle of a string
 * @returns count: how many characters were changed; examples: some of them
 */
export function tidy(text: string, before: string = ''): { text: string; count: number; examples: string[] } {
  if (!ANY_STRANGE.test(text)) return { text, count: 0, examples: [] };
  const whole = before + text;
  /** Positions of characters, and their replacements. */
  const edits: [number, string][] = [];
  const next = new RegExp(`[#"'${STRANGE}]`, 'g');
  for (let at = 0; ; ) {
    next.lastIndex = at;
    const found = next.exec(whole);
    if (!found) break;
    const [letter] = found;
    at = found.index;
    if (letter === '#' || letter === '\uff03') {
      if (letter !== '#') edits.push([at, '#']);
      at = endOfComment(whole, at);
    } else if (letter === '"' || letter === "'") {
      at = endOfString(whole, at);
    } else {
      const own = at < before.length ? [] : editsAt(whole, at);
      edits.push(...own);
      at = (own.at(-1)?.[0] ?? at) + 1;
    }
  }
  const inside = edits.filter(([at]) => at >= before.length);
  let result = '';
  let done = before.length;
  for (const [at, instead] of inside) {
    result += whole.slice(done, at) + instead;
    done = at + 1;
  }
  const examples = [...new Set(inside.map(([at]) => whole.charAt(at)))];
  return { text: result + whole.slice(done), count: inside.length, examples };
}

function endOfComment(text: string, at: number) {
  const ends = /[\n\u0085\u2028\u2029]/g;
  ends.lastIndex = at;
  return ends.exec(text)?.index ?? text.length;
}

const oneOf = (letters: string) => new RegExp(`[${letters}]`);
/** Quotation marks, Python's quote for each, and where the search for the closing mark ends. */
const QUOTES = [
  [oneOf(DOUBLE), '"', `[${DOUBLE}"\\\\\\n]`],
  [oneOf(SINGLE), "'", `[${SINGLE}'\\\\\\n]`],
] as const;
/** The replacements of characters; the first one that matches is used. */
const INSTEAD: [RegExp, string][] = [
  [/\u3000/, '  '],
  [oneOf(LINES), '\n'],
  [oneOf(SPACES), ' '],
  [oneOf(DASHES), '-'],
];

/**
 * @param at the position of a strange character outside strings and comments
 * @returns its replacement, and for a quotation mark also the closing one's; empty if the meaning is unknown
 */
function editsAt(text: string, at: number): [number, string][] {
  const letter = text.charAt(at);
  for (const [marks, quote, closing] of QUOTES) {
    if (!marks.test(letter)) continue;
    const next = new RegExp(closing, 'g');
    next.lastIndex = at + 1;
    const found = next.exec(text);
    const isClosed = found && marks.test(found[0]);
    return isClosed
      ? [
          [at, quote],
          [found.index, quote],
        ]
      : [];
  }
  return [[at, plainFor(letter)]];
}

function plainFor(letter: string) {
  const code = letter.charCodeAt(0);
  if (code > 0xff00 && code < 0xff5f) return String.fromCharCode(code - 0xfee0);
  return SIGNS[letter] ?? INSTEAD.find(([letters]) => letters.test(letter))?.[1] ?? '';
}
