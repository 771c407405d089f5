// Boots Pyodide in any of the workers, from bytes that are already here, without a network.

import createPyodideModule from 'pyodide/pyodide.asm.mjs';
import { loadPyodide } from 'pyodide/pyodide.mjs';
import { openSnapshot } from './memory.ts';
import { filesOf } from './stored.ts';

const UNUSED_ADDRESS = 'https://pyodide.invalid/';

export interface Parts {
  /** Pyodide's WebAssembly, compiled. */
  module: WebAssembly.Module;
  stdlib: Blob;
  lock: string;
  /** The sandlot package, for a boot without a snapshot. */
  wheel: Blob;
  /** A memory image to start from, as `packMemory` makes it. */
  snapshot: Blob | null;
  /** Whether a snapshot will be made after this boot. */
  keep?: boolean;
  /** Changes the functions of JavaScript that Python calls, before there is a Python. */
  around?: (imports: Record<string, any>, module: WebAssembly.Module) => void;
}

/** Whether Python can wait for a promise in the middle of a call; a snapshot remembers which it was. */
const canWait = 'Suspending' in WebAssembly;

/**
 * Answers Pyodide's two requests from the given parts, and its compilation with the module that was compiled once.
 * @returns restores the original functions; Python's memory,
 * once there is one
 */
function interceptLoading({ module, stdlib, around }: Parts): {
  restore: () => void;
  memory: () => WebAssembly.Memory;
} {
  let memory: WebAssembly.Memory;
  const { fetch } = globalThis;
  const { instantiateStreaming, instantiate } = WebAssembly;
  WebAssembly.instantiateStreaming = async (source, imports) => {
    await source;
    around?.(imports?.env ?? {}, module);
    const instance = await instantiate(module, imports);
    memory = instance.exports.memory as WebAssembly.Memory;
    return { module, instance };
  };
  globalThis.fetch = async (request) => {
    const url = String(request instanceof Request ? request.url : request);
    if (url.endsWith('.wasm')) return new Response(null, { headers: { 'content-type': 'application/wasm' } });
    if (url.endsWith('.zip')) return new Response(stdlib);
    throw new TypeError(`there is no network here for ${url}`);
  };
  const restore = () => {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  };
  return { restore, memory: () => memory };
}

/**
 * Puts the files of the package where Python finds it. Pyodide's own way takes several times as long: it unpacks in
 * Python, and has all finders forget what they know, for which Python imports `importlib.metadata`.
 */
function unpack(python: any, wheel: ArrayBuffer) {
  const { FS } = python;
  const made = new Set();
  for (const { path, data } of filesOf(wheel)) {
    const place = `${python._api.sitePackages}/${path}`;
    const folder = place.slice(0, place.lastIndexOf('/'));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(place, data, { canOwn: true });
  }
  python.runPython('import sys; sys.path_importer_cache.clear(); del sys');
}

/**
 * Boot Python with the sandlot package in it.
 * @returns Pyodide's API
 */
export async function bootPython(parts: Parts): Promise<any> {
  const { restore, memory } = interceptLoading(parts);
  // Emscripten throws hundreds of exceptions to find which of its functions are not WebAssembly's; their stacks are not
  // needed.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    const python = await loadPyodide({
      indexURL: UNUSED_ADDRESS,
      packageBaseUrl: UNUSED_ADDRESS,
      stdLibURL: `${UNUSED_ADDRESS}python_stdlib.zip`,
      lockFileContents: parts.lock,
      createPyodideModule,
      // Sets and dictionaries iterate alike in every browser; a snapshot would freeze one order anyway.
      env: { HOME: '/home/pyodide', PYTHONHASHSEED: '0' },
      _makeSnapshot: Boolean(parts.keep),
      ...(parts.snapshot ? { _loadSnapshot: openSnapshot(await parts.snapshot.arrayBuffer(), memory) } : {}),
    });
    if (!parts.snapshot) {
      unpack(python, await parts.wheel.arrayBuffer());
      python.runPython(
        'from sandlot import page; from sandlot.seat import in_worker; in_worker.warm_up(); del page, in_worker',
      );
    }
    return python;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    restore();
  }
}

Object.assign(globalThis, { sandlotCore: { bootPython, canWait, unpack } });
