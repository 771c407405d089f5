// Draws large boards cell by cell into cached pictures, so that a frame costs only its changes. The look of a cell is
// one number, its *key*. Each look is drawn once into a sheet, and copied from there.
//
// There are two pictures: one of the whole board as it fits, and a larger one of the visible part. During a zoom
// neither is redrawn; they are stretched.

import type { Paint } from '../../board/board.ts';

/** What is on the board. */
interface Tiling {
  rows: number;
  columns: number;
  keyAt: (row: number, column: number) => number;
}

/** Fills the square from (0, 0) to (unit, unit), in CSS pixels. */
type PaintTile = (
  context: CanvasRenderingContext2D,
  unit: number,
  key: number,
  colour: Paint['colour'],
) => void;

/** Cells of a row or a column, both included. */
type Range = { first: number; last: number };

/** The most cells and pixels of a sheet. */
const MOST_LOOKS = 1600;
const MOST_PIXELS = 2 ** 22;
/** Tokens whose colours tell the themes apart. */
const TELLING = ['cell', 'line', 'ground', 'ink', 'p1', 'p2'];

export function createTiles(paintTile: PaintTile) {
  const whole = createPicture(paintTile);
  const part = createPicture(paintTile);
  let look = '';

  return {
    draw(paint: Paint, tiling: Tiling) {
      const now = TELLING.map(paint.colour).join();
      if (now !== look) {
        whole.forget();
        part.forget();
        look = now;
      }
      const ratio = paint.context.getTransform().a;
      const rows = seen(paint.window.top, paint.window.bottom, paint.unit, tiling.rows);
      const columns = seen(paint.window.left, paint.window.right, paint.unit, tiling.columns);
      if (rows.last < rows.first || columns.last < columns.first) return;
      const all =
        rows.last - rows.first + 1 === tiling.rows && columns.last - columns.first + 1 === tiling.columns;
      if (paint.moving && whole.isFor(tiling)) {
        whole.update(paint, tiling, rows, columns);
        whole.show(paint, rows, columns);
        part.showWhatIsThere(paint, tiling, rows, columns);
        return;
      }
      const picture = all ? whole : part;
      picture.measure(Math.round(paint.unit * ratio), ratio, tiling, rows, columns);
      picture.update(paint, tiling, rows, columns);
      picture.show(paint, rows, columns);
    },
  };
}

function seen(from: number, to: number, unit: number, count: number): Range {
  return { first: Math.max(0, Math.floor(from / unit)), last: Math.min(count, Math.ceil(to / unit)) - 1 };
}

const lengthOf = ({ first, last }: Range) => last - first + 1;

/** A picture that wraps around: cell (i, j) is at (i % height, j % width), so that a pan draws only the new cells. */
function createPicture(paintTile: PaintTile) {
  const { canvas, context } = opaqueCanvas();
  const sheet = createSheet(paintTile);
  let size = 0;
  let height = 0;
  let width = 0;
  let board = '';
  /** The key that is drawn at each place; -1: nothing. */
  let keys = new Float64Array(0);
  let there: { rows: Range; columns: Range } | null = null;

  const nameOf = ({ rows, columns }: Tiling) => `${rows} ${columns}`;

  return {
    isFor: (tiling: Tiling) => size > 0 && board === nameOf(tiling),

    forget() {
      keys.fill(-1);
      sheet.forget();
    },

    /** @param pixels the side of a cell, device pixels */
    measure(pixels: number, ratio: number, tiling: Tiling, rows: Range, columns: Range) {
      const [high, wide] = [lengthOf(rows), lengthOf(columns)] as const;
      const same = size === pixels && board === nameOf(tiling) && sheet.isFor(pixels, ratio);
      if (same && high <= height && wide <= width) return;
      size = pixels;
      board = nameOf(tiling);
      height = Math.min(tiling.rows, high + 1);
      width = Math.min(tiling.columns, wide + 1);
      canvas.width = width * size;
      canvas.height = height * size;
      keys = new Float64Array(width * height).fill(-1);
      there = null;
      sheet.measure(size, ratio);
    },

    update({ colour }: Paint, { keyAt }: Tiling, rows: Range, columns: Range) {
      const places: number[] = [];
      for (let i = rows.first; i <= rows.last; i += 1) {
        const start = (i % height) * width;
        for (let j = columns.first; j <= columns.last; j += 1) {
          const place = start + (j % width);
          const key = keyAt(i, j);
          if (keys[place] === key) continue;
          keys[place] = key;
          places.push(place);
        }
      }
      there = { rows, columns };
      if (!places.length) return;
      // First all looks, then all copies: a sheet that is written and read in turns would be copied each time.
      for (let from = 0; from < places.length; ) from = copySome(places, from, colour);
    },

    show(paint: Paint, rows: Range, columns: Range) {
      const { context: pen, unit } = paint;
      const exact = !paint.moving;
      for (const [i, down] of runs(rows, height)) {
        for (const [j, right] of runs(columns, width)) {
          const from = [(j % width) * size, (i % height) * size, right * size, down * size];
          if (exact) copyExactly(pen, canvas, from, j * unit, i * unit);
          else {
            const to = [j * unit, i * unit, right * unit, down * unit];
            pen.drawImage(canvas, ...quad(from), ...quad(to));
          }
        }
      }
    },

    /** Draws the part of this picture that is sharper than the stretched whole. */
    showWhatIsThere(paint: Paint, tiling: Tiling, rows: Range, columns: Range) {
      if (!there || !this.isFor(tiling)) return;
      const both = {
        rows: overlap(there.rows, rows),
        columns: overlap(there.columns, columns),
      };
      if (lengthOf(both.rows) < 1 || lengthOf(both.columns) < 1) return;
      const kept = there;
      this.update(paint, tiling, both.rows, both.columns);
      there = kept;
      this.show(paint, both.rows, both.columns);
    },
  };

  /** @returns how far it came */
  function copySome(places: number[], from: number, colour: Paint['colour']): number {
    let to = from;
    const slots: number[] = [];
    while (to < places.length) {
      const slot = sheet.slotOf(keys[places[to] ?? 0] ?? 0, colour, slots.length > 0);
      if (slot < 0) break;
      slots.push(slot);
      to += 1;
    }
    for (const [k, slot] of slots.entries()) {
      const place = places[from + k] ?? 0;
      const [x, y] = [(place % width) * size, Math.floor(place / width) * size];
      context.drawImage(sheet.canvas, sheet.x(slot), sheet.y(slot), size, size, x, y, size, size);
    }
    return to;
  }
}

