// A bot in the form in which Python sends it to the page: see `pack` in `sandlot.archive.sources`.

import type { BotFile, Code } from '../../match/types.ts';

/** files: the content in base64, by path. */
export type PackedBot = { name: string; path: string; source: string; files: Record<string, string> };

/** Stores the files of a bot other than its main file. */
export type TakeFiles = (entries: [string, Uint8Array<ArrayBuffer>][]) => Promise<BotFile[]>;

export async function codeOf({ name, path, source, files }: PackedBot, takeFiles: TakeFiles): Promise<Code> {
  const entries = Object.entries(files);
  if (entries.length === 0) return { name: path || `${name}.py`, source };
  const others: [string, Uint8Array<ArrayBuffer>][] = entries
    .filter(([each]) => each !== path)
    .map(([each, text]) => [each, bytesOf(text)]);
  return { name: `${name}.zip`, source, main: path, files: await takeFiles(others) };
}

/** The files that are text, the main file first. */
export function textsOf({ name, path, source, files }: PackedBot): Code[] {
  const others = Object.entries(files).filter(([each]) => each !== path);
  const texts = others.flatMap(([each, packed]) => {
    const text = textIn(bytesOf(packed));
    return text === null ? [] : [{ name: each, source: text }];
  });
  return [{ name: others.length > 0 ? path : name, source }, ...texts];
}

/** @returns null if it is not text */
function textIn(bytes: Uint8Array<ArrayBuffer>): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
