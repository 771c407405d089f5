// What esbuild puts in the place of names, and what it makes of files that are not JavaScript.

/** Hash of the whole build; the service worker's own version. */
declare const SANDLOT_BUILD: string;
/** Every file under assets/ of this build, as URLs relative to the page. */
declare const SANDLOT_FILES: string[];

declare module '*.svg' {
  const text: string;
  export default text;
}

declare module 'pyodide/pyodide.mjs' {
  export * from 'pyodide';
}

// Pyodide's npm package types its loader but not the Emscripten module beneath it.
declare module 'pyodide/pyodide.asm.mjs' {
  const createPyodideModule: NonNullable<
    NonNullable<Parameters<typeof import('pyodide').loadPyodide>[0]>['createPyodideModule']
  >;
  export default createPyodideModule;
}
