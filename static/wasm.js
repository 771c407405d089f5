// Pyodide's WebAssembly travels gzipped, because not every static host compresses it.

const GZIP = [0x1f, 0x8b];

/**
 * Inflate and compile in one go, in the thread that needs it: a page that is still being built has better things to do.
 * @param {Blob} blob gzipped, unless the host has inflated it on the way
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compileWasm(blob) {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  const packed = first === GZIP[0] && second === GZIP[1];
  const bytes = packed ? blob.stream().pipeThrough(new DecompressionStream('gzip')) : blob;
  return WebAssembly.compileStreaming(
    new Response(bytes, { headers: { 'content-type': 'application/wasm' } }),
  );
}
