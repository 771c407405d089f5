// Reads a zip whose files are not deflated: the package comes in one that is gzipped as a whole.

/** What begins the header before a file. */
const HEADER = 0x04034b50;
/** Bytes of that header, before the file's path and an extra field. */
const HEADER_BYTES = 30;

/**
 * @returns the files in their order; throws if one is deflated, or the zip ends within one
 */
export function filesOf(zip: ArrayBuffer): { path: string; data: Uint8Array<ArrayBuffer> }[] {
  const view = new DataView(zip);
  const utf8 = new TextDecoder();
  const files = [];
  let at = 0;
  while (view.getUint32(at, true) === HEADER) {
    if (view.getUint16(at + 8, true) !== 0) throw new RangeError('a file of this zip is deflated');
    const [size, named] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true)];
    const name = at + HEADER_BYTES;
    const data = name + named + view.getUint16(at + 28, true);
    files.push({
      path: utf8.decode(new Uint8Array(zip, name, named)),
      data: new Uint8Array(zip, data, size),
    });
    at = data + size;
  }
  return files;
}
