/**
 * The keys, directions and pads that the hands of several games share.
 *
 * @typedef {import('./types.js').Control} Control
 * @typedef {[number, number]} Step rows down and columns to the right
 */

/** @type {Record<string, Step>} */
const STEPS = {
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

/**
 * The pressed key: a small letter, or the key's name. On a keyboard with other letters the position of the key counts.
 *
 * @param {KeyboardEvent} event
 */
function keyOf({ key, code }) {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return key.length === 1 && code.startsWith('Key') ? code.slice(3).toLowerCase() : key;
}

/**
 * Runs the action of a key: a step for the arrows and W, A, S, D, or one of the game's own keys.
 *
 * @param {KeyboardEvent} event
 * @param {(step: Step) => void} go
 * @param {Record<string, () => void>} own by a small letter or the key's name
 * @returns {boolean} whether it means something
 */
export function actOn(event, go, own) {
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
 *
 * @type {Record<string, number>}
 */
export const ARROWS = { ArrowUp: 0, ArrowRight: 1, ArrowDown: 2, ArrowLeft: 3 };
/** @type {Record<string, number>} */
export const LETTERS = { KeyW: 0, KeyD: 1, KeyS: 2, KeyA: 3 };

/** Column and row that a step in each direction adds. @type {[number, number][]} */
export const WAYS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

/** The icons and places of a pad's buttons, by direction. */
const PAD = /** @type {const} */ ([
  { area: 'up', icon: 'arrow-up' },
  { area: 'right', icon: 'arrow-right' },
  { area: 'down', icon: 'arrow-down' },
  { area: 'left', icon: 'arrow-left' },
]);

/**
 * A pad of four buttons.
 *
 * @param {(direction: number) => Omit<Control, 'area' | 'icon'>} buttonOf
 * @returns {Control[]}
 */
export function padOf(buttonOf) {
  return PAD.map((place, direction) => ({ ...place, group: 'pad', ...buttonOf(direction) }));
}

/**
 * The direction nearest to the line from one place to another.
 *
 * @param {number} dx
 * @param {number} dy
 */
export function directionOf(dx, dy) {
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 1 : 3;
  return dy > 0 ? 2 : 0;
}
