// Recognises the language of a program that is not Python, and gives the commands to compile and run it. No DOM.

import { longStrings } from './python-text.ts';

export type Language = 'c' | 'cpp' | 'csharp' | 'go' | 'java' | 'javascript' | 'pascal' | 'rust';

/** The name of each programming language, the same in every language of the page. */
export const CALLED: Record<Language, string> = {
  c: 'C',
  cpp: 'C++',
  csharp: 'C#',
  go: 'Go',
  java: 'Java',
  javascript: 'JavaScript',
  pascal: 'Pascal',
  rust: 'Rust',
};

const ENDINGS: Record<string, Language> = {
  c: 'c',
  ...Object.fromEntries(
    ['cc', 'cpp', 'cxx', 'c++', 'h', 'hh', 'hpp', 'hxx', 'h++'].map((end) => [end, 'cpp']),
  ),
  cs: 'csharp',
  go: 'go',
  java: 'java',
  ...Object.fromEntries(['js', 'mjs', 'cjs', 'ts'].map((end) => [end, 'javascript'])),
  ...Object.fromEntries(['pas', 'pp', 'dpr', 'lpr'].map((end) => [end, 'pascal'])),
  rs: 'rust',
};

/** The ending that a file of each language should have. */
const ENDING: Record<Language, string> = {
  ...CALLED,
  c: 'c',
  cpp: 'cpp',
  csharp: 'cs',
  go: 'go',
  java: 'java',
  javascript: 'js',
  pascal: 'pas',
  rust: 'rs',
};

