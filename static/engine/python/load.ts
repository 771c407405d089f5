export interface Core {
  /** Boots Python from the parts that static/engine/python/core.ts names. */
  bootPython: (parts: any) => Promise<any>;
  /** Whether Python can wait for a promise in the middle of a call. */
  canWait: boolean;
  /** Puts the files of the package into a Python that started from a snapshot. */
  unpack: (python: any, wheel: ArrayBuffer) => void;
}

/**
 * Loads Pyodide's loader into a worker. Pyodide refuses a worker in which importScripts works, because it could not
 * load its own parts there. We give it the parts. The script is loaded by its address, although its text is here too:
 * the page's policy requires that, and the browser caches the compiled code.
 */
export function loadCore(url: string): Core {
  const scope = globalThis as any;
  const load = scope.importScripts;
  scope.importScripts = () => {
    throw new TypeError('everything is here already');
  };
  load(url);
  return scope.sandlotCore;
}
