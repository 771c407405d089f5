// The usual way to have Python in a worker, as its documentation shows it.
import { loadPyodide } from './pyodide/pyodide.mjs';

onmessage = async ({ data }) => {
  const python = await loadPyodide({ indexURL: new URL(`.${data.slice('./bench'.length)}`, import.meta.url).href });
  postMessage(python.runPython('1 + 1'));
};