/** Beginnings of lines that only one language has. The language with the most such lines wins; the first of several. */
const SIGNS: [Language, RegExp[]][] = [
  [
    'cpp',
    [
      /^#\s*include\s*[<"]/,
      /^#\s*(?:define|ifdef|ifndef|endif|pragma)\b/,
      /^using\s+(?:namespace\s+\w+|\w+\s*=\s*[^;]+)\s*;/,
      /^(?:static\s+|signed\s+|auto\s+)?(?:int|void|signed|auto)\s+main\s*\(/,
      /^template\s*</,
      /^typedef\s/,
      /\bstd::\w/,
      /^(?:const\s+)?(?:int|char|bool|double|float|void|long|unsigned|string|vector<\S+|pair<\S+)\s[^()=;]{1,60}(?:[;=([]|$)/,
    ],
  ],
  [
    'java',
    [
      /^package\s+\w[\w.]*\s*;/,
      /^import\s+(?:static\s+)?\w[\w.]*(?:\.\*)?\s*;/,
      /^(?:public|protected|private)\s+(?:static\s+|final\s+|abstract\s+)*(?:class|interface|enum)\s+\w/,
      /\bpublic\s+static\s+void\s+main\b/,
      /^@Override\b/,
      /\bSystem\.(?:in|out)\b/,
    ],
  ],
  [
    'csharp',
    [
      /^using\s+(?:static\s+)?[A-Z]\w*(?:\.\w+)*\s*;/,
      /\bstatic\s+(?:async\s+)?(?:void|int|Task)\s+Main\s*\(/,
      /\bConsole\.(?:ReadLine|Write|Read)/,
      /^namespace\s+[A-Z][\w.]*\s*[;{]?$/,
    ],
  ],
  [
    'rust',
    [
      /^(?:pub(?:\(\w+\))?\s+)?fn\s+\w+\s*[<(]/,
      /^use\s+(?:std|crate|self|super)\b.*;/,
      /^let\s+(?:mut\s+)?\w+(?::[^=]+)?\s*=.*;$/,
      /^impl\b.*\{$/,
      /^#!?\[\w/,
    ],
  ],
  [
    'go',
    [
      /^package\s+\w+$/,
      /^func\s+(?:\(\w+\s+\*?\w+\)\s*)?\w+\s*\(/,
      /^import\s*(?:\($|"[^"]*"$)/,
      /^\w+(?:,\s*\w+)*\s*:=\s/,
    ],
  ],
  [
    'pascal',
    [
      /^program\s+\w+\s*(?:\([^)]*\))?\s*;/i,
      /^uses\s+\w[\w,. ]*;/i,
      /^begin$/i,
      /^end\.$/i,
      /^\w+\s*:=.*;$/,
      /^procedure\s+\w/i,
    ],
  ],
  [
    'javascript',
    [
      /^(?:export\s+)?(?:const|let|var)\s+[\w$[{]/,
      /^(?:export\s+(?:default\s+)?)?(?:async\s+)?function\b\s*\*?\s*[\w$]*\s*\(/,
      /\brequire\s*\(\s*['"`]/,
      /^import\s[^'"]*\bfrom\s*['"]/,
      /\bconsole\.log\s*\(/,
      /\bprocess\.std(?:in|out)\b/,
      /=>\s*[{(]/,
    ],
  ],
];

/** Beginnings of lines that only Python has. */
const PYTHON = [
  /^(?:async\s+)?def\s+\w+\s*\(/,
  /^(?:if|elif|else|for|while|try|except|finally|with|class|async)\b[^;{?]*:$/,
  /^from\s+[\w.]+\s+import\s/,
  /^import\s+\w[\w.]*(?:\s+as\s+\w+)?(?:\s*,\s*\w[\w.]*(?:\s+as\s+\w+)?)*$/,
  /^(?:print|input)\s*\([^;]*\)$/,
  /^self\.\w+\s*=[^;]*$/,
  /^(?:pass$|(?:raise|assert|global|nonlocal|del|yield)\s[^;{]*[^;{,(]$)/,
];

/** How many characters of a file, and of a line, are checked. */
const SAMPLE_CHARACTERS = 64 * 1024;
const LONGEST_LINE = 300;

/** A file's name without a suffix that this page or another program may have added. */
function withoutEnding(name: string) {
  const once = name.replace(/\.(?:py|txt)$/i, '');
  return once.replace(/\.(?:py|txt)$/i, '');
}

export function languageByName(name: string): Language | null {
  const ending = /\.([a-z+]{1,4})$/i.exec(withoutEnding(name))?.[1] ?? '';
  return Object.hasOwn(ENDINGS, ending.toLowerCase()) ? (ENDINGS[ending.toLowerCase()] ?? null) : null;
}

/** @returns null if it is Python, or a language that is not known here */
export function languageByText(text: string): Language | null {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  if (linesOf(sample).some(({ line }) => PYTHON.some((sign) => sign.test(line)))) return null;
  const lines = linesOf(withoutLongStrings(sample));
  const ended = lines.filter(({ line }) => /[;{}]$/.test(line)).length;
  if (ended < 0.25 * lines.length) return null;
  let best: { language: Language; found: number } | null = null;
  for (const [language, signs] of SIGNS) {
    const found = signs.filter((sign) => lines.some(({ raw }) => sign.test(raw))).length;
    if (found > (best?.found ?? 0)) best = { language, found };
  }
  return best?.language === 'cpp' && isC(text) ? 'c' : (best?.language ?? null);
}

/** @param text in C or C++ */
function isC(text: string) {
  return (
    /^[ \t]*#[ \t]*include[ \t]*<\w+\.h>/m.test(text) &&
    !/\b(?:std::|cout|cin|namespace|template|class|vector|string|bool|auto|nullptr|new)\b|#\s*include\s*<\w+>/.test(
      text,
    )
  );
}

/** Removes triple-quoted strings: a Python program may contain one in another language in them. */
function withoutLongStrings(text: string) {
  let bare = '';
  let done = 0;
  for (const [from, to] of longStrings(text)) {
    bare += `${text.slice(done, from)}""`;
    done = to;
  }
  return bare + text.slice(done);
}

/**
 * The lines that are not only a comment, in Python or in another language.
 * @returns line: trimmed, without comments; raw: as it was, with Python's comments
 */
function linesOf(text: string): { line: string; raw: string }[] {
  const lines = [];
  let inComment = false;
  for (const each of text.split('\n')) {
    const raw = each.slice(0, LONGEST_LINE).trim();
    const begins = inComment || raw.startsWith('/*');
    if (begins) inComment = !raw.includes('*/');
    const isComment = begins || raw.startsWith('//') || raw.startsWith('*') || raw.startsWith('{$');
    if (raw === '' || isComment) continue;
    const line = (/^.*?(?=\/\/|#)/.exec(raw)?.[0] ?? raw).trimEnd();
    if (line !== '' || /^#\s*[a-z!]/.test(raw)) lines.push({ line: line || ';', raw });
  }
  return lines;
}

/** The options for the board of King of Bots, which has walls around it: its bots read past an open edge. */
export const boardOf = (game: string): Record<string, string> =>
  game === 'snake' ? { walls: 'border' } : {};

/**
 * The commands that compile a program and play with it.
 * @param name the name of its file
 * @param text its source
 * @returns file: the name that the file must have; hasMain: whether it can be run as it is
 */
export function commandsFor(
  language: Language,
  name: string,
  text: string,
  { game, rival }: { game: string; rival: string },
): { file: string; lines: string[]; hasMain: boolean } {
  const own = fileName(language, name, text);
  const stem = plainStem(own);
  const source = quoted(own);
  const play = (command: string) => `sandlot play ${game} "cmd:${command}" ${rival}`;
  const build = {
    c: [`gcc -O2 -o ${stem} ${source} -lm`, play(`./${stem}`)],
    cpp: [...cppLines(stem, source, text), play(`./${stem}`)],
    csharp: [`mcs -out:${stem}.exe ${source}`, play(`mono ${stem}.exe`)],
    go: [`go build -o ${stem} ${source}`, play(`./${stem}`)],
    java: [`javac -d build ${source}`, play(`java -cp build ${mainClass(text, stem)}`)],
    javascript: [play(`node ${source}`)],
    pascal: [`fpc -O2 -o${stem} ${source}`, play(`./${stem}`)],
    rust: [`rustc -O -o ${stem} ${source}`, play(`./${stem}`)],
  };
  const hasMain =
    language !== 'java' || /\bstatic\s+(?:final\s+)?void\s+main\s*\(|\bvoid\s+main\s*\(/.test(text);
  if (hasMain) return { file: own, lines: build[language], hasMain };
  // Bots of King of Bots are a class with a method that the platform calls; they have no `main`.
  const lines = [
    `sandlot new ${game} Main.java --asks ${source}`,
    `javac -d build Main.java ${source}`,
    play(`java -cp build ${mainClass(text, 'Main')}`) +
      Object.entries(boardOf(game))
        .map(([option, value]) => ` --option ${option}=${value}`)
        .join(''),
  ];
  return { file: own, lines, hasMain };
}

function cppLines(stem: string, source: string, text: string) {
  const found = /#\s*include\s*[<"](jsoncpp\/)?json(?:\/json)?\.h[>"]/.exec(text);
  if (!found) return [`g++ -O2 -o ${stem} ${source}`];
  const needed = '-ljsoncpp  # from the package libjsoncpp-dev';
  if (!found[1]) return [`g++ -O2 -I/usr/include/jsoncpp -o ${stem} ${source} ${needed}`];
  // On Botzone, the library is in another folder than in an operating system's package.
  return [
    "mkdir -p jsoncpp && echo '#include <jsoncpp/json/json.h>' > jsoncpp/json.h",
    `g++ -O2 -I. -o ${stem} ${source} ${needed}`,
  ];
}

/** File names that are kept, within quotes if need be. Others are replaced by plain ones. */
const TYPED = /^[\p{L}\p{N}_][\p{L}\p{N}_ .,()+@%=-]*$/u;

/** The file name that the compiler needs: the file's own, if possible. */
function fileName(language: Language, name: string, text: string) {
  const bare = withoutEnding(name);
  const ending = languageByName(bare) ? bare.slice(bare.lastIndexOf('.') + 1) : ENDING[language];
  const stem = languageByName(bare) ? bare.slice(0, bare.lastIndexOf('.')) : bare;
  const named =
    language === 'java' &&
    /^[ \t]*public[ \t]+(?:final[ \t]+|abstract[ \t]+)*class[ \t]+(\w+)/m.exec(text)?.[1];
  if (named) return `${named}.${ending}`;
  if (language === 'rust' && !/^[a-z_][\w-]*$/i.test(stem)) return `${plainStem(stem)}.${ending}`;
  return `${TYPED.test(stem) ? stem : plainStem(stem)}.${ending}`;
}

/** The name of the program that is compiled from a file. */
function plainStem(file: string) {
  const stem = file.replace(/\.[a-z+]{1,4}$/i, '').replace(/[^\w.-]+/g, '_');
  return /^\w/.test(stem) && /[a-z\d]/i.test(stem) ? stem : 'bot';
}

function mainClass(text: string, stem: string) {
  const folder = /^[ \t]*package[ \t]+([\w.]+)[ \t]*;/m.exec(text)?.[1];
  return folder ? `${folder}.${stem}` : stem;
}

/** @returns the name as it is written in a shell */
export function quoted(file: string): string {
  return /^[\w.+-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}
