// Compiles Pyodide's WebAssembly from its blob.

const TYPE = 'application/wasm';

export function compileWasm(blob: Blob): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(new Response(blob, { headers: { 'content-type': TYPE } }));
}
