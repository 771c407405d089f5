// Cuts long names in their middle, so that their beginning and the part that differs from other names stay visible. No DOM.

/** The width of the end that is always shown, in Latin letters; a Chinese character is as wide as two of them. */
const TAIL = 7;
/** The width of the beginning that is always shown. */
const HEAD = 7;
/** Names up to this width are not cut. */
const FITS = 16;

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;
const widthOf = (characters: readonly string[]) =>
  characters.reduce((sum, each) => sum + (WIDE.test(each) || each.length > 1 ? 2 : 1), 0);

/**
 * Splits a name into a part that may be cut if there is too little room, and a part that is always shown.
 *
 * @param others names shown beside it; the name itself may be among them
 * @returns the two parts of the name. If the difference from the others is in the middle, the second part ends there, with …
 */
export function headAndTail(name: string, others: readonly string[]): [head: string, tail: string] {
  const characters = [...name];
  if (widthOf(characters) <= FITS) return [name, ''];
  const at = characters.length - fitting([...characters].reverse(), TAIL);
  const tail = characters.slice(at).join('');
  const head = characters.slice(0, fitting(characters, HEAD)).join('');
  const alike = others.filter((each) => each !== name && each.startsWith(head) && each.endsWith(tail));
  if (alike.length === 0) return [characters.slice(0, at).join(''), tail];
  const differs = Math.min(...alike.map((each) => firstDifference(characters, [...each])));
  const end = differs + fitting(characters.slice(differs), TAIL - 1);
  return end < characters.length
    ? [characters.slice(0, differs).join(''), `${characters.slice(differs, end).join('')}…`]
    : [characters.slice(0, at).join(''), tail];
}

/** How many of these characters fit into a width. */
function fitting(characters: readonly string[], width: number) {
  let count = 0;
  while (count < characters.length && widthOf(characters.slice(0, count + 1)) <= width) count += 1;
  return count;
}

function firstDifference(one: readonly string[], other: readonly string[]) {
  const at = one.findIndex((each, k) => each !== other[k]);
  return at < 0 ? one.length - 1 : at;
}
