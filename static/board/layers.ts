import type { Mark } from '../match/types.ts';
import type { Overlay, Paint, Pointed, Renderer, Scene } from './board.ts';
import { paintCells, paintCoordinates, paintPointed } from './cells.ts';
import { createColours } from './colours.ts';
import { paintDrawings } from './marks.ts';
import { createPicture } from './picture.ts';
import type { Placement } from './placement.ts';

// The layers of the board, from the bottom to the top: the cells and the backdrop, the game, the bots' marks, a human's
// plan, the frame of the pointed cell, and the coordinates.

type Current = Scene & { renderer: Renderer };

type Drawing = { player: number; marks: Mark[] };

interface How {
  /** Device pixels of a CSS pixel. */
  ratio: number;
  /** The user is zooming. */
  moving: boolean;
  /** Only a part of the board is visible. */
  isPart: boolean;
  pointed: Pointed | null;
}

export function createLayers(canvas: HTMLCanvasElement, changed: () => void) {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d canvas');
  const pen = context;
  const colours = createColours(canvas);
  const keep = createPictures(canvas);
  let overlay: Overlay | null = null;
  let drawings: Drawing[] = [];
  let showsDrawings = true;
  /** How coordinates are counted, as somebody has chosen; null: only those of the pointed cell are shown. */
  let chosen: 'first' | 'viewFirst' | null | undefined;
  /** What stands beside the board and names cells: a puzzle, a game of a step, a task. */
  const naming: Set<string> = new Set();
  /** A finger points at no cell before it orders, and has no key that shows coordinates: there they always stand at the rim. */
  const isTouched = matchMedia('(hover: none)').matches;
  const coordinates = () => {
    if (chosen !== undefined) return chosen;
    if (naming.has('task')) return 'viewFirst';
    return isTouched || naming.size > 0 ? 'first' : null;
  };
  /** Whether bots' views count them in another way. */
  let hasTwoCounts = false;

  function paintBoard(current: Current, place: Placement, paint: Paint, how: How) {
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
    paint(current: Current, place: Placement, how: How) {
      const { unit, origins, window, fields } = place;
      const counted = coordinates();
      const first = place[counted ?? 'first'];
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
        if (counted || here) paintCoordinates(paint, { ...field, first }, k, here, naming.has('task'));
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
        const now = coordinates();
        if (now === null) chosen = 'first';
        else chosen = now === 'first' && hasTwoCounts ? 'viewFirst' : null;
        changed();
      },
      /**
       * Sentences beside the board name cells, or no longer do: coordinates are shown meanwhile, unless somebody has chosen.
       * A task is to be read off the board by its program's count, so there all of them are shown, as views count.
       */
      nameCells(what: 'puzzle' | 'step' | 'task', isOn: boolean) {
        if (isOn) naming.add(what);
        else naming.delete(what);
        changed();
      },
      /** The marks of the players on the turn that is shown. */
      draw(next: Drawing[]) {
        drawings = next.filter(({ marks }) => marks.length > 0);
        changed();
      },
      toggleDrawings() {
        showsDrawings = !showsDrawings;
        changed();
      },
      /** Sets what is painted above the board in every frame. */
      setOverlay(paint: Overlay | null) {
        overlay = paint;
        changed();
      },
    },
  };
}

function clipTo(pen: CanvasRenderingContext2D, { left, top, right, bottom }: Placement['window']) {
  pen.beginPath();
  pen.rect(left, top, right - left, bottom - top);
  pen.clip();
}

function paintBackdrop(paint: Paint, current: Current, { fields }: Placement) {
  const { ownCells, backdrop } = current.renderer;
  if (!ownCells) for (const [k, field] of fields.entries()) paintCells(paint, field, k);
  backdrop?.draw(paint, current);
}

/** Paints what stays the same from frame to frame only when it changes, and caches it as a picture. */
function createPictures(canvas: HTMLCanvasElement) {
  const pictures: Record<string, ReturnType<typeof createPicture>> = {};
  /** Counts how often colours or fonts changed. */
  let palette = 0;

  return {
    /** @param what it depends on, beside the place */
    paint(
      name: string,
      what: unknown[],
      place: Placement,
      paint: Paint,
      { ratio, moving }: How,
      work: (to: Paint) => void,
    ) {
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
