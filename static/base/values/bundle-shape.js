// The shape of a bot of several files. Its files are checked wherever they come from: an older page may have kept them,
// or another page below the same address.

import { fits, list, Misfit, text, whole } from './shapes.js';

/** @typedef {import('../../match/types.js').BotFile} BotFile */
/** @typedef {import('../../match/types.js').Code} Code */

/** Files of a bot, bytes of all of them, and characters of a path as Python counts them; `sandlot.files.bundle` has the same. */
export const MOST_FILES = 300;
export const MOST_BYTES = 32 * 2 ** 20;
const LONGEST_PATH = 200;

/** The usual path of its main file. */
export const MAIN = '__main__.py';

/** Parts with "/" between them, none of which leads out of the folder or is a path of another system. */
const PATH =
  /^(?!\.{1,2}(?:\/|$))[^/\\:\p{Cc}\p{Cf}\p{Cs}]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\:\p{Cc}\p{Cf}\p{Cs}]+)*$/u;
const ID = /^[0-9a-f]{64}$/;

const short = text(2 * LONGEST_PATH, PATH);

/** @type {import('./shapes.js').Shape<string>} */
export const path = (value) => {
  const found = short(value);
  if ([...found].length > LONGEST_PATH) throw new Misfit();
  return found;
};

const id = text(64, ID);
const size = whole(0, MOST_BYTES);
const content = text(MOST_BYTES);

/** @param {unknown} value @returns {BotFile} */
function file(value) {
  if (typeof value !== 'object' || value === null) throw new Misfit();
  const found = /** @type {Record<string, unknown>} */ (value);
  if (Object.hasOwn(found, 'text')) return { path: path(found.path), text: content(found.text) };
  return { path: path(found.path), id: id(found.id), size: size(found.size) };
}

const files = list(file, MOST_FILES - 1);

/**
 * The shape of the files beside the main file. No two have the same path, and none lies below another file.
 *
 * @param {unknown} value
 * @returns {BotFile[]}
 */
export function botFiles(value) {
  const found = files(value);
  const paths = new Set(found.map((each) => each.path));
  const bytes = found.reduce((sum, each) => sum + ('text' in each ? each.text.length : each.size), 0);
  if (paths.size < found.length || bytes > MOST_BYTES) throw new Misfit();
  if (found.some((each) => foldersOf(each.path).some((folder) => paths.has(folder)))) throw new Misfit();
  return found;
}

/** @param {string} path @returns {string[]} the folders that it lies in */
function foldersOf(path) {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, k) => parts.slice(0, k + 1).join('/'));
}

/** @param {unknown} blob @param {number} bytes @returns {blob is Blob} whether it is a file of that size */
export const isFile = (blob, bytes) => blob instanceof Blob && blob.size === bytes && fits(size, bytes);

/** @param {Code} code @returns {boolean} whether it has several files */
export const isBundle = ({ files }) => files !== undefined;

/** @param {{name: string}} code @returns {string} its name without the ending */
export const bareName = ({ name }) => name.replace(/\.(?:py|zip)$/i, '');

/** @param {Code} a @param {Code} b @returns {boolean} whether they have the same files, whatever their names */
export function isSame(a, b) {
  const [first, second] = [a, b].map(({ main, files }) => JSON.stringify([main ?? MAIN, files ?? null]));
  return a.source === b.source && first === second;
}

/** @param {Code} code @returns {string[]} the paths of the files that can be edited, the main file first */
export function textsOf({ main = MAIN, files = [] }) {
  return [main, ...files.flatMap((file) => ('text' in file ? [file.path] : []))];
}

/** @param {Code} code @param {string} path @returns {string | null} null: there is no such file that can be edited */
export function textAt({ source, main = MAIN, files = [] }, path) {
  if (path === main) return source;
  const file = files.find((each) => each.path === path);
  return file && 'text' in file ? file.text : null;
}

/** @param {Code} code @param {string} path @param {string} text @returns {Code} with another text in that file */
export function withText(code, path, text) {
  if (path === (code.main ?? MAIN)) return { ...code, source: text };
  return { ...code, files: code.files?.map((file) => (file.path === path ? { path, text } : file)) };
}
