import { on } from '../base/ui/dom.js';
import { createLayers } from './layers.js';
import { createSurface } from './pixels.js';
import { cellAt, placementOf } from './placement.js';
import { createPointed } from './pointed.js';
import { bindPointer } from './pointer.js';
import { createZoom } from './zoom.js';

/**
 * A board on a canvas. This module connects its parts: placement, layers, zoom and pointer. The look of each game is in
 * games/.
 *
 * @typedef {object} Paint what a renderer draws with; lengths are CSS pixels, (0, 0) is the corner of cell (0, 0)
 * @property {CanvasRenderingContext2D} context
 * @property {number} unit the side of a cell
 * @property {{x: number, y: number}[]} origins the corner of every field, on whole device pixels
 * @property {(token: string) => string} colour a design token by name, without its dashes
 * @property {{left: number, top: number, right: number, bottom: number}} window the visible part
 * @property {boolean} moving the user is zooming: speed matters more than sharp lines
 *
 * @typedef {object} Scene
 * @property {any} view
 * @property {any} previous the view one turn before, or null
 * @property {number} progress 0..1, how far the step from `previous` to `view` has come
 * @property {string[]} names what the players are called
 * @property {boolean} choosing somebody is to choose a move: what only shows how it came to this does not cover cells
 *
 * @typedef {{left: number, top: number, columns: number, rows: number}} Field a grid of cells with coordinates of its own
 *
 * @typedef {object} Plan lengths are cells
 * @property {number} columns of everything that is drawn
 * @property {number} rows
 * @property {Field[]} [fields] where the grids are; not said: one that is all of it
 * @property {number} [first] the coordinate of the first column and row, in the game's protocol and in sentences
 * @property {number} [viewFirst] the same in the views that bots get, where it is another
 *
 * @typedef {object} Renderer
 * @property {string} name
 * @property {(view: any, box: {width: number, height: number}) => Plan} size the box is the room there is, in CSS pixels
 * @property {(paint: Paint, scene: Scene) => void} draw
 * @property {{key: (scene: Scene) => unknown[], draw: (paint: Paint, scene: Scene) => void}} [backdrop] what lies still
 *   below what `draw` paints. It is painted once for a view and a key, and cached as a picture
 * @property {'square' | 'free'} [shape] the shape of the room it needs
 * @property {boolean} [ownCells] it draws the empty cells as well
 * @property {(player: number) => import('./marks.js').Ground} [ground] where what a player draws stands; not said: on
 *   the first field, its rows and columns from 0
 *
 * @typedef {{field: number, column: number, row: number}} Pointed
 *
 * @typedef {object} PointEvent what a mouse or a finger does on the cells; pointer.js says who gets a drag
 * @property {import('./pointer.js').Kind} type `leave`: the pointer is gone, or the press was not meant for the cells
 * @property {number} field -1: outside of all; then column and row count from the corner of the first one
 * @property {number} column
 * @property {number} row
 * @property {number} x where in the cell, 0..1
 * @property {number} y
 * @property {number} button 0, or 2 for the right one and for a tap with a second finger; -1: none is pressed
 * @property {string} pointerType
 * @property {number} pointer which one of several fingers it is
 *
 * @typedef {(event: PointEvent) => boolean | void} PointListener true for a `down`: the drag is the listener's
 * @typedef {(paint: Paint, scene: Scene) => void} Overlay
 * @typedef {{can: boolean, zoomed: boolean, most: boolean}} Zoom whether the board can be zoomed, whether it is, and
 *   whether to the most
 */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {(game: string) => Renderer} rendererOf
 */
export function createBoard(canvas, rendererOf) {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  /** Touch screens zoom by pinching and need no buttons. */
  const coarse = matchMedia('(pointer: coarse)');
  /** @type {(Scene & {renderer: Renderer}) | null} */
  let scene = null;
  let shared = false;
  let choosing = false;
  /** The requested animation frame; 0: none. */
  let frame = 0;
  let started = 0;
  let motion = 0;
  const surface = createSurface(canvas);
  const layers = createLayers(canvas, ask);
  const zoom = createZoom(canvas, coarse, () => place()?.room ?? null, ask);
  const pointed = createPointed(cellUnder, ask);

  function ask() {
    if (!frame) frame = requestAnimationFrame(draw);
  }

  /** @param {number} now */
  function draw(now) {
    frame = 0;
    if (!scene || !canvas.width) return;
    scene.choosing = choosing;
    scene.progress = motion > 0 ? Math.min(1, Math.max(0, (now - started) / motion)) : 1;
    const glides = zoom.advance(now);
    paint();
    if (scene.progress < 1 || glides) ask();
  }

  /** The placement of the cells; null: nothing is shown. */
  function place() {
    return scene && placementOf(surface.size(), scene, zoom.camera(), zoom.isMoving());
  }

  function paint() {
    const here = place();
    if (!scene || !here) return;
    zoom.tell(here.room);
    // The board is hidden, as on a phone while its keyboard is open.
    if (here.unit <= 0) return;
    layers.paint(scene, here, {
      ratio: surface.size().ratio,
      moving: zoom.isMoving(),
      isPart: zoom.isZoomed(),
      pointed: pointed.cell(),
    });
  }

  /** @param {PointerEvent} event */
  function cellUnder({ clientX, clientY }) {
    const here = place();
    if (!here || here.unit <= 0) return null;
    const box = canvas.getBoundingClientRect();
    return cellAt(here, clientX - box.left - here.left, clientY - box.top - here.top);
  }

  const undo = [
    () => cancelAnimationFrame(frame),
    surface.watch(paint),
    // Texts that were painted in a fallback font are painted anew.
    on(document.fonts, /** @type {any} */ ('loadingdone'), layers.controls.repaint),
    bindPointer(canvas, {
      point: pointed.point,
      canZoom: zoom.isOffered,
      isZoomed: zoom.isZoomed,
      pan: zoom.pan,
      zoom: zoom.zoomAt,
      isShared: () => shared,
    }),
  ];

  return {
    /**
     * @param {string} game
     * @param {any} view
     * @param {any} previous
     * @param {number} milliseconds how long the step may take; 0 shows it at once
     * @param {string[]} names
     */
    show(game, view, previous, milliseconds, names) {
      motion = previous && !still.matches ? milliseconds : 0;
      started = performance.now();
      const renderer = rendererOf(game);
      canvas.dataset.shape = renderer.shape ?? 'square';
      const { columns, rows } = renderer.size(view, { width: 1, height: 1 });
      zoom.use(`${game} ${columns} ${rows}`);
      scene = { renderer, view, previous, progress: motion ? 0 : 1, names, choosing };
      ask();
    },
    /** Shows nothing, until there is something to show again. */
    clear() {
      scene = null;
      layers.clear();
    },
    /** Sets whether somebody is to choose a move from what is shown. @param {boolean} on */
    choose(on) {
      choosing = on;
      ask();
    },
    /** Repaints with the next frame. */
    ask,
    onPoint: pointed.onPoint,
    ...layers.controls,
    ...zoom.controls,
    /** Sets whether two people play with a finger each. @param {boolean} on */
    share(on) {
      shared = on;
    },
    /** @param {string} cursor a CSS cursor; '' for the usual one */
    setCursor(cursor) {
      canvas.style.cursor = cursor;
    },
    destroy() {
      for (const work of undo) work();
    },
  };
}

/** @typedef {ReturnType<typeof createBoard>} Board */
