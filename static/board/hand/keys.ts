// The keys, directions and pads that the hands of several games share.

import type { Control } from './types.ts';

/** Rows down and columns to the right. */
type Step = [number, number];

const STEPS: Record<string, Step> = {
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  w: [-1, 0],
  d: [0, 1],
  s: [1, 0],
  a: [0, -1],
};

/** The four of them: up, right, down, left. */
export const AROUND = Object.values(STEPS).slice(0, 4);

/** The pressed key: a small letter, or the key's name. On a keyboard with other letters the position of the key counts. */
function keyOf({ key, code }: KeyboardEvent) {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return key.length === 1 && code.startsWith('Key') ? code.slice(3).toLowerCase() : key;
}

/**
 * Runs the action of a key: a step for the arrows and W, A, S, D, or one of the game's own keys.
 * @param own by a small letter or the key's name
 * @returns whether it means something
 */
export function actOn(
  event: KeyboardEvent,
  go: (step: Step) => void,
  own: Record<string, () => void>,
): boolean {
  const key = keyOf(event);
  const step = STEPS[key];
  if (step) go(step);
  else if (own[key]) own[key]();
  else return false;
  return true;
}

/**
 * Directions as some games count them: up, right, down, left. By the positions of the keys, so that they are the same
 * in every layout and language.
 */
export const ARROWS: Record<string, number> = { ArrowUp: 0, ArrowRight: 1, ArrowDown: 2, ArrowLeft: 3 };
export const LETTERS: Record<string, number> = { KeyW: 0, KeyD: 1, KeyS: 2, KeyA: 3 };

/** Column and row that a step in each direction adds. */
export const WAYS: [number, number][] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

/** The icons and places of a pad's buttons, by direction. */
const PAD = [
  { area: 'up', icon: 'arrow-up' },
  { area: 'right', icon: 'arrow-right' },
  { area: 'down', icon: 'arrow-down' },
  { area: 'left', icon: 'arrow-left' },
] as const;

/** Whether fingers play: there may be no keys. */
export const isForFingers = (): boolean => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;

/** A pad of four buttons. */
export function padOf(buttonOf: (direction: number) => Omit<Control, 'area' | 'icon'>): Control[] {
  return PAD.map((place, direction) => ({ ...place, group: 'pad', ...buttonOf(direction) }));
}

/** The direction nearest to the line from one place to another. */
export function directionOf(dx: number, dy: number) {
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 1 : 3;
  return dy > 0 ? 2 : 0;
}
