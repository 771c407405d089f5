// What esbuild puts in the place of names, and what it makes of files that are not JavaScript.

/** The index of packages that micropip asks if it is not told another one. */
declare const SANDLOT_INDEX: string;
/** The sentences about being framed, by language and id. */
declare const SANDLOT_FRAMED: Record<string, Record<string, string>>;
/** Hash of the whole build; the service worker's own version. */
declare const SANDLOT_BUILD: string;
/** The files under assets/ of this build that every visit needs, as URLs relative to the page. */
declare const SANDLOT_FILES: string[];
/** The others: kept for later once somebody has asked for them. */
declare const SANDLOT_ON_DEMAND: string[];

/** The English sentences of the engine and of all rooms of the page. */
declare module 'sandlot-words' {
  const words: Record<string, import('./base/words/translator.ts').Entry>;
  export default words;
}

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

declare module 'gifenc' {
  type Palette = number[][];
  export function GIFEncoder(): {
    writeFrame(
      pixels: Uint8Array,
      width: number,
      height: number,
      options?: { palette?: Palette; delay?: number; repeat?: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
  export function quantize(pixels: Uint8Array | Uint8ClampedArray, colours: number): Palette;
  export function applyPalette(pixels: Uint8Array | Uint8ClampedArray, palette: Palette): Uint8Array;
}

/** How many frames of the stack an error keeps; V8 alone has it. */
interface ErrorConstructor {
  stackTraceLimit?: number;
}
