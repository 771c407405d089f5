import { on } from './dom.js';

/**
 * The canvas: its size, its pixels, its colours, its clock and the pointer. What a game looks like is in games/.
 *
 * @typedef {object} Paint what a renderer draws with; lengths are CSS pixels, (0, 0) is the corner of cell (0, 0)
 * @property {CanvasRenderingContext2D} context
 * @property {number} unit the side of a cell
 * @property {{x: number, y: number}[]} origins the corner of every field, on whole device pixels
 * @property {(token: string) => string} colour a design token by name, without its dashes
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
 * @property {'square' | 'free'} [shape] of the room it wants
 * @property {boolean} [ownCells] it draws the empty cells as well
 *
 * @typedef {{field: number, column: number, row: number}} Pointed
 */

/** Room around the cells for the coordinates. */
const RIM = 20;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {(game: string) => Renderer} rendererOf
 */
export function createBoard(canvas, rendererOf) {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d canvas');
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  /** @type {Map<string, string>} */
  const colours = new Map();
  /** @type {(Scene & {renderer: Renderer}) | null} */
  let scene = null;
  /** @type {Pointed | null} */
  let pointed = null;
  let coordinates = false;
  let ratio = 1;
  let drawing = 0;
  let started = 0;
  let motion = 0;

  function ask() {
    if (!drawing) drawing = requestAnimationFrame(draw);
  }

  /** @param {number} now */
  function draw(now) {
    drawing = 0;
    if (!scene || !canvas.width) return;
    scene.progress = motion > 0 ? Math.min(1, Math.max(0, (now - started) / motion)) : 1;
    paintScene(scene);
    if (scene.progress < 1) ask();
  }

  /** @param {Scene & {renderer: Renderer}} current */
  function paintScene(current) {
    const pen = /** @type {CanvasRenderingContext2D} */ (context);
    const place = placement(current);
    // Hidden, as on a phone while its keyboard is open.
    if (place.unit <= 0) return;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.translate(place.left, place.top);
    const paint = { context: pen, unit: place.unit, colour, origins: place.origins };
    if (!current.renderer.ownCells)
      for (const [k, field] of place.fields.entries()) paintCells(paint, field, k);
    current.renderer.draw(paint, current);
    if (pointed) paintPointed(paint, pointed);
    for (const [k, field] of place.fields.entries()) {
      const here = pointed?.field === k ? pointed : null;
      if (coordinates || here) paintCoordinates(paint, { ...field, first: place.first, field: k }, here);
    }
  }

  /** @param {Scene & {renderer: Renderer}} current */
  function placement(current) {
    const width = canvas.width / ratio;
    const height = canvas.height / ratio;
    const room = { width: width - 2 * RIM, height: height - 2 * RIM };
    const {
      columns,
      rows,
      fields = [{ left: 0, top: 0, columns, rows }],
      first = 0,
    } = current.renderer.size(current.view, room);
    const unit = Math.floor(Math.min((width - 2 * RIM) / columns, (height - 2 * RIM) / rows) * ratio) / ratio;
    const left = snap((width - unit * columns) / 2);
    const top = snap((height - unit * rows) / 2);
    const origins = fields.map((field) => ({ x: snap(field.left * unit), y: snap(field.top * unit) }));
    return { fields, first, origins, unit, left, top };
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

  /** @param {PointerEvent} event */
  function point(event) {
    if (!scene) return;
    const box = canvas.getBoundingClientRect();
    const place = placement(scene);
    const next = cellAt(place, event.clientX - box.left - place.left, event.clientY - box.top - place.top);
    const same =
      next && pointed?.field === next.field && pointed.column === next.column && pointed.row === next.row;
    // A finger leaves at once, so what it points at stays until it is touched again.
    if (same && (event.type !== 'pointerdown' || event.pointerType === 'mouse')) return;
    pointed = same ? null : next;
    ask();
  }

  /** @param {PointerEvent} event */
  function unpoint(event) {
    if (event.pointerType === 'touch') return;
    pointed = null;
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
    onRatioChange(() => canvas.isConnected && resized([measured(canvas)])),
    on(canvas, 'pointermove', (event) => event.pointerType !== 'touch' && point(event)),
    on(canvas, 'pointerdown', point),
    on(canvas, 'pointerleave', unpoint),
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
      canvas.dataset.shape = rendererOf(game).shape ?? 'square';
      scene = { renderer: rendererOf(game), view, previous, progress: motion ? 0 : 1, names };
      ask();
    },
    /** The theme changed: colours are read anew. */
    repaint() {
      colours.clear();
      ask();
    },
    toggleCoordinates() {
      coordinates = !coordinates;
      ask();
    },
    destroy() {
      for (const work of undo) work();
    },
  };
}

