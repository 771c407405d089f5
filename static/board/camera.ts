// The camera: which part of the board is visible. It only calculates: no canvas, no events, no clock.

export interface Camera {
  /** 1: everything fits. */
  zoom: number;
  /** The place in the middle of the window, as shares of the board: 0 left and above, 1 right and below. */
  x: number;
  y: number;
}

export interface Room {
  /** Of the window, CSS pixels. */
  width: number;
  height: number;
  /** Of the board, cells. */
  columns: number;
  rows: number;
  /** The side of a cell when everything fits. */
  fit: number;
}

export const WHOLE: Camera = { zoom: 1, x: 0.5, y: 0.5 };

/** Boards can be zoomed if their cells are smaller than this, in CSS pixels. */
const SMALL = 32;
/** In cells that are smaller than this the numbers are hard to read. */
const READABLE = 20;
/** The largest side of a cell. */
const LARGE = 72;
/** The side of a cell that a finger can hit, in CSS pixels. */
const FINGER = 30;
/** A zoom this near to 1 counts as 1. */
const NEARLY = 1.03;

/** @returns the largest zoom; 1: there is nothing to zoom */
export function mostZoom({ fit }: Room): number {
  return fit > 0 && fit < SMALL ? LARGE / fit : 1;
}

/** Limits the zoom, and keeps the window within the board's edges. */
export function within(camera: Camera, room: Room): Camera {
  const zoom = Math.max(1, Math.min(mostZoom(room), camera.zoom));
  if (zoom < NEARLY) return { ...WHOLE, zoom };
  const unit = room.fit * zoom;
  return {
    zoom,
    x: clampMiddle(camera.x, room.width / (room.columns * unit)),
    y: clampMiddle(camera.y, room.height / (room.rows * unit)),
  };
}

/** @param seen the share of the board that the window shows */
function clampMiddle(middle: number, seen: number) {
  return seen >= 1 ? 0.5 : Math.max(seen / 2, Math.min(1 - seen / 2, middle));
}

/**
 * Zooms about a point of the window, which keeps its place.
 * @param x from the middle of the window, CSS pixels
 */
export function zoomed(camera: Camera, room: Room, factor: number, x: number, y: number): Camera {
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

export function panned(camera: Camera, room: Room, dx: number, dy: number): Camera {
  const unit = room.fit * camera.zoom;
  return within(
    { ...camera, x: camera.x - dx / (room.columns * unit), y: camera.y - dy / (room.rows * unit) },
    room,
  );
}

/** Moves as little as possible to make a cell and its neighbours visible. */
export function revealing(camera: Camera, room: Room, column: number, row: number): Camera {
  const unit = room.fit * camera.zoom;
  const along = (middle: number, at: number, count: number, length: number) => {
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

/** Zooms in around a cell until cells are large enough for a finger. */
export function near(room: Room, column: number, row: number): Camera {
  const zoom = room.fit < FINGER ? FINGER / room.fit : 1;
  return within({ zoom, x: (column + 0.5) / room.columns, y: (row + 0.5) / room.rows }, room);
}

export function between(from: Camera, to: Camera, share: number): Camera {
  // The zoom changes by factors, so that its speed looks constant.
  const zoom = from.zoom * (to.zoom / from.zoom) ** share;
  const mix = (a: number, b: number) => a + (b - a) * share;
  return { zoom, x: mix(from.x, to.x), y: mix(from.y, to.y) };
}

export const isWhole = ({ zoom }: Camera) => zoom < NEARLY;

/** Whether cells are hard to read when everything fits. */
export const isSmall = ({ fit }: Room) => fit > 0 && fit < READABLE;
