// Python with the package in it, as a sealed worker has it, but in Node: there is no frame and no seal around it.

import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadPyodide } from 'pyodide';

const PACKAGE = new URL('../../py/sandlot/', import.meta.url);
const TYPES = /\.(?:py|json|txt)$/;

/** @param around see static/engine/python/core.ts */
export async function bootPython(
  around: (imports: Record<string, any>, module: WebAssembly.Module) => void,
): Promise<any> {
  const { instantiate } = WebAssembly;
  const intercepted = async (source: BufferSource | WebAssembly.Module, imports: WebAssembly.Imports) => {
    WebAssembly.instantiate = instantiate;
    const module = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source);
    around(imports.env ?? {}, module);
    return { module, instance: await instantiate(module, imports) };
  };
  WebAssembly.instantiate = intercepted as typeof instantiate;
  const indexURL = fileURLToPath(new URL('../../node_modules/pyodide/', import.meta.url));
  const python = await loadPyodide({ indexURL, env: { HOME: '/home/pyodide', PYTHONHASHSEED: '0' } });
  const root = `${python.runPython('import sys; sys.path[-1]')}/sandlot`;
  for (const path of (await readdir(PACKAGE, { recursive: true })).filter((each) => TYPES.test(each))) {
    python.FS.mkdirTree(`${root}/${path}`.replace(/\/[^/]*$/, ''));
    python.FS.writeFile(`${root}/${path}`, await readFile(new URL(path, PACKAGE)));
  }
  python.runPython('from sandlot.seat import in_worker; in_worker.warm_up(); del in_worker, sys');
  return python;
}
