// The names of the players above an exported picture, shortened to fit. No DOM.

/** A name is not cut to fewer letters than this. */
const FEWEST_LETTERS = 3;

/**
 * The names in one line, one for each piece. If they do not fit, the longest ones are shortened; if that is not enough, the last
 * ones are left out, and their number is the last piece.
 *
 * @param room the width of the line, in the unit of `widthOf`
 */
export function piecesOf(names: string[], room: number, widthOf: (pieces: string[]) => number): string[] {
  for (let count = names.length; count > 0; count -= 1) {
    const shown = names.slice(0, count).map((name) => [...name]);
    const rest = count < names.length ? [`+${names.length - count}`] : [];
    const longest = Math.max(FEWEST_LETTERS, ...shown.map(({ length }) => length));
    for (let most = longest; most >= FEWEST_LETTERS; most -= 1) {
      const pieces = [...shown.map((letters) => cut(letters, most)), ...rest];
      if (widthOf(pieces) <= room) return pieces;
    }
  }
  return [];
}

const cut = (letters: string[], most: number) =>
  letters.length > most ? `${letters.slice(0, most).join('')}…` : letters.join('');
