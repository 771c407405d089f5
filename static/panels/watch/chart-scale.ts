// The geometry of the chart. No DOM.

import type { Mark } from '../../match/figures.ts';

/** The space at both ends of the chart, in pixels. It is half the width of the slider's thumb, which has the same space. */
export const INSET = 8;

/**
 * The position of a turn on the slider and on the chart above it, so that the chart's line is above the slider's thumb.
 *
 * @param last the last turn
 * @param width the width of the slider and of the chart, in pixels
 * @returns pixels from the left edge
 */
export const placeOnTrack = (turn: number, last: number, width: number): number =>
  INSET + (turn / Math.max(1, last)) * Math.max(0, width - 2 * INSET);

export type Scale = 'even' | 'log';

/** The least range of a scale, as a share of its highest number, so that noise does not look like a difference. */
const LEAST_SPAN = 0.1;

/** The lowest and the highest number that there is room for. */
export function rangeOf(scale: Scale, low: number | null, high: number | null): [number, number] {
  if (scale === 'log') return [0.7 * Math.max(0.1, low ?? 1), 1.6 * Math.max(1, high ?? 1)];
  const [least, most] = [low ?? 0, Math.max(1, high ?? 1)];
  // If all curves stay high, the scale does not begin at 0, where they would overlap.
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

/** The greatest distance of a number from the left, in its own widths: further away nobody looks for it. */
export const NEAR = 10;

/** Pixels, from the upper left corner of the plot. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The place of a grid line's number: above or below the line, near the left, where no curve crosses it.
 *
 * @param y the position of the line, in pixels
 * @param size the size of the number
 * @param room the size of the plot
 * @returns null if the curves leave no room
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

/** Whether a segment of a curve crosses a box. @param from, to its ends, from left to right */
export function isCrossed(box: Box, from: [number, number], to: [number, number]): boolean {
  const [left, right] = [Math.max(box.x, from[0]), Math.min(box.x + box.width, to[0])];
  if (left > right) return false;
  const slope = to[0] > from[0] ? (to[1] - from[1]) / (to[0] - from[0]) : 0;
  const ends = to[0] > from[0] ? [left, right].map((x) => from[1] + slope * (x - from[0])) : [from[1], to[1]];
  return Math.max(...ends) >= box.y && Math.min(...ends) <= box.y + box.height;
}

/** @returns the next turn with a mark in a direction; null if none */
export function nextTurn(marks: readonly Mark[], from: number, by: 1 | -1): number | null {
  const turns = marks.map(({ turn }) => turn).filter((turn) => (by > 0 ? turn > from : turn < from));
  if (turns.length === 0) return null;
  return turns.reduce((one, other) => (by > 0 ? Math.min(one, other) : Math.max(one, other)));
}

/** The order in which marks are drawn: the last ones are on top. */
const ORDER: Mark['kind'][] = ['capture', 'kill', 'out', 'fault'];
/** The least distance of two marks, in radii, so that a part of each is visible. */
const APART = 1.5;

/** A drawn mark. */
export interface Placed {
  mark: Mark;
  x: number;
  /** all events that it stands for */
  marks: Mark[];
  /** whether they belong to several players */
  isMixed: boolean;
}

/** The width of a place, which has room for two marks, in radii. */
const PLACE = 2 + APART;

/**
 * Places the marks. A player has one mark in a turn; for a player who is out by a fault, that of the fault. Marks of different
 * players in a turn are side by side. If turns are closer together than marks are wide, the most important mark stands for all
 * in a place.
 *
 * @param at returns the position of a turn
 * @param end the position of the last turn: marks further right would be cut off
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

/** The most important mark of each player, by turn. */
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

/** Merges the marks in a place: two different marks both stay; of more, the most important one. */
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