const overlap = (a: Range, b: Range): Range => ({
  first: Math.max(a.first, b.first),
  last: Math.min(a.last, b.last),
});

const quad = ([a = 0, b = 0, c = 0, d = 0]: number[]): [number, number, number, number] => [a, b, c, d];

/** Splits a range at the points where the picture wraps around. */
function runs({ first, last }: Range, length: number): [number, number][] {
  const edge = (Math.floor(first / length) + 1) * length;
  if (last < edge) return [[first, last - first + 1]];
  return [
    [first, edge - first],
    [edge, last - edge + 1],
  ];
}

/** Copies pixel by pixel, without the rounding of the transform. */
function copyExactly(
  pen: CanvasRenderingContext2D,
  canvas: HTMLCanvasElement,
  from: number[],
  x: number,
  y: number,
) {
  const { a, d, e, f } = pen.getTransform();
  const [left, top, width, height] = quad(from);
  pen.save();
  pen.setTransform(1, 0, 0, 1, Math.round(e + x * a), Math.round(f + y * d));
  pen.drawImage(canvas, left, top, width, height, 0, 0, width, height);
  pen.restore();
}

/** The sheet of all looks that were needed lately, each drawn once. */
function createSheet(paintTile: PaintTile) {
  const { canvas, context } = opaqueCanvas();
  const slots = new Map<number, number>();
  let size = 0;
  let ratio = 1;
  let across = 1;
  let most = 0;

  const x = (slot: number) => (slot % across) * size;
  const y = (slot: number) => Math.floor(slot / across) * size;

  return {
    canvas,
    x,
    y,
    isFor: (pixels: number, density: number) => pixels === size && density === ratio,
    forget: () => slots.clear(),

    /** @param density device pixels for a CSS pixel */
    measure(pixels: number, density: number) {
      slots.clear();
      if (pixels === size && density === ratio) return;
      size = pixels;
      ratio = density;
      most = Math.max(16, Math.min(MOST_LOOKS, Math.floor(MOST_PIXELS / size ** 2)));
      across = Math.ceil(Math.sqrt(most));
      canvas.width = across * size;
      canvas.height = Math.ceil(most / across) * size;
    },

    /**
     * The place of a look, which is drawn if it is new.
     * @param inUse the looks in the sheet are still needed: if it is full, the result is -1
     */
    slotOf(key: number, colour: Paint['colour'], inUse: boolean) {
      const known = slots.get(key);
      if (known !== undefined) return known;
      if (slots.size === most) {
        if (inUse) return -1;
        slots.clear();
      }
      const slot = slots.size;
      slots.set(key, slot);
      context.save();
      context.setTransform(ratio, 0, 0, ratio, x(slot), y(slot));
      context.beginPath();
      context.rect(0, 0, size / ratio, size / ratio);
      context.clip();
      paintTile(context, size / ratio, key, colour);
      context.restore();
      return slot;
    },
  };
}

function opaqueCanvas() {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('no 2d canvas');
  return { canvas, context };
}
