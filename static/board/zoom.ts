import type { Zoom } from './board.ts';
import type { Camera, Room } from './camera.ts';
import {
  between,
  isSmall,
  isWhole,
  mostZoom,
  near,
  panned,
  revealing,
  WHOLE,
  within,
  zoomed,
} from './camera.ts';
import { RIM } from './cells.ts';

// Zooming and panning: moves the camera, also step by step in an animation.

/** The time after the last pinch or wheel until the picture becomes crisp again, in milliseconds. */
const SETTLED = 130;
/** The duration of a zoom by button or key. */
const GLIDE = 160;
const ZOOM_STEP = 1.5;

/**
 * @param coarse whether the main pointer is a finger
 * @param room null: nothing is shown
 */
export function createZoom(
  canvas: HTMLCanvasElement,
  coarse: MediaQueryList,
  room: () => Room | null,
  changed: () => void,
) {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  /** The board that the camera belongs to. */
  let board = '';
  let camera = WHOLE;
  let glide: { from: Camera; to: Camera; since: number } | null = null;
  let settling: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<(zoom: Zoom) => void>();
  let told = '';

  function look(next: (room: Room) => Camera) {
    const here = room();
    if (!here) return;
    camera = next(here);
    glide = null;
    changed();
  }

  function glideTo(next: (room: Room) => Camera) {
    const here = room();
    if (!here) return;
    const to = next(here);
    if (still.matches) camera = to;
    else glide = { from: camera, to, since: performance.now() };
    changed();
  }

  function settle() {
    settling = undefined;
    if (isWhole(camera)) camera = WHOLE;
    changed();
  }

  return {
    camera: () => camera,
    isZoomed: () => !isWhole(camera),
    isMoving: () => settling !== undefined || glide !== null,
    /** Whether the board can be zoomed. */
    isOffered() {
      const here = room();
      return here !== null && mostZoom(here) > 1;
    },

    /**
     * Shows all of a new board.
     * @param name the same for the same board
     */
    use(name: string) {
      if (board === name) return;
      board = name;
      camera = WHOLE;
      glide = null;
    },

    /** @returns whether the animation goes on */
    advance(now: number): boolean {
      if (!glide) return false;
      const { from, to, since } = glide;
      const share = Math.min(1, Math.max(0, (now - since) / GLIDE));
      camera = share < 1 ? between(from, to, 1 - (1 - share) ** 2) : to;
      if (share >= 1) glide = null;
      return glide !== null;
    },

    tell(room: Room) {
      const most = mostZoom(room);
      const zoom: Zoom = {
        ...{ can: most > 1, zoomed: !isWhole(camera), most: camera.zoom >= most - 0.01 },
        small: isSmall(room),
      };
      const next = JSON.stringify(zoom);
      if (next === told) return;
      told = next;
      canvas.style.touchAction = zoom.zoomed ? 'none' : '';
      for (const listener of listeners) listener(zoom);
    },

    /** @param dx in CSS pixels */
    pan: (dx: number, dy: number) => look((room) => panned(camera, room, dx, dy)),

    /** @param x in the browser's window */
    zoomAt(factor: number, x: number, y: number) {
      const box = canvas.getBoundingClientRect();
      // The picture stays soft until the fingers rest.
      clearTimeout(settling);
      settling = setTimeout(settle, SETTLED);
      look((room) =>
        zoomed(camera, room, factor, x - box.left - box.width / 2, y - box.top - RIM - room.height / 2),
      );
    },

    controls: {
      camera: () => camera,
      /** Shows the part of the board that was seen before. */
      look: (before: Camera) => look((here) => within(before, here)),
      /** Zooms in (1) or out (-1) about the middle; 0 shows everything. */
      zoom(by: 1 | -1 | 0) {
        glideTo((room) => (by ? zoomed(camera, room, ZOOM_STEP ** by, 0, 0) : WHOLE));
      },
      /** Adds a listener for the zoom; it is called now and at every change. */
      onZoom(listener: (zoom: Zoom) => void) {
        listeners.add(listener);
        if (told) listener(JSON.parse(told));
      },
      /** On touch screens: zooms in around this cell until cells can be hit. */
      approach(column: number, row: number) {
        if (coarse.matches) glideTo((room) => near(room, column, row));
      },
      /** Brings a cell of the first field into view if only a part is visible. */
      reveal(column: number, row: number) {
        if (!isWhole(camera)) glideTo((room) => revealing(camera, room, column, row));
      },
    },
  };
}
