import { on } from '../base/ui/dom.js';
import { between, isWhole, mostZoom, near, panned, revealing, WHOLE, within, zoomed } from './camera.js';
import { paintCells, paintCoordinates, paintPointed, RIM } from './cells.js';
import { paintDrawings } from './marks.js';
import { createPicture } from './picture.js';
import { measured, onRatioChange, pixels } from './pixels.js';
import { bindPointer } from './pointer.js';

/**
 * The canvas: its size, its pixels, its colours, its clock and the pointer. What a game looks like is in games/.
 *
 * @typedef {object} Paint what a renderer draws with; lengths are CSS pixels, (0, 0) is the corner of cell (0, 0)
 * @property {CanvasRenderingContext2D} context
 * @property {number} unit the side of a cell
 * @property {{x: number, y: number}[]} origins the corner of every field, on whole device pixels
 * @property {(token: string) => string} colour a design token by name, without its dashes
 * @property {{left: number, top: number, right: number, bottom: number}} window the part that is seen
 * @property {boolean} moving somebody zooms right now: speed matters more than sharp lines
 *
 * @typedef {object} Scene
 * @property {any} view
 * @property {any} previous the view one turn before, or null
 * @property {number} progress 0..1, how far the step from `previous` to `view` has come
 * @property {string[]} names what the players are called
 *
 * @typedef {{left: number, top: number, columns: number, rows: number}} Field a grid of cells with coordinates of its own
 *
 * @typedef {object} Plan lengths are cells
 * @property {number} columns of everything that is drawn
 * @property {number} rows
 * @property {Field[]} [fields] where the grids are; not said: one that is all of it
 * @property {number} [first] the coordinate of the first column and row
 *
 * @typedef {object} Renderer
 * @property {string} name
 * @property {(view: any, box: {width: number, height: number}) => Plan} size the box is the room there is, in CSS pixels
 * @property {(paint: Paint, scene: Scene) => void} draw
 * @property {{key: (scene: Scene) => unknown[], draw: (paint: Paint, scene: Scene) => void}} [backdrop] what lies still under all
 *   that `draw` paints. It is painted once for a view and a key, and kept as a picture
 * @property {'square' | 'free'} [shape] of the room it wants
 * @property {boolean} [ownCells] it draws the empty cells as well
 * @property {(player: number) => import('./marks.js').Ground} [ground] where what a player draws stands; not said: on
 *   the first field, its rows and columns from 0
 *
 * @typedef {{field: number, column: number, row: number}} Pointed
 *
 * @typedef {object} PointEvent what a mouse or a finger does on the cells; see pointer.js for whom a drag belongs to
 * @property {import('./pointer.js').Kind} type `leave`: it is gone, or the press was not meant for the cells
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
 * @typedef {{can: boolean, zoomed: boolean, most: boolean}} Zoom whether there is something to zoom, and how far it is
 */

/** A moment after the last pinch or wheel the picture becomes crisp again, in milliseconds. */
const SETTLED = 130;
/** How long a button or a key takes to zoom. */
const GLIDE = 160;
const ZOOM_STEP = 1.5;
const RIM_FOR_BUTTONS = 36;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {(game: string) => Renderer} rendererOf
 */
