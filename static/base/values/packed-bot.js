// A bot as Python hands it over: see `pack` in `sandlot.archive.sources`.

/** @typedef {import('../../match/types.js').Code} Code */
/** @typedef {{name: string, path: string, source: string, files: Record<string, string>}} PackedBot files: by path, in base64 */
/** @typedef {(entries: [string, Uint8Array<ArrayBuffer>][]) => Promise<import('../../match/types.js').BotFile[]>} TakeFiles keeps the files
 *   of a bot beside its main file */

/** @param {PackedBot} bot @param {TakeFiles} takeFiles @returns {Promise<Code>} */
export async function codeOf({ name, path, source, files }, takeFiles) {
  const entries = Object.entries(files);
  if (entries.length === 0) return { name: path || `${name}.py`, source };
  /** @type {[string, Uint8Array<ArrayBuffer>][]} */
  const others = entries.filter(([each]) => each !== path).map(([each, text]) => [each, bytesOf(text)]);
  return { name: `${name}.zip`, source, main: path, files: await takeFiles(others) };
}

/** Its files that can be read, the main one first. @param {PackedBot} bot @returns {Code[]} */
export function textsOf({ name, path, source, files }) {
  const others = Object.entries(files).filter(([each]) => each !== path);
  const texts = others.flatMap(([each, packed]) => {
    const text = textIn(bytesOf(packed));
    return text === null ? [] : [{ name: each, source: text }];
  });
  return [{ name: others.length > 0 ? path : name, source }, ...texts];
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {string | null} null: it is no text */
function textIn(bytes) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** @param {string} base64 */
const bytesOf = (base64) => Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
