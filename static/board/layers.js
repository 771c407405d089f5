import { paintCells, paintCoordinates, paintPointed } from './cells.js';
import { createColours } from './colours.js';
import { paintDrawings } from './marks.js';
import { createPicture } from './picture.js';

/**
 * The layers of the board, from the bottom to the top: the cells and the backdrop, the game, the bots' marks, a human's
 * plan, the frame of the pointed cell, and the coordinates.
 *
 * @typedef {import('./board.js').Paint} Paint
 * @typedef {import('./board.js').Overlay} Overlay
 * @typedef {import('./board.js').Pointed} Pointed
 * @typedef {import('./placement.js').Placement} Placement
 * @typedef {import('./board.js').Scene & {renderer: import('./board.js').Renderer}} Current
 * @typedef {{player: number, marks: import('../match/types.js').Mark[]}} Drawing
 *
 * @typedef {object} How
 * @property {number} ratio device pixels of a CSS pixel
 * @property {boolean} moving the user is zooming
 * @property {boolean} isPart only a part of the board is visible
 * @property {Pointed | null} pointed
 */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {() => void} changed
 */
export function createLayers(canvas, changed) {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d canvas');
  const pen = context;
  const colours = createColours(canvas);
  const keep = createPictures(canvas);
  /** @type {Overlay | null} */
  let overlay = null;
  /** @type {Drawing[]} */
  let drawings = [];
  let showsDrawings = true;
  /** How coordinates are counted; null: only those of the pointed cell are shown. @type {'first' | 'viewFirst' | null} */
  let coordinates = null;
  /** Whether bots' views count them in another way. */
  let hasTwoCounts = false;

  /** @param {Current} current @param {Placement} place @param {Paint} paint @param {How} how */
  function paintBoard(current, place, paint, how) {
    pen.save();
    if (how.isPart) clipTo(pen, place.window);
    const { renderer } = current;
    if (!renderer.ownCells || renderer.backdrop) {
      const key = renderer.backdrop ? [current.view, ...renderer.backdrop.key(current)] : [];
      keep.paint('backdrop', [renderer, ...key], place, paint, how, (to) =>
        paintBackdrop(to, current, place),
      );
    }
    renderer.draw(paint, current);
    if (showsDrawings && drawings.length > 0) {
      keep.paint('drawings', [renderer, drawings], place, paint, how, (to) => {
        for (const { player, marks } of drawings)
          paintDrawings(to, marks, renderer.ground?.(player) ?? { field: 0, first: 0 });
      });
    }
    overlay?.(paint, current);
    if (how.pointed) paintPointed(paint, how.pointed);
    pen.restore();
  }

  return {
    /** @param {Current} current @param {Placement} place @param {How} how */
    paint(current, place, how) {
      const { unit, origins, window, fields } = place;
      const first = place[coordinates ?? 'first'];
      hasTwoCounts = place.first !== place.viewFirst;
      const { ratio, moving, pointed } = how;
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.clearRect(0, 0, canvas.width, canvas.height);
      pen.save();
      pen.translate(place.left, place.top);
      const paint = { context: pen, unit, colour: colours.colour, origins, window, moving };
      paintBoard(current, place, paint, how);
      for (const [k, field] of fields.entries()) {
        const here = pointed?.field === k ? pointed : null;
        if (coordinates || here) paintCoordinates(paint, { ...field, first }, k, here);
      }
      pen.restore();
    },

    /** Paints nothing, and keeps no picture of it. */
    clear() {
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.clearRect(0, 0, canvas.width, canvas.height);
      keep.forget();
    },

    controls: {
      /** The theme or a font changed: everything is painted anew. */
      repaint() {
        colours.forget();
        keep.forget();
        changed();
      },
      /** Cycles: off, protocol coordinates, view coordinates. */
      toggleCoordinates() {
        if (coordinates === null) coordinates = 'first';
        else coordinates = coordinates === 'first' && hasTwoCounts ? 'viewFirst' : null;
        changed();
      },
      /** The marks of the players on the turn that is shown. @param {Drawing[]} next */
      draw(next) {
        drawings = next.filter(({ marks }) => marks.length > 0);
        changed();
      },
      toggleDrawings() {
        showsDrawings = !showsDrawings;
        changed();
      },
      /** Sets what is painted above the board in every frame. @param {Overlay | null} paint */
      setOverlay(paint) {
        overlay = paint;
        changed();
      },
    },
  };
}

/** @param {CanvasRenderingContext2D} pen @param {Placement['window']} window */
function clipTo(pen, { left, top, right, bottom }) {
  pen.beginPath();
  pen.rect(left, top, right - left, bottom - top);
  pen.clip();
}

/** @param {Paint} paint @param {Current} current @param {Placement} place */
function paintBackdrop(paint, current, { fields }) {
  const { ownCells, backdrop } = current.renderer;
  if (!ownCells) for (const [k, field] of fields.entries()) paintCells(paint, field, k);
  backdrop?.draw(paint, current);
}

/**
 * Paints what stays the same from frame to frame only when it changes, and caches it as a picture.
 *
 * @param {HTMLCanvasElement} canvas
 */
function createPictures(canvas) {
  /** @type {Record<string, ReturnType<typeof createPicture>>} */
  const pictures = {};
  /** Counts how often colours or fonts changed. */
  let palette = 0;

  return {
    /**
     * @param {string} name
     * @param {unknown[]} what it depends on, beside the place
     * @param {Placement} place
     * @param {Paint} paint
     * @param {How} how
     * @param {(to: Paint) => void} work
     */
    paint(name, what, place, paint, { ratio, moving }, work) {
      if (moving) return work(paint);
      const { width, height } = canvas;
      const { left, top, unit, window } = place;
      const key = [palette, width, height, left, top, unit, ...Object.values(window), ...what];
      pictures[name] ??= createPicture();
      const picture = pictures[name];
      picture.paint(key, width, height, (context) => {
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.translate(left, top);
        work({ ...paint, context });
      });
      paint.context.save();
      paint.context.resetTransform();
      paint.context.drawImage(picture.canvas, 0, 0);
      paint.context.restore();
    },
    forget() {
      palette += 1;
    },
  };
}