export function createBoard(canvas, rendererOf) {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d canvas');
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  /** Fingers pinch. */
  const coarse = matchMedia('(pointer: coarse)');
  /** @type {Map<string, string>} */
  const colours = new Map();
  /** @type {(Scene & {renderer: Renderer}) | null} */
  let scene = null;
  /** @type {Pointed | null} */
  let pointed = null;
  /** @type {Set<PointListener>} */
  const listeners = new Set();
  /** @type {Overlay | null} */
  let overlay = null;
  /** @type {{player: number, marks: import('../match/types.js').Mark[]}[]} */
  let drawings = [];
  let showsDrawings = true;
  let coordinates = false;
  let shared = false;
  let camera = WHOLE;
  /** @type {{from: import('./camera.js').Camera, to: import('./camera.js').Camera, since: number} | null} */
  let glide = null;
  /** Of what board the camera shows a part. */
  let plan = '';
  let settling = 0;
  /** @type {Set<(zoom: Zoom) => void>} */
  const zoomListeners = new Set();
  let zoomTold = '';
  let ratio = 1;
  let drawing = 0;
  let started = 0;
  let motion = 0;
  /** Counts how often colours or fonts changed. */
  let palette = 0;
  /** What lies still under the cells, and what bots drew over them. @type {Record<string, ReturnType<typeof createPicture>>} */
  const pictures = {};

  function repaint() {
    colours.clear();
    palette += 1;
    ask();
  }

  function ask() {
    if (!drawing) drawing = requestAnimationFrame(draw);
  }

  /** @param {number} now */
  function draw(now) {
    drawing = 0;
    if (!scene || !canvas.width) return;
    scene.progress = motion > 0 ? Math.min(1, Math.max(0, (now - started) / motion)) : 1;
    if (glide) follow(glide, now);
    paintScene(scene);
    if (scene.progress < 1 || glide) ask();
  }

  /** @param {NonNullable<typeof glide>} flight @param {number} now */
  function follow({ from, to, since }, now) {
    const share = Math.min(1, Math.max(0, (now - since) / GLIDE));
    camera = between(from, to, 1 - (1 - share) ** 2);
    if (share < 1) return;
    camera = to;
    glide = null;
  }

  /** @param {Scene & {renderer: Renderer}} current */
  function paintScene(current) {
    const pen = /** @type {CanvasRenderingContext2D} */ (context);
    const place = placement(current);
    tellZoom(place.room);
    // Hidden, as on a phone while its keyboard is open.
    if (place.unit <= 0) return;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.save();
    pen.translate(place.left, place.top);
    const { unit, origins, window } = place;
    const paint = { context: pen, unit, colour, origins, window, moving: isMoving() };
    pen.save();
    if (!isWhole(camera)) {
      pen.beginPath();
      pen.rect(window.left, window.top, window.right - window.left, window.bottom - window.top);
      pen.clip();
    }
    paintBackdrop(current, place, paint);
    current.renderer.draw(paint, current);
    if (showsDrawings && drawings.length > 0) {
      paintOnce('drawings', [drawings], current, place, paint, (to) => {
        for (const { player, marks } of drawings)
          paintDrawings(to, marks, current.renderer.ground?.(player) ?? { field: 0, first: 0 });
      });
    }
    overlay?.(paint, current);
    if (pointed) paintPointed(paint, pointed);
    pen.restore();
    for (const [k, field] of place.fields.entries()) {
      const here = pointed?.field === k ? pointed : null;
      if (coordinates || here) paintCoordinates(paint, { ...field, first: place.first }, k, here);
    }
    pen.restore();
  }

  /** @param {NonNullable<typeof scene>} current @param {ReturnType<typeof placement>} place @param {Paint} paint */
  function paintBackdrop(current, place, paint) {
    const { ownCells, backdrop } = current.renderer;
    if (ownCells && !backdrop) return;
    /** @param {Paint} to */
    const work = (to) => {
      if (!ownCells) for (const [k, field] of place.fields.entries()) paintCells(to, field, k);
      backdrop?.draw(to, current);
    };
    paintOnce(
      'backdrop',
      backdrop ? [current.view, ...backdrop.key(current)] : [],
      current,
      place,
      paint,
      work,
    );
  }

  /**
   * What stays the same from frame to frame is painted when it changes, and kept as a picture.
   *
   * @param {string} name
   * @param {unknown[]} what it depends on, beside the place
   * @param {NonNullable<typeof scene>} current
   * @param {ReturnType<typeof placement>} place
   * @param {Paint} paint
   * @param {(to: Paint) => void} work
   */
  function paintOnce(name, what, current, place, paint, work) {
    if (isMoving()) return work(paint);
    const { width, height } = canvas;
    const { left, top, unit, window } = place;
    const key = [
      palette,
      width,
      height,
      left,
      top,
      unit,
      ...Object.values(window),
      current.renderer,
      ...what,
    ];
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
  }

  const isMoving = () => settling !== 0 || glide !== null;

  /** @param {Scene & {renderer: Renderer}} current */
  function placement(current) {
    const width = canvas.width / ratio;
    const height = canvas.height / ratio;
    const rim = rimBelow(current, width, height);
    const inner = { width: width - 2 * RIM, height: height - RIM - rim };
    const {
      columns,
      rows,
      fields = [{ left: 0, top: 0, columns, rows }],
      first = 0,
    } = current.renderer.size(current.view, inner);
    const fit = Math.floor(Math.min(inner.width / columns, inner.height / rows) * ratio) / ratio;
    const room = { ...inner, columns, rows, fit };
    const shown = within(camera, room);
    // Cells are whole device pixels, but not while they grow: that would be seen as jerks.
    const unit = isMoving() ? fit * shown.zoom : Math.round(fit * shown.zoom * ratio) / ratio;
    const left = snap(width / 2 - unit * columns * shown.x);
    const top = snap(RIM + inner.height / 2 - unit * rows * shown.y);
    const origins = fields.map((field) => ({ x: snap(field.left * unit), y: snap(field.top * unit) }));
    const window = isWhole(camera)
      ? { left: -left, top: -top, right: width - left, bottom: height - top }
      : { left: RIM - left, top: RIM - top, right: width - RIM - left, bottom: height - rim - top };
    return { fields, first, origins, unit, left, top, room, window };
  }

  /** Where there is something to zoom, the buttons for it stand below the cells. @param {Scene & {renderer: Renderer}} current @param {number} width @param {number} height */
  function rimBelow({ renderer, view }, width, height) {
    const room = { width: width - 2 * RIM, height: height - 2 * RIM };
    const { columns, rows } = renderer.size(view, room);
    const fit = Math.min(room.width / columns, room.height / rows);
    return mostZoom({ ...room, columns, rows, fit }) > 1 && !coarse.matches ? RIM_FOR_BUTTONS : RIM;
  }

  /** @param {import('./camera.js').Room} room */
  function tellZoom(room) {
    const can = mostZoom(room) > 1;
    const wasZoomed = !isWhole(camera);
    const zoom = { can, zoomed: wasZoomed, most: camera.zoom >= mostZoom(room) - 0.01 };
    const told = JSON.stringify(zoom);
    if (told === zoomTold) return;
    zoomTold = told;
    canvas.style.touchAction = wasZoomed ? 'none' : '';
    for (const listener of zoomListeners) listener(zoom);
  }

  /** @param {(room: import('./camera.js').Room) => import('./camera.js').Camera} next */
  function look(next) {
    if (!scene) return;
    camera = next(placement(scene).room);
    glide = null;
    ask();
  }

  /** @param {(room: import('./camera.js').Room) => import('./camera.js').Camera} next */
  function glideTo(next) {
    if (!scene) return;
    const to = next(placement(scene).room);
    if (still.matches) camera = to;
    else glide = { from: camera, to, since: performance.now() };
    ask();
  }

  /** @param {number} factor @param {number} x in the browser's window @param {number} y */
  function zoomAt(factor, x, y) {
    const box = canvas.getBoundingClientRect();
    // The picture stays soft until the fingers rest.
    clearTimeout(settling);
    settling = setTimeout(settle, SETTLED);
    look((room) =>
      zoomed(camera, room, factor, x - box.left - box.width / 2, y - box.top - RIM - room.height / 2),
    );
  }

  function settle() {
    settling = 0;
    if (isWhole(camera)) camera = WHOLE;
    ask();
  }

  /** Whole device pixels keep the grid crisp. @param {number} length */
  function snap(length) {
    return Math.round(length * ratio) / ratio;
  }

  /** @param {string} token */
  function colour(token) {
    let value = colours.get(token);
    if (value === undefined) {
      canvas.style.color = `var(--${token})`;
      value = getComputedStyle(canvas).color;
      canvas.style.color = '';
      colours.set(token, value);
    }
    return value;
  }

  /** @param {ResizeObserverEntry[]} entries */
  function resized(entries) {
    const entry = entries[0];
    if (!entry) return;
    const device = entry.devicePixelContentBoxSize?.[0];
    const box = entry.contentRect;
    canvas.width = pixels(box.width, device?.inlineSize);
    canvas.height = pixels(box.height, device?.blockSize);
    ratio = canvas.width / Math.max(1, box.width);
    if (scene) paintScene(scene);
  }

  /** @param {import('./pointer.js').Kind} type @param {PointerEvent} event @param {number} button */
  function point(type, event, button) {
    if (!scene) return false;
    const box = canvas.getBoundingClientRect();
    const place = placement(scene);
    if (place.unit <= 0) return false;
    const cell = cellAt(place, event.clientX - box.left - place.left, event.clientY - box.top - place.top);
    pointAt(type, event.pointerType, cell.field >= 0 ? cell : null);
    let taken = false;
    for (const listener of listeners) {
      if (listener({ type, ...cell, button, pointerType: event.pointerType, pointer: event.pointerId }))
        taken = true;
    }
    return taken && type === 'down';
  }

  /** The cell with a frame and with its coordinates. @param {string} type @param {string} pointerType @param {Pointed | null} cell */
  function pointAt(type, pointerType, cell) {
    const isTouch = pointerType === 'touch';
    // A finger leaves at once, so what it tapped stays until it is tapped again.
    if (isTouch ? type !== 'up' : type === 'down' || type === 'up') return;
    const next = type === 'leave' ? null : cell;
    const same =
      next && pointed?.field === next.field && pointed.column === next.column && pointed.row === next.row;
    if (same ? !isTouch : next === pointed) return;
    pointed = same ? null : next;
    ask();
  }

  const observer = new ResizeObserver(resized);
  try {
    observer.observe(canvas, { box: 'device-pixel-content-box' });
  } catch {
    observer.observe(canvas);
  }
  const undo = [
    () => observer.disconnect(),
    () => cancelAnimationFrame(drawing),
    // Words that were painted in another font are painted anew.
    on(document.fonts, /** @type {any} */ ('loadingdone'), repaint),
    onRatioChange(() => canvas.isConnected && resized([measured(canvas)])),
    bindPointer(canvas, {
      point,
      canZoom: () => scene !== null && mostZoom(placement(scene).room) > 1,
      isZoomed: () => !isWhole(camera),
      pan: (dx, dy) => look((room) => panned(camera, room, dx, dy)),
      zoom: zoomAt,
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
      if (plan !== `${game} ${columns} ${rows}`) {
        plan = `${game} ${columns} ${rows}`;
        camera = WHOLE;
        glide = null;
      }
      scene = { renderer, view, previous, progress: motion ? 0 : 1, names };
      ask();
    },
    /** The theme changed: colours are read anew. */
    repaint,
    toggleCoordinates() {
      coordinates = !coordinates;
      ask();
    },
    /** What the players drew on the turn that is shown. @param {{player: number, marks: import('../match/types.js').Mark[]}[]} next */
    draw(next) {
      drawings = next.filter(({ marks }) => marks.length > 0);
      ask();
    },
    toggleDrawings() {
      showsDrawings = !showsDrawings;
      ask();
    },
    /** Paints anew with the next frame. */
    ask,
    /** Hears what is done on the cells. @param {PointListener} listener @returns {() => void} */
    onPoint(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Paints above the board, in every frame. @param {Overlay | null} paint */
    setOverlay(paint) {
      overlay = paint;
      ask();
    },
    /** Two people play with a finger each, or not. @param {boolean} on */
    share(on) {
      shared = on;
    },
    /** @param {string} cursor as CSS has it; '' for the usual one */
    setCursor(cursor) {
      canvas.style.cursor = cursor;
    },
    /** Larger (1) or smaller (-1) about the middle; 0 shows everything. @param {1 | -1 | 0} by */
    zoom(by) {
      glideTo((room) => (by ? zoomed(camera, room, ZOOM_STEP ** by, 0, 0) : WHOLE));
    },
    /** Hears whether there is something to zoom, now and when it changes. @param {(zoom: Zoom) => void} listener */
    onZoom(listener) {
      zoomListeners.add(listener);
      if (zoomTold) listener(JSON.parse(zoomTold));
      return () => zoomListeners.delete(listener);
    },
    /** For fingers: the cells around this one, large enough to be hit. @param {number} column @param {number} row */
    approach(column, row) {
      if (coarse.matches) glideTo((room) => near(room, column, row));
    },
    /** Brings a cell of the first field into view, where only a part is shown. @param {number} column @param {number} row */
    reveal(column, row) {
      if (!isWhole(camera)) glideTo((room) => revealing(camera, room, column, row));
    },
    destroy() {
      for (const work of undo) work();
    },
  };
}

/**
 * @param {{fields: Field[], origins: {x: number, y: number}[], unit: number}} place
 * @param {number} left
 * @param {number} top
 */
function cellAt({ fields, origins, unit }, left, top) {
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

/** @typedef {ReturnType<typeof createBoard>} Board */
