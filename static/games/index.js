import { tank } from './tank.js';

/**
 * @typedef {import("../board.js").Renderer & {
 *   sides: string[],
 *   report: (view: any) => {rows: {label: Message, cells: {icon: string, text: Message}[]}[], events: Message[]},
 *   isEvent: (view: any) => boolean,
 *   describe: (view: any) => Message[],
 * }} GameFace what the page knows of a game: how to draw it and how to say it
 * @typedef {import("../types.js").Message} Message
 */

/** @type {Record<string, GameFace>} */
const FACES = { [tank.name]: tank };

/**
 * @param {string} name
 * @returns {GameFace}
 */
export function gameFace(name) {
  const face = FACES[name];
  if (!face) throw new Error(`no renderer for ${name}`);
  return face;
}
