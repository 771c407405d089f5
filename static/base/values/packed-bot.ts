// A bot as Python hands it over: see `pack` in `sandlot.archive.sources`.

import type { BotFile, Code } from '../../match/types.ts';

/** files: by path, in base64. */
export type PackedBot = { name: string; path: string; source: string; files: Record<string, string> };

/** Keeps the files of a bot beside its main file. */
export type TakeFiles = (entries: [string, Uint8Array<ArrayBuffer>][]) => Promise<BotFile[]>;

export async function codeOf({ name, path, source, files }: PackedBot, takeFiles: TakeFiles): Promise<Code> {
  const entries = Object.entries(files);
  if (entries.length === 0) return { name: path || `${name}.py`, source };
  const others: [string, Uint8Array<ArrayBuffer>][] = entries
    .filter(([each]) => each !== path)
    .map(([each, text]) => [each, bytesOf(text)]);
  return { name: `${name}.zip`, source, main: path, files: await takeFiles(others) };
}

/** Its files that can be read, the main one first. */
export function textsOf({ name, path, source, files }: PackedBot): Code[] {
  const others = Object.entries(files).filter(([each]) => each !== path);
  const texts = others.flatMap(([each, packed]) => {
    const text = textIn(bytesOf(packed));
    return text === null ? [] : [{ name: each, source: text }];
  });
  return [{ name: others.length > 0 ? path : name, source }, ...texts];
}

/** @returns null: it is no text */
function textIn(bytes: Uint8Array<ArrayBuffer>): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
