import { on } from '../base/ui/dom.ts';

// Keeps the pixels of a canvas equal to those of the screen.

/** In CSS pixels; ratio: device pixels of one of them. */
export type Size = { width: number; height: number; ratio: number };

/**
 * The browser's own size in device pixels is the most exact, except when it emulates another screen and reports the
 * real one.
 * @param length in CSS pixels
 * @param told in device pixels
 */
function pixels(length: number, told: number | undefined) {
  const computed = length * (devicePixelRatio || 1);
  return Math.max(1, told && Math.abs(told - computed) < 2 ? told : Math.round(computed));
}

function measured(canvas: HTMLCanvasElement) {
  return { contentRect: canvas.getBoundingClientRect() } as unknown as ResizeObserverEntry;
}

/** Calls back when the window moves to a screen of another density, or is zoomed. */
function onRatioChange(changed: () => void): () => void {
  let forget: () => void = () => {};
  function watch() {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    forget = on(
      query,
      'change' as any,
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

/** Keeps the canvas as large in device pixels as it is on the screen. */
export function createSurface(canvas: HTMLCanvasElement) {
  let ratio = 1;

  function resize({ contentRect: box, devicePixelContentBoxSize: [device] = [] }: ResizeObserverEntry) {
    canvas.width = pixels(box.width, device?.inlineSize);
    canvas.height = pixels(box.height, device?.blockSize);
    ratio = canvas.width / Math.max(1, box.width);
  }

  return {
    size: (): Size => ({ width: canvas.width / ratio, height: canvas.height / ratio, ratio }),

    /** @param changed the canvas is empty now */
    watch(changed: () => void): () => void {
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