/**
 * The browser knows the size in device pixels best, except where it emulates another screen and tells its own.
 *
 * @param {number} length in CSS pixels
 * @param {number | undefined} told in device pixels
 */
function pixels(length, told) {
  const computed = length * (devicePixelRatio || 1);
  return Math.max(1, told && Math.abs(told - computed) < 2 ? told : Math.round(computed));
}

/** @param {HTMLCanvasElement} canvas */
function measured(canvas) {
  return /** @type {ResizeObserverEntry} */ (
    /** @type {unknown} */ ({ contentRect: canvas.getBoundingClientRect() })
  );
}

/**
 * Tells when the window moves to a screen of another density, or is zoomed.
 *
 * @param {() => void} changed
 * @returns {() => void}
 */
function onRatioChange(changed) {
  /** @type {() => void} */
  let forget = () => {};
  function watch() {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    forget = on(
      query,
      /** @type {any} */ ('change'),
      () => {
        watch();
        changed();
      },
      { once: true },
    );
  }
  watch();
  return () => forget();
}

/** @param {Paint} paint @param {Field} field @param {number} k which field it is */
function paintCells({ context, unit, colour, origins }, { columns, rows }, k) {
  const { x = 0, y = 0 } = origins[k] ?? {};
  context.fillStyle = colour('line');
  context.beginPath();
  context.roundRect(x - 1, y - 1, columns * unit + 2, rows * unit + 2, 3);
  context.fill();
  context.fillStyle = colour('cell');
  context.beginPath();
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      context.roundRect(x + column * unit + 0.5, y + row * unit + 0.5, unit - 1, unit - 1, 2);
    }
  }
  context.fill();
}

/**
 * @param {{fields: Field[], origins: {x: number, y: number}[], unit: number}} place
 * @param {number} x
 * @param {number} y
 * @returns {Pointed | null}
 */
function cellAt({ fields, origins, unit }, x, y) {
  for (const [field, { columns, rows }] of fields.entries()) {
    const column = Math.floor((x - (origins[field]?.x ?? 0)) / unit);
    const row = Math.floor((y - (origins[field]?.y ?? 0)) / unit);
    if (column >= 0 && row >= 0 && column < columns && row < rows) return { field, column, row };
  }
  return null;
}

/** @param {Paint} paint @param {Pointed} cell */
function paintPointed({ context, unit, colour, origins }, { field, column, row }) {
  const { x = 0, y = 0 } = origins[field] ?? {};
  context.strokeStyle = colour('accent');
  context.lineWidth = 1.5;
  context.beginPath();
  context.roundRect(x + column * unit + 1, y + row * unit + 1, unit - 2, unit - 2, 2);
  context.stroke();
}

/** Where cells are smaller than this, only every fifth coordinate has room. */
const ROOM_FOR_NUMBER = 17;

/**
 * @param {Paint} paint
 * @param {{columns: number, rows: number, first: number, field: number}} grid
 * @param {Pointed | null} pointed
 */
function paintCoordinates({ context, unit, colour, origins }, { columns, rows, first, field }, pointed) {
  const { x: left = 0, y: top = 0 } = origins[field] ?? {};
  const every = unit < ROOM_FOR_NUMBER ? 5 : 1;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  /** @param {number} k @param {number | undefined} chosen @param {[number, number][]} places */
  const label = (k, chosen, places) => {
    // Beside the one pointed at, no other number, where they would touch.
    const near = chosen === undefined || every === 1 || Math.abs(k - chosen) > 1;
    if (k !== chosen && ((k + first) % every !== 0 || !near)) return;
    context.font = `${k === chosen ? 700 : 400} 12px "JetBrains Mono Variable", monospace`;
    context.fillStyle = colour(k === chosen ? 'accent' : 'ink-2');
    for (const [x, y] of places) context.fillText(String(k + first), x, y);
  };
  for (let column = 0; column < columns; column += 1) {
    const x = left + (column + 0.5) * unit;
    label(column, pointed?.column, [
      [x, top - RIM / 2],
      [x, top + rows * unit + RIM / 2],
    ]);
  }
  for (let row = 0; row < rows; row += 1) {
    const y = top + (row + 0.5) * unit;
    label(row, pointed?.row, [
      [left - RIM / 2, y],
      [left + columns * unit + RIM / 2, y],
    ]);
  }
}

/** @typedef {ReturnType<typeof createBoard>} Board */
