// What Python is made of travels gzipped, because not every static host compresses it.

const GZIP = [0x1f, 0x8b];
const TYPE = 'application/wasm';

/**
 * @param {Blob} blob gzipped, unless the host has inflated it on the way
 * @returns {Promise<Blob>}
 */
export async function inflate(blob) {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  if (first !== GZIP[0] || second !== GZIP[1]) return blob;
  return new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
}

/** @param {Blob} blob inflated @returns {Promise<WebAssembly.Module>} */
export function compileWasm(blob) {
  return WebAssembly.compileStreaming(new Response(blob, { headers: { 'content-type': TYPE } }));
}
