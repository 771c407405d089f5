// What explains a text that Python cannot read. No DOM.

import type { Message } from '../match/types.ts';

const the = (id: string, params: Record<string, unknown> = {}): Message => [`explained.${id}`, params];

/** Characters that look like ones of Python's: Chinese punctuation, and what texts of web pages have for quotes and signs. */
const LIKE: Record<string, string> = {
  ...{ '，': ',', '：': ':', '；': ';', '（': '(', '）': ')', '【': '[', '】': ']', '｛': '{', '｝': '}' },
  ...{
    '［': '[',
    '］': ']',
    '“': '"',
    '”': '"',
    '„': '"',
    '«': '"',
    '»': '"',
    '＂': '"',
    '‘': "'",
    '’': "'",
  },
  ...{
    '＇': "'",
    '。': '.',
    '．': '.',
    '、': ',',
    '！': '!',
    '＝': '=',
    '＋': '+',
    '－': '-',
    '＊': '*',
    '／': '/',
  },
  ...{
    '＜': '<',
    '＞': '>',
    '《': '<',
    '》': '>',
    '–': '-',
    '—': '-',
    '−': '-',
    '×': '*',
    '÷': '/',
    '＃': '#',
  },
};

/**
 * @param text of Python's message, without the type
 * @param code the line
 * @returns null: it stays unexplained
 */
export function syntaxOf(text: string, code: string): Message | null {
  const bare = withoutTexts(code);
  if (/^else\s+(?!:)\S.*:$/.test(bare) && !/^else\s+if\b/.test(bare)) return the('syntax-else-asks');
  if (/^(?:\}\s*)?(?:else if|elseif|elsif)\b/.test(bare)) return the('syntax-elif');
  if (/^(?:if|for|while|def|else|elif|class)\b.*\{$/.test(bare)) return the('syntax-braces');
  if (/^for\s*\(.*;/.test(bare)) return the('syntax-for');
  // Python may complain of what follows.
  if (/&&|\|\||(?:^|[\s(])!\s*[\w(]/.test(bare)) return the('syntax-and');
  for (const [form, explain] of FORMS) {
    const found = form.exec(text);
    if (found) return explain(found[1] ?? '', bare);
  }
  return null;
}

/** A line without what stands in quotes, and without a comment. */
const withoutTexts = (code: string) =>
  code
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""')
    .replace(/#.*$/, '')
    .trim();

function withoutBrackets(code: string): string {
  const shorter = code.replace(/\([^()]*\)|\[[^[\]]*\]/g, '');
  return shorter === code ? code : withoutBrackets(shorter);
}

const FORMS: [RegExp, (found: string, code: string) => Message | null][] = [
  [/^expected ':'/, () => the('syntax-colon')],
  [/Maybe you meant '=='|perhaps you meant "=="/, () => the('syntax-equal')],
  [/^cannot assign to /, () => the('syntax-assign')],
  [/^'([([{])' was never closed/, (bracket) => the('syntax-open', { bracket })],
  [/^unmatched '([)\]}])'/, (bracket) => the('syntax-match', { bracket })],
  [/^closing parenthesis '([)\]}])' does not match/, (bracket) => the('syntax-match', { bracket })],
  [/^unterminated (?:f-)?string literal/, () => the('syntax-quote')],
  [/^unterminated triple-quoted/, () => the('syntax-triple')],
  [/^invalid character '(.)' \(U\+/u, (character) => look(character)],
  [/^invalid non-printable character/, () => the('syntax-invisible')],
  [/^Missing parentheses in call to 'print'/, () => the('syntax-print')],
  [/^'return' outside function/, () => the('syntax-return')],
  [/^'break' outside loop|^'continue' not properly in loop/, () => the('syntax-loop')],
  [/^expected 'except' or 'finally' block/, () => the('syntax-try')],
  [/^expected an indented block after .* on line (\d+)/, (line) => the('indent-expected', { line })],
  [/^unexpected indent/, () => the('indent-unexpected')],
  [/^unindent does not match/, () => the('indent-depth')],
  [/^inconsistent use of tabs/, () => the('indent-tabs')],
  [/Perhaps you forgot a comma/, () => the('syntax-comma')],
  [/^invalid syntax/, (_, code) => other(code)],
  [
    /^invalid decimal literal/,
    (_, code) => (/(?:^|[\s(,[])\d+[A-Za-z_]\w*\s*(?:=|,|\)|:)/.test(code) ? the('syntax-digit') : null),
  ],
];

/** What other languages write otherwise, and slips of the hand. */
const FOREIGN: [RegExp, Message][] = [
  [/^\/\//, the('syntax-comment')],
  [/=>|=</, the('syntax-order')],
  [/<>/, the('syntax-unequal')],
  [/^(?:elif|else)\b/, the('syntax-else')],
  [/^for\b(?!.*\bin\b)/, the('syntax-for')],
  [
    /^(?:function|func|fun|fn)\b|^(?!(?:if|elif|while|for|with|match|except)\b)\w+\s*\([^()]*\)\s*:$/,
    the('syntax-def'),
  ],
  [/^[^?]*\?[^:]*:/, the('syntax-choice')],
  [
    /^(?:and|as|assert|break|class|continue|def|del|except|finally|from|global|import|in|is|lambda|not|or|pass|raise|return|try|with|yield)\s*=(?!=)/,
    the('syntax-keyword'),
  ],
];

function look(character: string): Message | null {
  const plain = LIKE[character];
  return plain === undefined ? null : the('syntax-character', { character, plain });
}

/** Python knows no more than that it is no Python: what other languages write so. */
function other(code: string): Message | null {
  const declared = /^(const|let|var|int|float|double|bool|string|auto)\s+(\w+)\s*=/.exec(code);
  if (declared) return the('syntax-declare', { word: declared[1], name: declared[2] });
  const counted = /(?:^|\s)(\w+)(?:\+\+|--);?$/.exec(code);
  if (counted) return the('syntax-plus', { name: counted[1] });
  const foreign = FOREIGN.find(([form]) => form.test(code));
  if (foreign) return foreign[1];
  // Arguments of a call may have names: they stand in brackets.
  if (/^(?:if|elif|while)\b.*[^=!<>:]=[^=]/.test(withoutBrackets(code))) return the('syntax-equal');
  return null;
}
