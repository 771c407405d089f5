import type { Field, Paint, Renderer } from './board.ts';
import type { Camera, Room } from './camera.ts';
import { isWhole, within } from './camera.ts';
import { RIM } from './cells.ts';
import type { Size } from './pixels.ts';

// Calculates where the cells of a board lie on its canvas.

/** Lengths are CSS pixels. */
export interface Placement {
  fields: Field[];
  /** The coordinate of the first column and row. */
  first: number;
  /** The same as bots' views count. */
  viewFirst: number;
  /** The corner of every field. */
  origins: { x: number; y: number }[];
  /** The side of a cell. */
  unit: number;
  /** Where the corner of cell (0, 0) is. */
  left: number;
  top: number;
  room: Room;
  /** The part that is seen. */
  window: Paint['window'];
}

/**
 * @param size of the canvas
 * @param moving the user is zooming
 */
export function placementOf(
  { width, height, ratio }: Size,
  scene: { renderer: Renderer; view: any },
  camera: Camera,
  moving: boolean,
): Placement {
  const inner = { width: width - 2 * RIM, height: height - 2 * RIM };
  const plan = scene.renderer.size(scene.view, inner);
  const { columns, rows, fields = [{ left: 0, top: 0, columns, rows }], first = 0, viewFirst = first } = plan;
  const fit = Math.floor(Math.min(inner.width / columns, inner.height / rows) * ratio) / ratio;
  const room = { ...inner, columns, rows, fit };
  const shown = within(camera, room);
  /** Whole device pixels keep the grid crisp. */
  const snap = (length: number) => Math.round(length * ratio) / ratio;
  // Cells are whole device pixels, except during a zoom, which would look jerky.
  const unit = moving ? fit * shown.zoom : snap(fit * shown.zoom);
  const left = snap(width / 2 - unit * columns * shown.x);
  const top = snap(RIM + inner.height / 2 - unit * rows * shown.y);
  const origins = fields.map((field) => ({ x: snap(field.left * unit), y: snap(field.top * unit) }));
  const window = isWhole(camera)
    ? { left: -left, top: -top, right: width - left, bottom: height - top }
    : { left: RIM - left, top: RIM - top, right: width - RIM - left, bottom: height - RIM - top };
  return { fields, first, viewFirst, origins, unit, left, top, room, window };
}

/**
 * The cell at a point, and the position within the cell.
 * @param left from the corner of cell (0, 0)
 */
export function cellAt(
  { fields, origins, unit }: Pick<Placement, 'fields' | 'origins' | 'unit'>,
  left: number,
  top: number,
) {
  const inField = (field: number) => {
    const [x, y] = [(left - (origins[field]?.x ?? 0)) / unit, (top - (origins[field]?.y ?? 0)) / unit];
    const [column, row] = [Math.floor(x), Math.floor(y)];
    return { field, column, row, x: x - column, y: y - row };
  };
  for (const [field, { columns, rows }] of fields.entries()) {
    const found = inField(field);
    if (found.column >= 0 && found.row >= 0 && found.column < columns && found.row < rows) return found;
  }
  return { ...inField(0), field: -1 };
}
