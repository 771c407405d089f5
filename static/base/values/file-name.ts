// What a file is called that the page saves. No DOM. Names of bots, players, contests and matches come from anybody.

/** The most bytes of a name as UTF-8: file systems have room for 255, and browsers add a number to a name that is taken. */
const MOST_BYTES = 200;
/** What no system takes in a name, what nobody sees, and what turns the direction of the text after it. */
const REFUSED = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;
/** More marks on a letter than any language has. */
const PILES = /(\p{M}{4})\p{M}+/gu;
/** Windows keeps these names for its devices, whatever ending they have. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(?:\.|$)/i;
/** A file whose name begins with a dot is hidden; one that begins with - is an option for programs. */
const ENDS = /^[\s.~-]+|[\s.]+$/gu;
const ENDING = /\.[A-Za-z0-9]{1,8}$/;
/** What a file is called of whose name nothing is left. */
const UNNAMED = 'unnamed';

/**
 * The name for a file: one part of a path, which leads nowhere else and which every system takes.
 * @param wanted with its ending, if it has one
 * @param unnamed what it is called if nothing is left of that
 */
export function fileName(wanted: string, unnamed: string = UNNAMED) {
  const ending = ENDING.exec(wanted)?.[0] ?? '';
  const plain = wanted
    .slice(0, wanted.length - ending.length)
    .replace(REFUSED, '_')
    .replace(/\s+/gu, ' ')
    .replace(PILES, '$1')
    .replace(ENDS, '');
  // Cutting it may leave a space or a dot at its end.
  const stem = cut(plain, MOST_BYTES - ending.length).replace(ENDS, '');
  const isNothing = /^_*$/.test(stem);
  const name = `${isNothing ? unnamed : stem}${ending}`;
  return DEVICE.test(name) ? `${unnamed}-${name}` : name;
}

/** @param most bytes */
function cut(text: string, most: number) {
  let bytes = 0;
  let length = 0;
  for (const letter of text) {
    bytes += new TextEncoder().encode(letter).length;
    if (bytes > most) break;
    length += letter.length;
  }
  return text.slice(0, length);
}
