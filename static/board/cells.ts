// Draws what every board has: empty cells, the frame of the pointed cell, and coordinates at the rim.

import type { Field, Paint, Pointed } from './board.ts';

/** Room around the cells for the coordinates. */
export const RIM = 20;

/** @param k which field it is */
export function paintCells({ context, unit, colour, origins }: Paint, { columns, rows }: Field, k: number) {
  const { x = 0, y = 0 } = origins[k] ?? {};
  context.fillStyle = colour('line');
  context.beginPath();
  context.roundRect(x - 1, y - 1, columns * unit + 2, rows * unit + 2, 3);
  context.fill();
  context.fillStyle = colour('cell');
  context.beginPath();
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      context.roundRect(x + column * unit + 0.5, y + row * unit + 0.5, unit - 1, unit - 1, 2);
    }
  }
  context.fill();
}

export function paintPointed({ context, unit, colour, origins }: Paint, { field, column, row }: Pointed) {
  const { x = 0, y = 0 } = origins[field] ?? {};
  context.strokeStyle = colour('accent');
  context.lineWidth = 1.5;
  context.beginPath();
  context.roundRect(x + column * unit + 1, y + row * unit + 1, unit - 2, unit - 2, 2);
  context.stroke();
}

/** If cells are smaller than this, only every fifth coordinate is shown, or all of them in smaller digits. */
const ROOM_FOR_NUMBER = 17;
const ROOM_FOR_SMALL = 10;

/**
 * Draws the coordinates at the rim of a field, or of its visible part.
 * @param field which one it is
 * @param isEach the number of every row and column is wanted, though it be small
 */
export function paintCoordinates(
  { context, unit, colour, origins, window }: Paint,
  grid: Field & { first: number },
  field: number,
  pointed: Pointed | null,
  isEach: boolean = false,
) {
  const { columns, rows, first } = grid;
  const { x: left = 0, y: top = 0 } = origins[field] ?? {};
  const isSmall = isEach && unit < ROOM_FOR_NUMBER && unit >= ROOM_FOR_SMALL;
  const every = unit < ROOM_FOR_NUMBER && !isSmall ? 5 : 1;
  const size = isSmall ? 9 : 12;
  const rim = {
    left: Math.max(left, window.left) - RIM / 2,
    right: Math.min(left + columns * unit, window.right) + RIM / 2,
    top: Math.max(top, window.top) - RIM / 2,
    bottom: Math.min(top + rows * unit, window.bottom) + RIM / 2,
  };
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const label = (k: number, chosen: number | undefined, places: [number, number][]) => {
    // No other number beside the pointed one, where they would touch.
    const near = chosen === undefined || every === 1 || Math.abs(k - chosen) > 1;
    if (k !== chosen && ((k + first) % every !== 0 || !near)) return;
    context.font = `${k === chosen ? 700 : 400} ${size}px "JetBrains Mono Variable", monospace`;
    context.fillStyle = colour(k === chosen ? 'accent' : 'ink-2');
    for (const [x, y] of places) context.fillText(String(k + first), x, y);
  };
  for (let column = 0; column < columns; column += 1) {
    const x = left + (column + 0.5) * unit;
    if (x < window.left || x > window.right) continue;
    label(column, pointed?.column, [
      [x, rim.top],
      [x, rim.bottom],
    ]);
  }
  for (let row = 0; row < rows; row += 1) {
    const y = top + (row + 0.5) * unit;
    if (y < window.top || y > window.bottom) continue;
    label(row, pointed?.row, [
      [rim.left, y],
      [rim.right, y],
    ]);
  }
}
