// What is taken from Python itself, in its own memory, because Python cannot take it from itself: the built-in modules
// that could be made anew at any time, and the making of code from bytes. See py/sandlot/seat/fence.py.

/** Bytes: an entry of Python's table of built-in modules, the address of a name and that of a function. */
const ENTRY = 8;
/** Where a type has its flags and the address of what makes a new object, in words, and the flag of those that may have
 * subclasses: https://docs.python.org/3/c-api/typeobj.html */
const [TYPE_FLAGS, TYPE_NEW] = [21, 39];
const BASE_TYPE = 1 << 10;
/** How far into Python's own state the address of its table is looked for, in words. */
const NEAR = 4096;

/**
 * @param {any} module Emscripten's module
 * @param {Map<string, number>} names of built-in modules that nobody can make from now on, and where they are
 * @param {number[]} types that nobody can make objects of, nor types
 */
export function takeApart(module, names, types) {
  for (const table of tablesOf(module)) dropEntries(module, table, names);
  // What was made once may be made again from what Python has kept of it.
  for (const name of names.values()) module.__PyImport_ClearExtension(name, name);
  for (const type of types) {
    module.HEAPU32[(type >> 2) + TYPE_NEW] = 0;
    module.HEAPU32[(type >> 2) + TYPE_FLAGS] &= ~BASE_TYPE;
  }
}

/** The table that was compiled into Python, and its copy that Python looks into. @param {any} module */
function tablesOf(module) {
  const { HEAPU32: words, _PyImport_Inittab, __PyRuntime } = module;
  const table = words[_PyImport_Inittab >> 2];
  const same = (/** @type {number} */ address) =>
    address % 4 === 0 && [0, 1, 2, 3].every((k) => words[(address >> 2) + k] === words[(table >> 2) + k]);
  const near = words.subarray(__PyRuntime >> 2, (__PyRuntime >> 2) + NEAR);
  const copy = near.find((/** @type {number} */ word) => word !== table && word > 0 && same(word));
  if (!copy) throw new Error('no table of built-in modules');
  return [table, copy];
}

/** @param {any} module @param {number} table @param {Map<string, number>} names */
function dropEntries(module, table, names) {
  const words = module.HEAPU32;
  let kept = table;
  for (let entry = table; words[entry >> 2]; entry += ENTRY) {
    if (names.has(textAt(module, words[entry >> 2]))) continue;
    words.copyWithin(kept >> 2, entry >> 2, (entry + ENTRY) >> 2);
    kept += ENTRY;
  }
  words[kept >> 2] = 0;
}

/** A text of C, in ASCII. @param {any} module @param {number} address */
function textAt({ HEAPU8: bytes }, address) {
  return String.fromCharCode(...bytes.subarray(address, bytes.indexOf(0, address)));
}
