// Decodes the bytes of a file: by its byte order mark, by the coding that it declares, or by a guess. No DOM.
// The command line decodes in the same way (py/sandlot/files/texts.py).

import { codingLine, labelOf } from './coding-line.ts';

interface Decoded {
  /** null if this is not text in any coding that is known here. */
  text: string | null;
  /** The coding it was read in, by its usual name. */
  coding: string;
  /** A declared coding that is unknown here or does not fit the bytes; null if none. */
  wrong: string | null;
}

/** How many bytes at the beginning are used for a guess. */
const SAMPLE_BYTES = 64 * 1024;

/** The usual names of codings. */
const USUAL_NAMES: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  gbk: 'GBK',
  gb18030: 'GB18030',
};

export function decode(bytes: Uint8Array): Decoded {
  const marked = readMarked(bytes);
  if (marked) return marked;
  const name = declaredIn(bytes);
  const declared = name && readDeclared(bytes, name);
  if (declared) return declared;
  const { text, coding } = guess(bytes);
  const isPlain = coding === 'UTF-8' && /^(?:us-?)?ascii$/i.test(name ?? '');
  return { text, coding, wrong: isPlain || text === null ? null : name };
}

/** Decodes by the byte order mark. @returns null if there is none, or the bytes do not fit it */
function readMarked(bytes: Uint8Array): Decoded | null {
  const [a, b, c, d] = bytes;
  const starts = (...mark: number[]) => mark.every((byte, k) => bytes[k] === byte);
  const found = (text: string | null, coding: string) =>
    text === null ? null : { text, coding, wrong: null };
  if (starts(0xef, 0xbb, 0xbf)) return found(read(bytes.subarray(3), 'utf-8'), 'UTF-8');
  if (starts(0xff, 0xfe, 0, 0) || starts(0, 0, 0xfe, 0xff))
    return found(readUtf32(bytes, a === 0xff), 'UTF-32');
  if (starts(0xff, 0xfe)) return found(read(bytes.subarray(2), 'utf-16le'), 'UTF-16');
  if (starts(0xfe, 0xff)) return found(read(bytes.subarray(2), 'utf-16be'), 'UTF-16');
  if (a === 0x84 && b === 0x31 && c === 0x95 && d === 0x33)
    return found(read(bytes.subarray(4), 'gb18030'), 'GB18030');
  return null;
}

/**
 * @param label the browser's name of a coding
 * @returns null if the bytes are not valid in that coding
 */
function read(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Decodes UTF-32, which browsers cannot.
 * @param bytes with the byte order mark
 */
function readUtf32(bytes: Uint8Array, little: boolean): string | null {
  if (bytes.length % 4) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let text = '';
  for (let at = 4; at < bytes.length; ) {
    const codes = [];
    for (const end = Math.min(bytes.length, at + 4096); at < end; at += 4)
      codes.push(view.getUint32(at, little));
    if (codes.some((code) => code > 0x10ffff || (code >= 0xd800 && code < 0xe000))) return null;
    text += String.fromCodePoint(...codes);
  }
  return text;
}

/** @returns the coding that its first two lines declare; null if none */
function declaredIn(bytes: Uint8Array): string | null {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 1000));
  return codingLine(head)?.name ?? null;
}

/** @returns null if the coding is unknown, or the bytes do not fit it, or are surely UTF-8 */
function readDeclared(bytes: Uint8Array, name: string): Decoded | null {
  const label = labelOf(name);
  // To browsers, ASCII means windows-1252; and a file whose first line can be read as ASCII is not in UTF-16.
  if (!label || label.startsWith('utf-16') || /ascii/i.test(name)) return null;
  if (label !== 'utf-8' && isSurelyUtf8(bytes)) return null;
  const text = read(bytes, label);
  return text === null ? null : { text, coding: USUAL_NAMES[label] ?? name, wrong: null };
}

/** Text in another coding does not have this many letters that are valid UTF-8 by chance. */
const ENOUGH_LETTERS = 4;

function isSurelyUtf8(bytes: Uint8Array) {
  const text = read(bytes, 'utf-8');
  return text !== null && (text.match(/[^\0-\x7f]/g)?.length ?? 0) >= ENOUGH_LETTERS;
}

function guess(bytes: Uint8Array): { text: string | null; coding: string } {
  // Only UTF-16 and UTF-32 have zero bytes, and for these editors write a byte order mark. Without one, zero bytes
  // prove nothing: a file in ASCII may hold one by mistake.
  if (bytes.includes(0)) return { text: null, coding: '' };
  const text = read(bytes, 'utf-8');
  if (text !== null) return { text, coding: 'UTF-8' };
  for (const label of looksLike(bytes)) {
    const found = withoutControls(read(bytes, label));
    if (found !== null) return { text: found, coding: label === 'gb18030' ? 'GBK' : label };
  }
  return { text: null, coding: '' };
}

/** @returns null if there are too many control characters for a text */
function withoutControls(text: string | null) {
  if (text === null) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  const found = text.slice(0, SAMPLE_BYTES).match(/[\x01-\x08\x0e-\x1a\x1c-\x1f\x80-\x9f]/g)?.length ?? 0;
  return found > Math.min(text.length, SAMPLE_BYTES) / 256 ? null : text;
}

/**
 * Guesses the coding of bytes that are not UTF-8, from the bytes beyond ASCII: in Chinese most pairs of them are common
 * characters; in Russian they come in long runs of letters; in western European languages they stand alone among ASCII.
 * @returns the browser's labels of the codings to try
 */
function looksLike(bytes: Uint8Array): string[] {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let [common, pairs, letters, high, runs] = [0, 0, 0, 0, 0];
  for (let at = 0; at < sample.length; at += 1) {
    const from = at;
    while ((sample[at] ?? 0) >= 0x80) at += 1;
    if (at > from) runs += 1;
    high += at - from;
    for (let k = from; k < at; k += 1) if (isCyrillic(sample[k] ?? 0)) letters += 1;
    for (let k = from; k < at; k += 2) {
      pairs += 1;
      if (isCommon(sample[k] ?? 0, sample[k + 1] ?? 0)) common += 1;
    }
  }
  if (common >= 0.6 * pairs) return ['gb18030'];
  if (letters >= 0.9 * high && high >= 2 * runs) return ['windows-1251', 'gb18030'];
  return high < 1.5 * runs && high < sample.length / 8 ? ['gb18030', 'windows-1252'] : ['gb18030'];
}

/** Whether two bytes are one of the 3,755 most common characters of GB 2312, which come first, or punctuation. */
const isCommon = (lead: number, trail: number) =>
  trail >= 0xa1 && trail <= 0xfe && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3));

/** @param byte in windows-1251 */
const isCyrillic = (byte: number) => byte >= 0xc0 || byte === 0xa8 || byte === 0xb8;
