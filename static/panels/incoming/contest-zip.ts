// Tells the zip of a contest from other zips, by the names of the files in it. No DOM.

/** The files at the top level of such a zip, see py/sandlot/archive/bundle.py. */
const NAMES = ['blocks.json', 'contest.json', 'standings.json'];
/** The signature of the record at the end of a zip, which tells where the list of files is. Only a comment follows it. */
const END = 0x06054b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;
/** The signature of a file's entry in the list. */
const ENTRY = 0x02014b50;
const ENTRY_SIZE = 46;
/** The signature before the data of a file. */
const FILE = 0x04034b50;
const FILE_SIZE = 30;
/** The most bytes of the list of files: a bundle has 200,000 of them at most. */
const LONGEST_LIST = 2 ** 25;

/**
 * Whether a zip holds a contest. Only the list of its files is read, however large the zip is. If the zip was cut off, its first
 * file decides: it cannot be opened, but the error message then says that it is a contest.
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

/** Whether the first file of a zip is one of `NAMES`. */
function beginsAsOne(head: DataView) {
  if (head.byteLength < FILE_SIZE || head.getUint32(0, true) !== FILE) return false;
  const length = Math.min(head.getUint16(26, true), head.byteLength - FILE_SIZE);
  return NAMES.includes(String.fromCharCode(...new Uint8Array(head.buffer, FILE_SIZE, length)));
}

/** Whether the list of files has all of `NAMES`, among others. */
function hasAll(files: DataView) {
  const wanted = new Set(NAMES);
  for (let at = 0; at + ENTRY_SIZE <= files.byteLength && files.getUint32(at, true) === ENTRY; ) {
    const length = files.getUint16(at + 28, true);
    const there = Math.min(length, files.byteLength - at - ENTRY_SIZE);
    const name = new Uint8Array(files.buffer, at + ENTRY_SIZE, there);
    // Longer names are not among them.
    if (length < 20) wanted.delete(String.fromCharCode(...name));
    if (wanted.size === 0) return true;
    at += ENTRY_SIZE + length + files.getUint16(at + 30, true) + files.getUint16(at + 32, true);
  }
  return false;
}

/** @returns the position of the record at the end; -1 if it is missing */
function endOf(view: DataView): number {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at -= 1)
    if (view.getUint32(at, true) === END) return at;
  return -1;
}
