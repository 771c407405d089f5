// Tells the zip of a contest from other zips, by the names of the files in it. No DOM.

/** What such a zip has at its top, see py/sandlot/series/bundle.py. */
const NAMES = ['blocks.json', 'contest.json', 'standings.json'];
/** What ends a zip: it says where the list of its files is. Only a comment can follow it. */
const END = 0x06054b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;
/** One file in the list. */
const ENTRY = 0x02014b50;
const ENTRY_SIZE = 46;
/** Files that are looked at: the sources of the entrants, which may be a thousand, come between these. */
const MOST = 1100;

/** @param {Uint8Array} bytes of a zip */
export function isContest(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names = namesIn(view);
  return NAMES.every((name) => names.has(name));
}

/** @param {DataView} view @returns {Set<string>} none if it is damaged */
function namesIn(view) {
  /** @type {Set<string>} */
  const names = new Set();
  const end = endOf(view);
  if (end < 0) return names;
  let at = view.getUint32(end + 16, true);
  for (let k = 0; k < MOST && at + ENTRY_SIZE <= end && view.getUint32(at, true) === ENTRY; k += 1) {
    const length = view.getUint16(at + 28, true);
    const name = new Uint8Array(
      view.buffer,
      view.byteOffset + at + ENTRY_SIZE,
      Math.min(length, end - at - ENTRY_SIZE),
    );
    // A longer name is none of ours.
    if (length < 20) names.add(String.fromCharCode(...name));
    at += ENTRY_SIZE + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names;
}

/** @param {DataView} view @returns {number} -1: it is not there */
function endOf(view) {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at -= 1)
    if (view.getUint32(at, true) === END) return at;
  return -1;
}
