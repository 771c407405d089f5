// Tells the zip of a contest from other zips, by the names of the files in it. No DOM.

/** What such a zip has at its top, see py/sandlot/archive/bundle.py. */
const NAMES = ['blocks.json', 'contest.json', 'standings.json'];
/** What ends a zip: it says where the list of its files is. Only a comment can follow it. */
const END = 0x06054b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;
/** One file in the list. */
const ENTRY = 0x02014b50;
const ENTRY_SIZE = 46;
/** What stands before each file. */
const FILE = 0x04034b50;
const FILE_SIZE = 30;
/** The most bytes of the list of files: a bundle has 200,000 of them at most. */
const LONGEST_LIST = 2 ** 25;

/**
 * Reads no more than the list of its files, however large it is. Of a zip that was cut off only its first file tells; it
 * will not open, but it is to be said of what.
 */
export async function isContest(zip: Blob) {
  const start = Math.max(0, zip.size - END_SIZE - LONGEST_COMMENT);
  const tail = new DataView(await zip.slice(start).arrayBuffer());
  const end = endOf(tail);
  if (end < 0) return beginsAsOne(new DataView(await zip.slice(0, FILE_SIZE + 20).arrayBuffer()));
  const first = tail.getUint32(end + 16, true);
  const length = start + end - first;
  if (length < 0 || length > LONGEST_LIST) return false;
  return hasAll(new DataView(await zip.slice(first, first + length).arrayBuffer()));
}

/** Whether its first file is one of a contest. */
function beginsAsOne(head: DataView) {
  if (head.byteLength < FILE_SIZE || head.getUint32(0, true) !== FILE) return false;
  const length = Math.min(head.getUint16(26, true), head.byteLength - FILE_SIZE);
  return NAMES.includes(String.fromCharCode(...new Uint8Array(head.buffer, FILE_SIZE, length)));
}

/** Whether all of `NAMES` are there; the games come between them. */
function hasAll(files: DataView) {
  const wanted = new Set(NAMES);
  for (let at = 0; at + ENTRY_SIZE <= files.byteLength && files.getUint32(at, true) === ENTRY; ) {
    const length = files.getUint16(at + 28, true);
    const there = Math.min(length, files.byteLength - at - ENTRY_SIZE);
    const name = new Uint8Array(files.buffer, at + ENTRY_SIZE, there);
    // A longer name is none of ours.
    if (length < 20) wanted.delete(String.fromCharCode(...name));
    if (wanted.size === 0) return true;
    at += ENTRY_SIZE + length + files.getUint16(at + 30, true) + files.getUint16(at + 32, true);
  }
  return false;
}

/** @returns -1: it is not there */
function endOf(view: DataView): number {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at -= 1)
    if (view.getUint32(at, true) === END) return at;
  return -1;
}
