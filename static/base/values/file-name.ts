// Names for files that the page saves. They contain names of bots, players, contests and matches, which strangers chose.
// No DOM.

/** The most bytes of a name in UTF-8: file systems allow 255, and browsers add a number to a name that is taken. */
const MOST_BYTES = 200;
/** Characters that some system refuses in a name, invisible ones, and those that change the direction of writing. */
const REFUSED = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;
/** More combining marks than any language puts on one letter. */
const PILES = /(\p{M}{4})\p{M}+/gu;
/** Names that Windows reserves for devices, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(?:\.|$)/i;
/** A file whose name begins with a dot is hidden; one that begins with - is an option for programs. */
const ENDS = /^[\s.~-]+|[\s.]+$/gu;
const ENDING = /\.[A-Za-z0-9]{1,8}$/;
/** The name of a file if nothing is left of the wanted one. */
const UNNAMED = 'unnamed';

/**
 * Makes a file name that every system accepts: a single part of a path.
 * @param wanted with its ending, if it has one
 * @param unnamed the name if nothing is left of the wanted one
 */
export function fileName(wanted: string, unnamed: string = UNNAMED) {
  const ending = ENDING.exec(wanted)?.[0] ?? '';
  const plain = wanted
    .slice(0, wanted.length - ending.length)
    .replace(REFUSED, '_')
    .replace(/\s+/gu, ' ')
    .replace(PILES, '$1')
    .replace(ENDS, '');
  // A cut name may end with a space or a dot.
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
