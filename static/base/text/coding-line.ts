// The coding that the first lines of a file in Python declare (PEP 263). No DOM.

/** A line that declares a coding; by PEP 263 it is one of the first two. */
const DECLARED = /^[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]{1,40})/;
const COMMENT_OR_NOTHING = /^[ \t\f]*(?:[#\r\n]|$)/;

/** Python's names of codings that browsers do not know by that name: https://docs.python.org/3/library/codecs.html. */
const NAMES = new Map(
  Object.entries({
    'utf-8': ['u8', 'utf', 'cp65001', 'utf-8-sig', 'utf8-sig'],
    gbk: [
      '936',
      'cp936',
      'ms936',
      'euc-cn',
      'euccn',
      'eucgb2312-cn',
      'gb2312-1980',
      'gb2312-80',
      'iso-ir-58',
    ],
    gb18030: ['gb18030-2000'],
    big5: ['big5-tw', '950', 'cp950', 'ms950', 'hkscs', 'big5hkscs'],
    shift_jis: ['s-jis', '932', 'cp932', 'mskanji', 'ms-kanji', 'shiftjis'],
    'euc-jp': ['eucjp', 'ujis', 'u-jis'],
    'euc-kr': ['euckr', 'korean', '949', 'cp949', 'ms949', 'uhc'],
    'windows-1250': ['1250'],
    'windows-1251': ['1251'],
    'windows-1252': ['1252', 'latin', 'latin-1', '8859'],
    'iso-8859-2': ['latin-2'],
    'iso-8859-5': ['iso8859-5'],
    'koi8-r': ['koi8'],
    ibm866: ['866'],
    macintosh: ['mac-roman', 'macroman'],
    'x-mac-cyrillic': ['mac-cyrillic', 'maccyrillic'],
    'utf-16le': ['utf-16-le'],
    'utf-16be': ['utf-16-be'],
  }).flatMap(([label, names]) => names.map((name) => [name, label])),
);

/** @returns the coding that its first two lines declare, and the position of that name; null if none */
export function codingLine(text: string): { name: string; at: number } | null {
  // Lines keep their ends, so that positions can be counted.
  const [first = '', second = ''] = text.slice(0, 1000).match(/[^\r\n]*(?:\r\n?|\n|$)/g) ?? [];
  for (const [line, from] of [
    [first, 0],
    [second, first.length],
  ] as [string, number][]) {
    const found = DECLARED.exec(line);
    if (found?.[1]) return { name: found[1], at: from + found[0].length - found[1].length };
    if (!COMMENT_OR_NOTHING.test(line)) return null;
  }
  return null;
}

/** Replaces a coding that the first lines declare by UTF-8, in which every file is saved. */
export function declareUtf8(text: string) {
  const line = codingLine(text);
  if (!line || labelOf(line.name) === 'utf-8') return text;
  return text.slice(0, line.at) + 'utf-8' + text.slice(line.at + line.name.length);
}

/**
 * @param name a coding's name in Python
 * @returns the browser's label for it; null if browsers do not know it
 */
export function labelOf(name: string): string | null {
  const plain = name.toLowerCase().replaceAll('_', '-');
  try {
    return new TextDecoder(NAMES.get(plain) ?? plain).encoding;
  } catch {
    return null;
  }
}
