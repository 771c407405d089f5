import { on } from '../base/ui/dom.ts';
import { createLayers } from './layers.ts';
import type { Ground } from './marks.ts';
import { createSurface } from './pixels.ts';
import { cellAt, placementOf } from './placement.ts';
import { createPointed } from './pointed.ts';
import type { Kind } from './pointer.ts';
import { bindPointer } from './pointer.ts';
import { createZoom } from './zoom.ts';

// A board on a canvas. This module connects its parts: placement, layers, zoom and pointer. The look of each game is in
// games/.

/** What a renderer draws with; lengths are CSS pixels, (0, 0) is the corner of cell (0, 0). */
export interface Paint {
  context: CanvasRenderingContext2D;
  /** The side of a cell. */
  unit: number;
  /** The corner of every field, on whole device pixels. */
  origins: { x: number; y: number }[];
  /** A design token by name, without its dashes. */
  colour: (token: string) => string;
  /** The visible part. */
  window: { left: number; top: number; right: number; bottom: number };
  /** The user is zooming: speed matters more than sharp lines. */
  moving: boolean;
}

export interface Scene {
  view: any;
  /** The view one turn before, or null. */
  previous: any;
  /** 0..1, how far the step from `previous` to `view` has come. */
  progress: number;
  /** What the players are called. */
  names: string[];
  /** Somebody is to choose a move: what only shows how it came to this does not cover cells. */
  choosing: boolean;
}

/** A grid of cells with coordinates of its own. */
export type Field = { left: number; top: number; columns: number; rows: number };

/** Lengths are cells. */
export interface Plan {
  /** Of everything that is drawn. */
  columns: number;
  rows: number;
  /** Where the grids are; not said: one that is all of it. */
  fields?: Field[];
  /** The coordinate of the first column and row, in the game's protocol and in sentences. */
  first?: number;
  /** The same in the views that bots get, where it is another. */
  viewFirst?: number;
}

export interface Renderer {
  name: string;
  /** The box is the room there is, in CSS pixels. */
  size: (view: any, box: { width: number; height: number }) => Plan;
  draw: (paint: Paint, scene: Scene) => void;
  /** What lies still below what `draw` paints. It is painted once for a view and a key, and cached as a picture. */
  backdrop?: { key: (scene: Scene) => unknown[]; draw: (paint: Paint, scene: Scene) => void };
  /** The shape of the room it needs. */
  shape?: 'square' | 'free';
  /** It draws the empty cells as well. */
  ownCells?: boolean;
  /** Where what a player draws stands; not said: on the first field, its rows and columns from 0. */
  ground?: (player: number) => Ground;
}

export type Pointed = { field: number; column: number; row: number };

/** What a mouse or a finger does on the cells; pointer.ts says who gets a drag. */
export interface PointEvent {
  /** `leave`: the pointer is gone, or the press was not meant for the cells. */
  type: Kind;
  /** -1: outside of all; then column and row count from the corner of the first one. */
  field: number;
  column: number;
  row: number;
  /** Where in the cell, 0..1. */
  x: number;
  y: number;
  /** 0, or 2 for the right one and for a tap with a second finger; -1: none is pressed. */
  button: number;
  pointerType: string;
  /** Which one of several fingers it is. */
  pointer: number;
}

/** true for a `down`: the drag is the listener's. */
export type PointListener = (event: PointEvent) => boolean | void;

export type Overlay = (paint: Paint, scene: Scene) => void;

/** Whether the board can be zoomed, whether it is, whether to the most, and whether it has to be for its numbers to be read. */
export type Zoom = { can: boolean; zoomed: boolean; most: boolean; small: boolean };

export function createBoard(canvas: HTMLCanvasElement, rendererOf: (game: string) => Renderer) {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  /** Touch screens zoom by pinching and need no buttons. */
  const coarse = matchMedia('(pointer: coarse)');
  let scene: (Scene & { renderer: Renderer }) | null = null;
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

  function draw(now: number) {
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

  function cellUnder({ clientX, clientY }: PointerEvent) {
    const here = place();
    if (!here || here.unit <= 0) return null;
    const box = canvas.getBoundingClientRect();
    return cellAt(here, clientX - box.left - here.left, clientY - box.top - here.top);
  }

  const undo = [
    () => cancelAnimationFrame(frame),
    surface.watch(paint),
    // Texts that were painted in a fallback font are painted anew.
    on(document.fonts, 'loadingdone' as any, layers.controls.repaint),
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
    /** @param milliseconds how long the step may take; 0 shows it at once */
    show(game: string, view: any, previous: any, milliseconds: number, names: string[]) {
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
    /** Sets whether somebody is to choose a move from what is shown. */
    choose(on: boolean) {
      choosing = on;
      ask();
    },
    /** Repaints with the next frame. */
    ask,
    onPoint: pointed.onPoint,
    ...layers.controls,
    ...zoom.controls,
    /** Sets whether two people play with a finger each. */
    share(on: boolean) {
      shared = on;
    },
    /** @param cursor a CSS cursor; '' for the usual one */
    setCursor(cursor: string) {
      canvas.style.cursor = cursor;
    },
    destroy() {
      for (const work of undo) work();
    },
  };
}

export type Board = ReturnType<typeof createBoard>;
