// The geometry of the chart. No DOM.

import type { Mark } from '../../match/figures.ts';

/** The slider's thumb keeps half its width from both ends, in pixels; so does the chart. */
export const INSET = 8;

/**
 * Where a turn is on the track that the slider and the chart above it share: the playhead stands above the thumb.
 *
 * @param last the last turn there is
 * @param width of the slider and of the chart, in pixels
 * @returns pixels from the left edge
 */
export const placeOnTrack = (turn: number, last: number, width: number): number =>
  INSET + (turn / Math.max(1, last)) * Math.max(0, width - 2 * INSET);

export type Scale = 'even' | 'log';

/** The least that a scale shows, as a share of its highest number: noise does not look like a difference. */
const LEAST_SPAN = 0.1;

/** The lowest and the highest number that there is room for. */
export function rangeOf(scale: Scale, low: number | null, high: number | null): [number, number] {
  if (scale === 'log') return [0.7 * Math.max(0.1, low ?? 1), 1.6 * Math.max(1, high ?? 1)];
  const [least, most] = [low ?? 0, Math.max(1, high ?? 1)];
  // Curves that stay high would lie on each other if the scale began at 0.
  if (least < most / 2) return [0, 1.06 * most];
  const span = Math.max(most - least, LEAST_SPAN * most);
  return [Math.max(0, most - 1.25 * span), most + 0.1 * span];
}

/** Round numbers for two or three lines across the chart. */
export function ticks(scale: Scale, low: number, high: number): number[] {
  if (scale === 'log') {
    const powers = Array.from({ length: 9 }, (_, k) => 10 ** (k - 1)).filter(
      (power) => power > low && power < high,
    );
    return powers.filter((_, k) => (powers.length - 1 - k) % Math.ceil(powers.length / 3) === 0);
  }
  const rough = (high - low) / 2;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([5, 2.5, 2, 1].find((each) => each * power <= rough) ?? 1) * power);
  const first = Math.floor(low / step + 1) * step;
  return [first, first + step].filter((value) => value < high && Number.isInteger(value));
}

/** Further from the left, in widths of the number, nobody looks for it. */
export const NEAR = 10;

/** Pixels, from the upper left corner of the plot. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Where the number of a line of the grid stands: above the line or below it, near the left, where no curve runs through it.
 *
 * @param y of the line, in pixels
 * @param size of the number
 * @param room of the plot
 * @returns null: the curves leave it no room
 */
export function placeOfNumber(
  y: number,
  size: { width: number; height: number },
  room: { width: number; height: number },
  isFree: (box: Box) => boolean,
): Box | null {
  const last = Math.min(room.width, NEAR * size.width) - size.width;
  for (let x = 0; x <= last; x += size.width / 2) {
    for (const top of [y - size.height, y + 1]) {
      const box = { x, y: top, ...size };
      if (top >= 0 && top + size.height <= room.height && isFree(box)) return box;
    }
  }
  return null;
}

/** Whether a part of a curve runs through a box. @param from, to ends, from left to right */
export function isCrossed(box: Box, from: [number, number], to: [number, number]): boolean {
  const [left, right] = [Math.max(box.x, from[0]), Math.min(box.x + box.width, to[0])];
  if (left > right) return false;
  const slope = to[0] > from[0] ? (to[1] - from[1]) / (to[0] - from[0]) : 0;
  const ends = to[0] > from[0] ? [left, right].map((x) => from[1] + slope * (x - from[0])) : [from[1], to[1]];
  return Math.max(...ends) >= box.y && Math.min(...ends) <= box.y + box.height;
}

/** @returns the next turn with a mark, or the one before */
export function nextTurn(marks: readonly Mark[], from: number, by: 1 | -1): number | null {
  const turns = marks.map(({ turn }) => turn).filter((turn) => (by > 0 ? turn > from : turn < from));
  if (turns.length === 0) return null;
  return turns.reduce((one, other) => (by > 0 ? Math.min(one, other) : Math.max(one, other)));
}

/** What is drawn last lies on top. */
const ORDER: Mark['kind'][] = ['capture', 'kill', 'out', 'fault'];
/** The least distance of two marks, in radii: some of each is seen. */
const APART = 1.5;

/** A mark as it is drawn. */
export interface Placed {
  mark: Mark;
  x: number;
  /** all that it stands for */
  marks: Mark[];
  /** whether they are of several players */
  isMixed: boolean;
}

/** A place has room for two marks, in radii. */
const PLACE = 2 + APART;

/**
 * Where marks are drawn. A player has one for a turn: who is out by a fault has that of the fault. Those of different players
 * in one turn stand side by side. Where turns are closer to each other than marks are wide, one mark stands for all of the
 * place: the weightiest one.
 *
 * @param at where a turn is
 * @param end where the last turn is: nothing is drawn further right, where it would be cut
 */
export function placed(
  marks: readonly Mark[],
  at: (turn: number) => number,
  radius: number,
  end: number,
): Placed[] {
  const step = APART * radius;
  const places: { from: number; turns: { first: number; marks: Mark[] }[] }[] = [];
  for (const [turn, own] of [...byTurn(marks)].sort(([one], [other]) => one - other)) {
    const width = (own.length - 1) * step;
    const first = Math.min(at(turn) - width / 2, end - width);
    const last = places.at(-1);
    if (last && first < last.from + PLACE * radius) last.turns.push({ first, marks: own });
    else places.push({ from: first, turns: [{ first, marks: own }] });
  }
  return places
    .flatMap(({ turns }) => {
      const all = turns.flatMap(({ first, marks: own }) =>
        own.map((mark, k) => alone(mark, first + k * step)),
      );
      return turns.length > 1 ? merged(all, step) : all;
    })
    .sort((one, other) => weight(one.mark) - weight(other.mark));
}

const weight = ({ kind }: Mark) => ORDER.indexOf(kind);
const alone = (mark: Mark, x: number): Placed => ({ mark, x, marks: [mark], isMixed: false });

/** By turn, the weightiest mark of every player. */
function byTurn(marks: readonly Mark[]): Map<number, Mark[]> {
  const found = new Map<number, Map<number, Mark>>();
  for (const mark of marks) {
    const others = found.get(mark.turn) ?? new Map<number, Mark>();
    found.set(mark.turn, others);
    const before = others.get(mark.player);
    if (!before || weight(before) <= weight(mark)) others.set(mark.player, mark);
  }
  return new Map([...found].map(([turn, others]) => [turn, [...others.values()]]));
}

/** What stands for several marks in one place: each of two different ones, and of more of them the weightiest. */
function merged(all: readonly Placed[], step: number): Placed[] {
  const different = new Map<string, Placed[]>();
  for (const each of all) {
    const key = `${each.mark.kind} ${each.mark.player}`;
    different.set(key, [...(different.get(key) ?? []), each]);
  }
  const stacks = [...different.values()].map((stack) => ({
    ...(stack[0] as Placed),
    marks: stack.map(({ mark }) => mark),
  }));
  const [one, other] = stacks;
  if (one && other && stacks.length === 2) return [one, { ...other, x: Math.max(other.x, one.x + step) }];
  if (one && stacks.length === 1) return [one];
  const heaviest = Math.max(...all.map(({ mark }) => weight(mark)));
  const top = all.filter(({ mark }) => weight(mark) === heaviest);
  const [first] = top;
  if (!first) return [];
  const isMixed = new Set(top.map(({ mark }) => mark.player)).size > 1;
  return [{ ...first, marks: all.map(({ mark }) => mark), isMixed }];
}
