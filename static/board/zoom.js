import { between, isWhole, mostZoom, near, panned, revealing, WHOLE, zoomed } from './camera.js';
import { RIM } from './cells.js';

/**
 * Which part of the board somebody looks at, and how the view comes to another part.
 *
 * @typedef {import('./camera.js').Camera} Camera
 * @typedef {import('./camera.js').Room} Room
 * @typedef {import('./board.js').Zoom} Zoom
 */

/** A moment after the last pinch or wheel the picture becomes crisp again, in milliseconds. */
const SETTLED = 130;
/** How long a button or a key takes to zoom. */
const GLIDE = 160;
const ZOOM_STEP = 1.5;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {MediaQueryList} coarse whether fingers are used
 * @param {() => Room | null} room null: nothing is shown
 * @param {() => void} changed
 */
export function createZoom(canvas, coarse, room, changed) {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  /** Of what board the camera shows a part. */
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
    /** Whether there is something to zoom. */
    isOffered() {
      const here = room();
      return here !== null && mostZoom(here) > 1;
    },

    /** Another board is shown whole. @param {string} name the same for the same board */
    use(name) {
      if (board === name) return;
      board = name;
      camera = WHOLE;
      glide = null;
    },

    /** @param {number} now @returns {boolean} whether the camera is still on its way */
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
      /** Larger (1) or smaller (-1) about the middle; 0 shows everything. @param {1 | -1 | 0} by */
      zoom(by) {
        glideTo((room) => (by ? zoomed(camera, room, ZOOM_STEP ** by, 0, 0) : WHOLE));
      },
      /** Hears whether there is something to zoom, now and when it changes. @param {(zoom: Zoom) => void} listener */
      onZoom(listener) {
        listeners.add(listener);
        if (told) listener(JSON.parse(told));
        return () => listeners.delete(listener);
      },
      /** For fingers: the cells around this one, large enough to be hit. @param {number} column @param {number} row */
      approach(column, row) {
        if (coarse.matches) glideTo((room) => near(room, column, row));
      },
      /** Brings a cell of the first field into view, where only a part is shown. @param {number} column @param {number} row */
      reveal(column, row) {
        if (!isWhole(camera)) glideTo((room) => revealing(camera, room, column, row));
      },
    },
  };
}
