// The shape of a bot of several files. Files are checked wherever they come from: an older version of this page may have
// stored them, or another page of the same origin.

import type { BotFile, Code } from '../../match/types.ts';
import type { Shape } from './shapes.ts';
import { fits, list, Misfit, text, whole } from './shapes.ts';

/** Limits: files of a bot, bytes of all of them, and characters of a path as Python counts. `sandlot.files.bundle` has the same. */
export const MOST_FILES = 300;
export const MOST_BYTES = 32 * 2 ** 20;
const LONGEST_PATH = 200;

/** The usual path of its main file. */
export const MAIN = '__main__.py';

/** A path: parts with "/" between them. It stays within the folder, and is not an absolute path on any system. */
const PATH =
  /^(?!\.{1,2}(?:\/|$))[^/\\:\p{Cc}\p{Cf}\p{Cs}]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\:\p{Cc}\p{Cf}\p{Cs}]+)*$/u;
const ID = /^[0-9a-f]{64}$/;

const short = text(2 * LONGEST_PATH, PATH);

export const path: Shape<string> = (value) => {
  const found = short(value);
  if ([...found].length > LONGEST_PATH) throw new Misfit();
  return found;
};

const id = text(64, ID);
const size = whole(0, MOST_BYTES);
const content = text(MOST_BYTES);

function file(value: unknown): BotFile {
  if (typeof value !== 'object' || value === null) throw new Misfit();
  const found = value as Record<string, unknown>;
  if (Object.hasOwn(found, 'text')) return { path: path(found.path), text: content(found.text) };
  return { path: path(found.path), id: id(found.id), size: size(found.size) };
}

const files = list(file, MOST_FILES - 1);

/** The shape of the files beside the main file. No two have the same path, and none lies below another file. */
export function botFiles(value: unknown): BotFile[] {
  const found = files(value);
  const paths = new Set(found.map((each) => each.path));
  const bytes = found.reduce((sum, each) => sum + ('text' in each ? each.text.length : each.size), 0);
  if (paths.size < found.length || bytes > MOST_BYTES) throw new Misfit();
  if (found.some((each) => foldersOf(each.path).some((folder) => paths.has(folder)))) throw new Misfit();
  return found;
}

/** @returns the paths of all folders that a file is in */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, k) => parts.slice(0, k + 1).join('/'));
}

/** @returns whether the value is a file of that size */
export const isFile = (blob: unknown, bytes: number): blob is Blob =>
  blob instanceof Blob && blob.size === bytes && fits(size, bytes);

/** @returns whether a bot has several files */
export const isBundle = ({ files }: Code): boolean => files !== undefined;

/** @returns a bot's name without the ending */
export const bareName = ({ name }: { name: string }): string => name.replace(/\.(?:py|zip)$/i, '');

/** @returns whether two bots have the same files. The bots' names do not matter */
export function isSame(a: Code, b: Code): boolean {
  const [first, second] = [a, b].map(({ main, files }) => JSON.stringify([main ?? MAIN, files ?? null]));
  return a.source === b.source && first === second;
}

/** The newest of these versions of a bot that has this code; undefined if none has. */
export const versionIn = <V extends Code & { bot: number }>(
  versions: readonly V[],
  code: Code,
  bot: number,
): V | undefined => versions.findLast((each) => each.bot === bot && isSame(each, code));

/** @returns the paths of the files that can be edited, the main file first */
export function textsOf({ main = MAIN, files = [] }: Code): string[] {
  return [main, ...files.flatMap((file) => ('text' in file ? [file.path] : []))];
}

/** @returns the text of a file; null if there is no such file that can be edited */
export function textAt({ source, main = MAIN, files = [] }: Code, path: string): string | null {
  if (path === main) return source;
  const file = files.find((each) => each.path === path);
  return file && 'text' in file ? file.text : null;
}

/** @returns the bot with another text in that file */
export function withText(code: Code, path: string, text: string): Code {
  if (path === (code.main ?? MAIN)) return { ...code, source: text };
  return { ...code, files: code.files?.map((file) => (file.path === path ? { path, text } : file)) };
}
