// Recognises files that are not bots in Python, by their name and their first bytes. No DOM.

export type BinaryKind = 'picture' | 'program' | 'class' | 'bytecode' | 'archive' | 'document' | 'binary';

type TextKind = 'notebook' | 'web' | 'recording';

/** Signatures of file types: bytes as hexadecimal digits, and their offset. */
const MAGIC: [BinaryKind, string, number][] = [
  ['picture', '89504e470d0a1a0a', 0],
  ['picture', 'ffd8ff', 0],
  ['picture', '47494638', 0],
  ['picture', '424d', 0],
  ['picture', '57454250', 8],
  ['program', '7f454c46', 0],
  ['program', '4d5a', 0],
  ['program', 'cffaedfe', 0],
  ['program', 'feedfacf', 0],
  ['class', 'cafebabe', 0],
  ['bytecode', '0d0d0a', 1],
  ['bytecode', '0e0d0a', 1],
  ['archive', '1f8b', 0],
  ['archive', '377abcaf271c', 0],
  ['archive', '526172211a07', 0],
  ['archive', '425a68', 0],
  ['archive', 'fd377a585a00', 0],
  ['document', '25504446', 0],
  ['document', 'd0cf11e0a1b11ae1', 0],
];
/** A text could begin with a signature no longer than this (in hexadecimal digits), but has no zero byte soon after. */
const SURE = 6;

/** @returns null if it may be text */
export function kindOfBytes(bytes: Uint8Array): BinaryKind | null {
  const [kind] =
    MAGIC.find(([, magic, from]) => {
      const begins = (magic.match(/../g) ?? []).every(
        (byte, k) => bytes[from + k] === Number.parseInt(byte, 16),
      );
      return begins && (magic.length > SURE || bytes.subarray(0, 512).includes(0));
    }) ?? [];
  return kind ?? null;
}

/** Names of files that only documents in zip format contain: of Microsoft Office, and of LibreOffice. */
const OFFICE = ['[Content_Types].xml', 'META-INF/manifest.xml'];
/** How many bytes at the end of a zip are searched. They hold the names of its last files; of a document, all names. */
const LIST_BYTES = 64 * 1024;

/** Whether a zip that is not a bot is a document, such as a .docx or an .odt. */
export function isOffice(zip: Uint8Array): boolean {
  const end = new TextDecoder('windows-1252').decode(zip.subarray(-LIST_BYTES));
  return OFFICE.some((name) => end.includes(name));
}

/** How many characters of a text are checked. */
const SAMPLE_CHARACTERS = 64 * 1024;

/** JSON (a replay or a log), or a link to a match. Games recognise their own logs that are not JSON: see `GameView.file`. */
const RECORDING = /^\uFEFF?\s*(?:[{[]|#v\d+\.[\w-]{20})/;

/** @returns null if it may be code */
export function kindOfText(name: string, text: string): TextKind | null {
  const head = text.slice(0, SAMPLE_CHARACTERS);
  if (/\.ipynb$/i.test(name) && head.includes('"cells"')) return 'notebook';
  if (RECORDING.test(text)) return 'recording';
  return /^\s*<(?:!doctype\s+html|html)\b/i.test(head) ? 'web' : null;
}
