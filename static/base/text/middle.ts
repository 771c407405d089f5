// Cuts long names in their middle, so that their beginning and the part by which they differ from others stay in sight. No DOM.

/** The width of the end that always stays, in Latin letters; a Chinese character is as wide as two of them. */
const TAIL = 7;
/** So wide a beginning is always in sight. */
const HEAD = 7;
/** Names that are no wider are not cut at all. */
const FITS = 16;

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;
const widthOf = (characters: readonly string[]) =>
  characters.reduce((sum, each) => sum + (WIDE.test(each) || each.length > 1 ? 2 : 1), 0);

/**
 * The part of a name that gives way where there is too little room, and the part that stays.
 *
 * @param others names beside it; the name itself may be among them
 * @returns together they are the name; or the second part ends with a sign, because the difference is in the middle
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
