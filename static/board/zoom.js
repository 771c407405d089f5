import { between, isWhole, mostZoom, near, panned, revealing, WHOLE, zoomed } from './camera.js';
import { RIM } from './cells.js';

/**
 * Zooming and panning: moves the camera, also step by step in an animation.
 *
 * @typedef {import('./camera.js').Camera} Camera
 * @typedef {import('./camera.js').Room} Room
 * @typedef {import('./board.js').Zoom} Zoom
 */

/** The time after the last pinch or wheel until the picture becomes crisp again, in milliseconds. */
const SETTLED = 130;
/** The duration of a zoom by button or key. */
const GLIDE = 160;
const ZOOM_STEP = 1.5;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {MediaQueryList} coarse whether the main pointer is a finger
 * @param {() => Room | null} room null: nothing is shown
 * @param {() => void} changed
 */
export function createZoom(canvas, coarse, room, changed) {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  /** The board that the camera belongs to. */
  let board = '';
  let camera = WHOLE;
  /** @type {{from: Camera, to: Camera, since: number} | null} */
  let glide = null;
  let settling = 0;
  /** @type {Set<(zoom: Zoom) => void>} */
  const listeners = new Set();
  let told = '';

  /** @param {(room: Room) => Camera} next */
  function look(next) {
    const here = room();
    if (!here) return;
    camera = next(here);
    glide = null;
    changed();
  }

  /** @param {(room: Room) => Camera} next */
  function glideTo(next) {
    const here = room();
    if (!here) return;
    const to = next(here);
    if (still.matches) camera = to;
    else glide = { from: camera, to, since: performance.now() };
    changed();
  }

  function settle() {
    settling = 0;
    if (isWhole(camera)) camera = WHOLE;
    changed();
  }

  return {
    camera: () => camera,
    isZoomed: () => !isWhole(camera),
    isMoving: () => settling !== 0 || glide !== null,
    /** Whether the board can be zoomed. */
    isOffered() {
      const here = room();
      return here !== null && mostZoom(here) > 1;
    },

    /** Shows all of a new board. @param {string} name the same for the same board */
    use(name) {
      if (board === name) return;
      board = name;
      camera = WHOLE;
      glide = null;
    },

    /** @param {number} now @returns {boolean} whether the animation goes on */
    advance(now) {
      if (!glide) return false;
      const { from, to, since } = glide;
      const share = Math.min(1, Math.max(0, (now - since) / GLIDE));
      camera = share < 1 ? between(from, to, 1 - (1 - share) ** 2) : to;
      if (share >= 1) glide = null;
      return glide !== null;
    },

    /** @param {Room} room */
    tell(room) {
      const most = mostZoom(room);
      const zoom = { can: most > 1, zoomed: !isWhole(camera), most: camera.zoom >= most - 0.01 };
      const next = JSON.stringify(zoom);
      if (next === told) return;
      told = next;
      canvas.style.touchAction = zoom.zoomed ? 'none' : '';
      for (const listener of listeners) listener(zoom);
    },

    /** @param {number} dx in CSS pixels @param {number} dy */
    pan: (dx, dy) => look((room) => panned(camera, room, dx, dy)),

    /** @param {number} factor @param {number} x in the browser's window @param {number} y */
    zoomAt(factor, x, y) {
      const box = canvas.getBoundingClientRect();
      // The picture stays soft until the fingers rest.
      clearTimeout(settling);
      settling = setTimeout(settle, SETTLED);
      look((room) =>
        zoomed(camera, room, factor, x - box.left - box.width / 2, y - box.top - RIM - room.height / 2),
      );
    },

    controls: {
      /** Zooms in (1) or out (-1) about the middle; 0 shows everything. @param {1 | -1 | 0} by */
      zoom(by) {
        glideTo((room) => (by ? zoomed(camera, room, ZOOM_STEP ** by, 0, 0) : WHOLE));
      },
      /** Adds a listener for the zoom; it is called now and at every change. @param {(zoom: Zoom) => void} listener */
      onZoom(listener) {
        listeners.add(listener);
        if (told) listener(JSON.parse(told));
      },
      /**
       * On touch screens: zooms in around this cell until cells can be hit.
       * @param {number} column
       * @param {number} row
       */
      approach(column, row) {
        if (coarse.matches) glideTo((room) => near(room, column, row));
      },
      /**
       * Brings a cell of the first field into view if only a part is visible.
       * @param {number} column
       * @param {number} row
       */
      reveal(column, row) {
        if (!isWhole(camera)) glideTo((room) => revealing(camera, room, column, row));
      },
    },
  };
}
