// The line above an exported picture: who plays, in the room there is. No DOM.

/** Fewer letters of a name say nothing. */
const FEWEST_LETTERS = 3;

/**
 * The names in one line, each as a piece of its own. Where they do not fit, the longest ones are shortened; where that does not do, the last ones are
 * left out and counted.
 *
 * @param room in the unit of `widthOf`
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
