/**
 * Lets a view share with the one before what is the same in both, so that a long match on a large board fits into memory.
 *
 * @param {any} view changed in place
 * @param {any} previous
 */
export function shareParts(view, previous) {
  for (const [name, value] of Object.entries(view)) {
    if (Array.isArray(value)) view[name] = shared(value, previous?.[name]);
  }
}

/**
 * @param {unknown[]} list
 * @param {unknown} before
 * @returns {unknown[]} the one before, if it holds the same
 */
function shared(list, before) {
  if (!Array.isArray(before)) return list;
  for (const [k, item] of list.entries()) {
    if (Array.isArray(item)) list[k] = shared(item, before[k]);
  }
  const same = list.length === before.length && list.every((item, k) => item === before[k]);
  return same ? before : list;
}
