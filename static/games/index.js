import { generals } from './generals/index.js';
import { planes } from './planes/index.js';
import { snake } from './snake/index.js';
import { tank } from './tank/index.js';

/**
 * @typedef {import("../match/types.js").Message} Message
 *
 * @typedef {import("./table.js").Grid} Grid
 *
 * @typedef {object} Report a turn in words
 * @property {Message} [title] what this turn is called; not said: by its number
 * @property {Message[]} [head] what the columns are; not said: one for every player
 * @property {{label: Message, player?: number, cells: {icon?: string, text: Message}[]}[]} rows
 * @property {Message[]} events
 *
 * @typedef {import("../board/board.js").Renderer & {
 *   sides: string[],
 *   report: (view: any, previous: any) => Report,
 *   describe: (view: any) => Message[],
 *   table: (view: any) => Grid[],
 *   hand?: (tools: import("../board/hand/types.js").Tools) => import("../board/hand/types.js").Hand,
 *   keys?: import("../board/hand/types.js").Key[],
 *   movesPerTurn?: (players: number) => number,
 *   sums?: string[],
 *   logs?: string[],
 *   file?: (text: string) => OwnFile | null,
 * }} GameFace what the page knows of a game: how to draw it and how to say it.
 *   sides: message ids, what the players are called by their places;
 *   hand: how a human plays it; keys: those it takes, and the messages that say what they do;
 *   movesPerTurn: where players move one after the other, how many frames a turn of all of them is;
 *   sums, logs: of the timeline's series, those that are added up over the turns and those on a logarithmic scale;
 *   file: which of the game's own files a text seems to be, if it is neither a bot nor a log.
 *
 * @typedef {{kind: 'map', players: number} | {kind: 'config'}} OwnFile a map, for the option of that name, or what the command
 *   line runs as a whole
 */

/** @type {Record<string, GameFace>} */
const FACES = Object.fromEntries([tank, generals, snake, planes].map((face) => [face.name, face]));

/**
 * @param {string} name
 * @returns {GameFace}
 */
export function gameFace(name) {
  const face = FACES[name];
  if (!face) throw new Error(`no renderer for ${name}`);
  return face;
}
