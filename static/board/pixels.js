import { on } from '../base/ui/dom.js';

// Keeps the pixels of a canvas equal to those of the screen.

/** @typedef {{width: number, height: number, ratio: number}} Size in CSS pixels; ratio: device pixels of one of them */

/**
 * The browser's own size in device pixels is the most exact, except when it emulates another screen and reports the
 * real one.
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
 * Calls back when the window moves to a screen of another density, or is zoomed.
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

/**
 * Keeps the canvas as large in device pixels as it is on the screen.
 *
 * @param {HTMLCanvasElement} canvas
 */
export function createSurface(canvas) {
  let ratio = 1;

  /** @param {ResizeObserverEntry} entry */
  function resize({ contentRect: box, devicePixelContentBoxSize: [device] = [] }) {
    canvas.width = pixels(box.width, device?.inlineSize);
    canvas.height = pixels(box.height, device?.blockSize);
    ratio = canvas.width / Math.max(1, box.width);
  }

  return {
    /** @returns {Size} */
    size: () => ({ width: canvas.width / ratio, height: canvas.height / ratio, ratio }),

    /** @param {() => void} changed the canvas is empty now @returns {() => void} */
    watch(changed) {
      const observer = new ResizeObserver(([entry]) => {
        if (!entry) return;
        resize(entry);
        changed();
      });
      try {
        observer.observe(canvas, { box: 'device-pixel-content-box' });
      } catch {
        observer.observe(canvas);
      }
      const forget = onRatioChange(() => {
        if (!canvas.isConnected) return;
        resize(measured(canvas));
        changed();
      });
      return () => {
        observer.disconnect();
        forget();
      };
    },
  };
}
