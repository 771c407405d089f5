import { on } from '../base/ui/dom.js';

// A canvas has as many pixels as the screen has where it stands.

/**
 * The browser knows the size in device pixels best, except where it emulates another screen and tells its own.
 *
 * @param {number} length in CSS pixels
 * @param {number | undefined} told in device pixels
 */
export function pixels(length, told) {
  const computed = length * (devicePixelRatio || 1);
  return Math.max(1, told && Math.abs(told - computed) < 2 ? told : Math.round(computed));
}

/** @param {HTMLCanvasElement} canvas */
export function measured(canvas) {
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
export function onRatioChange(changed) {
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
