import { isWhole, within } from './camera.js';
import { RIM } from './cells.js';

/**
 * Calculates where the cells of a board lie on its canvas.
 *
 * @typedef {import('./board.js').Field} Field
 *
 * @typedef {object} Placement lengths are CSS pixels
 * @property {Field[]} fields
 * @property {number} first the coordinate of the first column and row
 * @property {number} viewFirst the same as bots' views count
 * @property {{x: number, y: number}[]} origins the corner of every field
 * @property {number} unit the side of a cell
 * @property {number} left where the corner of cell (0, 0) is
 * @property {number} top
 * @property {import('./camera.js').Room} room
 * @property {import('./board.js').Paint['window']} window the part that is seen
 */

/**
 * @param {import('./pixels.js').Size} size of the canvas
 * @param {{renderer: import('./board.js').Renderer, view: any}} scene
 * @param {import('./camera.js').Camera} camera
 * @param {boolean} moving the user is zooming
 * @returns {Placement}
 */
export function placementOf({ width, height, ratio }, scene, camera, moving) {
  const inner = { width: width - 2 * RIM, height: height - 2 * RIM };
  const plan = scene.renderer.size(scene.view, inner);
  const { columns, rows, fields = [{ left: 0, top: 0, columns, rows }], first = 0, viewFirst = first } = plan;
  const fit = Math.floor(Math.min(inner.width / columns, inner.height / rows) * ratio) / ratio;
  const room = { ...inner, columns, rows, fit };
  const shown = within(camera, room);
  /** Whole device pixels keep the grid crisp. @param {number} length */
  const snap = (length) => Math.round(length * ratio) / ratio;
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
 *
 * @param {Pick<Placement, 'fields' | 'origins' | 'unit'>} place
 * @param {number} left from the corner of cell (0, 0)
 * @param {number} top
 */
export function cellAt({ fields, origins, unit }, left, top) {
  /** @param {number} field */
  const inField = (field) => {
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
