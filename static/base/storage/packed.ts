// Compresses the texts of replays for the browser's database, and decompresses them.

/** The most bytes that a replay may unpack to: a file of a few kilobytes may hold gigabytes of zeros. */
export const LARGEST_REPLAY = 128 * 2 ** 20;

export function pack(text: string, format: CompressionFormat): Promise<Blob> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream(format));
  return new Response(stream).blob();
}

/** @returns the text; rejects if the data is not compressed text, or too large */
export async function unpack(packed: Blob, format: CompressionFormat): Promise<string> {
  const pieces = packed.stream().pipeThrough(new DecompressionStream(format)).getReader();
  const parts = [];
  let size = 0;
  for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
    parts.push(piece.value);
    size += piece.value.byteLength;
    if (size > LARGEST_REPLAY) {
      pieces.cancel().catch(() => {});
      throw new RangeError('this is larger than any replay');
    }
  }
  return new Blob(parts).text();
}
