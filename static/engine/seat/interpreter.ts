// Limits Python's recursion, and removes abilities from Python by writing to its memory, where Python cannot remove them
// itself: built-in modules that could be created anew, and code objects made from bytes. See py/sandlot/seat/fence.py.

/**
 * Bytes of Python's stack in memory that a bot may use. Each function of Python that calls itself again takes so much
 * of it (`ROOM` in py/sandlot_build/pyodide.py) that a quarter of the browser's own stack, which ends Python, is still
 * free when this is used up: 500 kB in a worker of Chromium. From then on Python raises RecursionError, and frees
 * objects that hold each other one after another.
 */
const STACK = 916 * 1024;
/** Bytes of an entry in Python's table of built-in modules: the addresses of a name and of a function. */
const ENTRY = 8;
/**
 * Offsets in a type object, in words: its flags and its `tp_new`; and the flag of types that allow subclasses:
 * https://docs.python.org/3/c-api/typeobj.html
 */
const [TYPE_FLAGS, TYPE_NEW] = [21, 39];
const BASE_TYPE = 1 << 10;
/** The words of Python's state in which the address of its table is searched for. */
const WORDS_SEARCHED = 4096;

/** @param module Emscripten's module, at rest */
export function limitStack(module: any) {
  module._PyUnstable_ThreadState_SetStackProtection(
    module._PyThreadState_Get(),
    module.stackSave() - STACK,
    STACK,
  );
}

/**
 * @param module Emscripten's module
 * @param names of built-in modules that can no longer be created, and where they are
 * @param types that can no longer have new objects or subclasses
 */
export function takeApart(module: any, names: Map<string, number>, types: number[]) {
  for (const table of tablesOf(module)) dropEntries(module, table, names);
  // Python can create a module again from the copy that it keeps.
  for (const name of names.values()) module.__PyImport_ClearExtension(name, name);
  for (const type of types) {
    module.HEAPU32[(type >> 2) + TYPE_NEW] = 0;
    module.HEAPU32[(type >> 2) + TYPE_FLAGS] &= ~BASE_TYPE;
  }
}

/** Finds the table that was compiled into Python, and the copy that Python uses. */
function tablesOf(module: any) {
  const { HEAPU32: words, _PyImport_Inittab, __PyRuntime } = module;
  const table = words[_PyImport_Inittab >> 2];
  const same = (address: number) =>
    address % 4 === 0 && [0, 1, 2, 3].every((k) => words[(address >> 2) + k] === words[(table >> 2) + k]);
  const near = words.subarray(__PyRuntime >> 2, (__PyRuntime >> 2) + WORDS_SEARCHED);
  const copy = near.find((word: number) => word !== table && word > 0 && same(word));
  if (!copy) throw new Error('no table of built-in modules');
  return [table, copy];
}

function dropEntries(module: any, table: number, names: Map<string, number>) {
  const words = module.HEAPU32;
  let kept = table;
  for (let entry = table; words[entry >> 2]; entry += ENTRY) {
    if (names.has(textAt(module, words[entry >> 2]))) continue;
    words.copyWithin(kept >> 2, entry >> 2, (entry + ENTRY) >> 2);
    kept += ENTRY;
  }
  words[kept >> 2] = 0;
}

/** Reads a C string, in ASCII. */
function textAt({ HEAPU8: bytes }: any, address: number) {
  return String.fromCharCode(...bytes.subarray(address, bytes.indexOf(0, address)));
}
