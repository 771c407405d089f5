// The dark squares of a QR code as the path of a picture. No DOM.

/** The width of the light border that QR readers need, in squares. */
export const RIM = 4;

/** @param rows whether each square is dark, including the border */
export function pathOf(rows: readonly (readonly unknown[])[]): { path: string; side: number } {
  const parts = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      // Squares side by side become one bar: between single ones browsers leave thin lines.
      if (!isDark || row[x - 1]) return [];
      let end = x;
      while (row[end]) end += 1;
      return `M${x} ${y}h${end - x}v1h${x - end}z`;
    }),
  );
  return { path: parts.join(''), side: rows.length };
}
