import { on } from './dom.js';

/**
 * The canvas: its size, its pixels, its colours, its clock and the pointer. What a game looks like is in games/.
 *
 * @typedef {object} Paint what a renderer draws with; lengths are CSS pixels, (0, 0) is the corner of cell (0, 0)
 * @property {CanvasRenderingContext2D} context
 * @property {number} unit the side of a cell
 * @property {(token: string) => string} colour a design token by name, without its dashes
 *
 * @typedef {object} Scene
 * @property {any} view
 * @property {any} previous the view one turn before, or null
 * @property {number} progress 0..1, how far the step from `previous` to `view` has come
 *
 * @typedef {object} Renderer
 * @property {string} name
 * @property {(view: any) => {columns: number, rows: number}} size
 * @property {(paint: Paint, scene: Scene) => void} draw
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
  /** @type {{column: number, row: number} | null} */
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
    const paint = { context: pen, unit: place.unit, colour };
    paintCells(paint, place.columns, place.rows);
    current.renderer.draw(paint, current);
    if (pointed) paintPointed(paint, pointed);
    if (coordinates || pointed) paintCoordinates(paint, place, pointed);
  }

  /** @param {Scene & {renderer: Renderer}} current */
  function placement(current) {
    const { columns, rows } = current.renderer.size(current.view);
    const width = canvas.width / ratio;
    const height = canvas.height / ratio;
    const unit = Math.floor(Math.min((width - 2 * RIM) / columns, (height - 2 * RIM) / rows) * ratio) / ratio;
    const left = snap((width - unit * columns) / 2);
    const top = snap((height - unit * rows) / 2);
    return { columns, rows, unit, left, top };
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
    const column = Math.floor((event.clientX - box.left - place.left) / place.unit);
    const row = Math.floor((event.clientY - box.top - place.top) / place.unit);
    const inside = column >= 0 && row >= 0 && column < place.columns && row < place.rows;
    const next = inside ? { column, row } : null;
    if (next?.column === pointed?.column && next?.row === pointed?.row) return;
    pointed = next;
    ask();
  }

  function unpoint() {
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
    on(canvas, 'pointermove', point),
    on(canvas, 'pointerdown', point),
    on(canvas, 'pointerleave', unpoint),
  ];

  return {
    /**
     * @param {string} game
     * @param {any} view
     * @param {any} previous
     * @param {number} milliseconds how long the step may take; 0 shows it at once
     */
    show(game, view, previous, milliseconds) {
      motion = previous && !still.matches ? milliseconds : 0;
      started = performance.now();
      scene = { renderer: rendererOf(game), view, previous, progress: motion ? 0 : 1 };
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

/** @param {Paint} paint @param {number} columns @param {number} rows */
function paintCells({ context, unit, colour }, columns, rows) {
  context.fillStyle = colour('line');
  context.beginPath();
  context.roundRect(-1, -1, columns * unit + 2, rows * unit + 2, 3);
  context.fill();
  context.fillStyle = colour('cell');
  context.beginPath();
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      context.roundRect(column * unit + 0.5, row * unit + 0.5, unit - 1, unit - 1, 2);
    }
  }
  context.fill();
}

/** @param {Paint} paint @param {{column: number, row: number}} cell */
function paintPointed({ context, unit, colour }, { column, row }) {
  context.strokeStyle = colour('accent');
  context.lineWidth = 1.5;
  context.beginPath();
  context.roundRect(column * unit + 1, row * unit + 1, unit - 2, unit - 2, 2);
  context.stroke();
}

/**
 * @param {Paint} paint
 * @param {{columns: number, rows: number}} size
 * @param {{column: number, row: number} | null} pointed
 */
function paintCoordinates({ context, unit, colour }, { columns, rows }, pointed) {
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  /** @param {number} n @param {boolean} chosen @param {number} x @param {number} y */
  const label = (n, chosen, x, y) => {
    context.font = `${chosen ? 700 : 400} 12px "JetBrains Mono Variable", monospace`;
    context.fillStyle = colour(chosen ? 'accent' : 'ink-2');
    context.fillText(String(n), x, y);
  };
  for (let column = 0; column < columns; column += 1) {
    const x = (column + 0.5) * unit;
    label(column, pointed?.column === column, x, -RIM / 2);
    label(column, pointed?.column === column, x, rows * unit + RIM / 2);
  }
  for (let row = 0; row < rows; row += 1) {
    const y = (row + 0.5) * unit;
    label(row, pointed?.row === row, -RIM / 2, y);
    label(row, pointed?.row === row, columns * unit + RIM / 2, y);
  }
}

/** @typedef {ReturnType<typeof createBoard>} Board */
