// Draws the bracket of an elimination below the standings in their picture.

import { pointsText, t } from '../../base/words/index.ts';
import type { Box, Drawing, Part } from '../../contest/bracket/layout.ts';
import { hasScore, layOut, seedsIn } from '../../contest/bracket/layout.ts';
import {
  DECIDED,
  GAP,
  HEIGHT,
  joined,
  PARTS,
  roundsOf,
  STEP,
  sideWords,
  WIDTH,
} from '../../contest/bracket/view.tsx';
import type { Summary } from '../../contest/types.ts';

/** The height of each line above a part (its name, and the names of its rounds), in pixels. */
const LINE = 24;
/** The space between two parts, in pixels. */
const BELOW = 16;
/** Pixels from the edge of a box to a side's seed and to its name, and from its points to the other edge. */
const [SEED, NAME, POINTS] = [22, 28, 24];

/** The tools for drawing. fitted: cuts a text that is too long */
interface Sheet {
  context: CanvasRenderingContext2D;
  font: string;
  colour: (token: string) => string;
  fitted: (text: string, room: number) => string;
}

/**
 * @param names the names of the entrants
 * @returns notes: the meanings of its signs; draw: draws it at the left edge, a number of pixels from the top
 */
export function bracketPicture({ pairings }: Summary, names: readonly string[], isDouble: boolean) {
  const parts = layOut(pairings, isDouble);
  const shown = PARTS.filter((part) => parts[part].boxes.length > 0);
  const seeds = seedsIn(pairings);
  const heads = isDouble ? 2 : 1;
  const heightOf = ({ rows }: Drawing) => heads * LINE + rows * STEP + BELOW;

  function drawBox(sheet: Sheet, box: Box, top: number) {
    const { context, colour } = sheet;
    const left = box.column * (WIDTH + GAP);
    const middle = top + box.y * STEP + STEP / 2;
    context.strokeStyle = colour('line');
    context.setLineDash(box.pairing ? [] : [4, 4]);
    context.strokeRect(left + 0.5, middle - HEIGHT / 2 + 0.5, WIDTH - 1, HEIGHT - 1);
    context.setLineDash([]);
    for (const [k, side] of box.sides.entries()) {
      const y = box.sides.length < 2 ? middle : middle + (k - 0.5) * (HEIGHT / 2 - 4);
      drawSide(sheet, { box, k, left, y }, side.player);
    }
  }

  function drawSide(
    { context, font, colour, fitted }: Sheet,
    { box: { sides, pairing }, k, left, y }: { box: Box; k: number; left: number; y: number },
    player: number | null,
  ) {
    const hasWon = player !== null && pairing?.winner === player && sides.length > 1;
    const write = (text: string, x: number, token: string, size = 14) => {
      context.font = `${hasWon && size > 12 ? 600 : 400} ${size}px ${font}`;
      context.fillStyle = colour(token);
      context.fillText(text, x, y);
    };
    context.textAlign = 'right';
    if (player !== null) write(String(seeds.get(player) ?? ''), left + SEED, 'ink-2', 12);
    const sign = pairing && hasWon ? (DECIDED.find(([, , isSo]) => isSo(pairing))?.[1] ?? '') : '';
    const score = pairing && hasScore(pairing) ? pointsText(pairing.points[k] ?? 0) + sign : sign;
    write(score, left + WIDTH - POINTS, 'ink');
    const room = WIDTH - NAME - POINTS - context.measureText(score).width - 8;
    context.textAlign = 'left';
    if (hasWon) write('✓', left + WIDTH - POINTS + 4, 'ink');
    const side = sides[k];
    if (!side) return;
    context.font = `${hasWon ? 600 : 400} 14px ${font}`;
    write(fitted(sideWords(side, names), room), left + NAME, player === null ? 'ink-2' : 'ink');
  }

  function drawPart(sheet: Sheet, part: Part, top: number) {
    const { context, font, colour, fitted } = sheet;
    const drawing = parts[part];
    context.textAlign = 'left';
    if (isDouble) {
      context.font = `600 14px ${font}`;
      context.fillStyle = colour('ink');
      context.fillText(t(`compete.bracket.${part}`), 0, top + LINE / 2);
    }
    context.font = `400 12px ${font}`;
    context.fillStyle = colour('ink-2');
    for (const [column, round] of roundsOf(drawing, part, isDouble, names.length).entries())
      context.fillText(fitted(round, WIDTH), column * (WIDTH + GAP), top + (heads - 0.5) * LINE);
    const field = top + heads * LINE;
    context.save();
    context.translate(0, field);
    context.strokeStyle = colour('ink-3');
    for (const box of drawing.boxes)
      for (const at of box.from) {
        const from = drawing.boxes[at];
        if (from) context.stroke(new Path2D(joined(from, box)));
      }
    context.restore();
    for (const box of drawing.boxes) drawBox(sheet, box, field);
  }

  return {
    width: Math.max(0, ...shown.map((part) => parts[part].columns * (WIDTH + GAP) - GAP)),
    height: shown.reduce((sum, part) => sum + heightOf(parts[part]), 0),
    notes: [
      t('compete.bracket.seeds'),
      ...DECIDED.filter(([, , isSo]) => pairings.some(isSo)).map(([how, sign]) =>
        t(`compete.bracket.${how}`, { sign }),
      ),
    ],
    draw(sheet: Sheet, top: number) {
      sheet.context.lineWidth = 1;
      let y = top;
      for (const part of shown) {
        drawPart(sheet, part, y);
        y += heightOf(parts[part]);
      }
    },
  };
}
