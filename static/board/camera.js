/**
 * The camera: which part of the board is visible. It only calculates: no canvas, no events, no clock.
 *
 * @typedef {object} Camera
 * @property {number} zoom 1: everything fits
 * @property {number} x the place in the middle of the window, as shares of the board: 0 left and above, 1 right and below
 * @property {number} y
 *
 * @typedef {object} Room
 * @property {number} width of the window, CSS pixels
 * @property {number} height
 * @property {number} columns of the board, cells
 * @property {number} rows
 * @property {number} fit the side of a cell when everything fits
 */

/** @type {Camera} */
export const WHOLE = { zoom: 1, x: 0.5, y: 0.5 };

/** Boards can be zoomed if their cells are smaller than this, in CSS pixels. */
const SMALL = 32;
/** The largest side of a cell. */
const LARGE = 72;
/** The side of a cell that a finger can hit, in CSS pixels. */
const FINGER = 30;
/** A zoom this near to 1 counts as 1. */
const NEARLY = 1.03;

/** @param {Room} room @returns {number} the largest zoom; 1: there is nothing to zoom */
export function mostZoom({ fit }) {
  return fit > 0 && fit < SMALL ? LARGE / fit : 1;
}

/**
 * Limits the zoom, and keeps the window within the board's edges.
 *
 * @param {Camera} camera
 * @param {Room} room
 * @returns {Camera}
 */
export function within(camera, room) {
  const zoom = Math.max(1, Math.min(mostZoom(room), camera.zoom));
  if (zoom < NEARLY) return { ...WHOLE, zoom };
  const unit = room.fit * zoom;
  return {
    zoom,
    x: clampMiddle(camera.x, room.width / (room.columns * unit)),
    y: clampMiddle(camera.y, room.height / (room.rows * unit)),
  };
}

/** @param {number} middle @param {number} seen the share of the board that the window shows */
function clampMiddle(middle, seen) {
  return seen >= 1 ? 0.5 : Math.max(seen / 2, Math.min(1 - seen / 2, middle));
}

/**
 * Zooms about a point of the window, which keeps its place.
 *
 * @param {Camera} camera
 * @param {Room} room
 * @param {number} factor
 * @param {number} x from the middle of the window, CSS pixels
 * @param {number} y
 * @returns {Camera}
 */
export function zoomed(camera, room, factor, x, y) {
  const zoom = Math.max(1, Math.min(mostZoom(room), camera.zoom * factor));
  const before = room.fit * camera.zoom;
  const after = room.fit * zoom;
  return within(
    {
      zoom,
      x: camera.x + (x / before - x / after) / room.columns,
      y: camera.y + (y / before - y / after) / room.rows,
    },
    room,
  );
}

/** @param {Camera} camera @param {Room} room @param {number} dx @param {number} dy @returns {Camera} */
export function panned(camera, room, dx, dy) {
  const unit = room.fit * camera.zoom;
  return within(
    { ...camera, x: camera.x - dx / (room.columns * unit), y: camera.y - dy / (room.rows * unit) },
    room,
  );
}

/**
 * Moves as little as possible to make a cell and its neighbours visible.
 *
 * @param {Camera} camera
 * @param {Room} room
 * @param {number} column
 * @param {number} row
 * @returns {Camera}
 */
export function revealing(camera, room, column, row) {
  const unit = room.fit * camera.zoom;
  /** @param {number} middle @param {number} at @param {number} count @param {number} length */
  const along = (middle, at, count, length) => {
    const half = Math.max(0, length / unit / 2 - 1);
    return Math.max((at + 1 - half) / count, Math.min((at + half) / count, middle));
  };
  return within(
    {
      ...camera,
      x: along(camera.x, column, room.columns, room.width),
      y: along(camera.y, row, room.rows, room.height),
    },
    room,
  );
}

/**
 * Zooms in around a cell until cells are large enough for a finger.
 *
 * @param {Room} room
 * @param {number} column
 * @param {number} row
 * @returns {Camera}
 */
export function near(room, column, row) {
  const zoom = room.fit < FINGER ? FINGER / room.fit : 1;
  return within({ zoom, x: (column + 0.5) / room.columns, y: (row + 0.5) / room.rows }, room);
}

/** @param {Camera} from @param {Camera} to @param {number} share @returns {Camera} */
export function between(from, to, share) {
  // The zoom changes by factors, so that its speed looks constant.
  const zoom = from.zoom * (to.zoom / from.zoom) ** share;
  /** @param {number} a @param {number} b */
  const mix = (a, b) => a + (b - a) * share;
  return { zoom, x: mix(from.x, to.x), y: mix(from.y, to.y) };
}

/** @param {Camera} camera */
export const isWhole = ({ zoom }) => zoom < NEARLY;
