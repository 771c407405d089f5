// Compiles Pyodide's WebAssembly from its blob.

const TYPE = 'application/wasm';

/** @param {Blob} blob @returns {Promise<WebAssembly.Module>} */
export function compileWasm(blob) {
  return WebAssembly.compileStreaming(new Response(blob, { headers: { 'content-type': TYPE } }));
}
