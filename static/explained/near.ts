// How far two words are from each other. No DOM.

/** The number of letters that have to be changed, added or left out, or of neighbours that change places. */
function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, k) => k)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let k = 1; k <= other.length; k += 1) {
      const at = (back: number, left: number) => rows[i - back]?.[k - left] ?? 0;
      const isSame = one[i - 1] === other[k - 1];
      let least = Math.min(at(1, 0) + 1, (row[k - 1] ?? 0) + 1, at(1, 1) + (isSame ? 0 : 1));
      if (i > 1 && k > 1 && one[i - 1] === other[k - 2] && one[i - 2] === other[k - 1])
        least = Math.min(least, at(2, 2) + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}

/** The longest word that is compared. */
const LONGEST_WORD = 40;

/** @returns the word that is surely meant; null: none is near, or several are */
export function nearest(wanted: string, known: readonly string[]): string | null {
  if (wanted.length > LONGEST_WORD) return null;
  const most = Math.max(1, Math.floor(wanted.length / 4));
  const found = known
    .filter((each) => each !== wanted && each.length <= LONGEST_WORD)
    .map((each) => ({ each, far: distance(wanted.toLowerCase(), each.toLowerCase()) }))
    .filter(({ far }) => far <= most)
    .sort((one, other) => one.far - other.far);
  const [first, second] = found;
  return first && first.far !== second?.far ? first.each : null;
}
