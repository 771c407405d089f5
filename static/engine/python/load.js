/**
 * Load Pyodide's loader into a worker of our own. Pyodide refuses a worker in which importScripts works, because it could
 * not load its own parts there. Ours are here.
 * The script comes by its address, although it is here too: the page's policy wants that, and the browser keeps it compiled.
 *
 * @param {string} url
 * @returns {{bootPython: (parts: any) => Promise<any>, canWait: boolean}}
 */
export function loadCore(url) {
  const scope = /** @type {any} */ (globalThis);
  const load = scope.importScripts;
  scope.importScripts = () => {
    throw new TypeError('everything is here already');
  };
  load(url);
  return scope.sandlotCore;
}
