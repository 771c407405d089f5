import * as faces from './faces.js';

/**
 * The face of a game by its name.
 *
 * @typedef {import("../match/types.js").Message} Message
 *
 * @typedef {import("../board/table.js").Grid} Grid
 *
 * @typedef {object} Report a turn in words
 * @property {Message} [title] what this turn is called; not said: by its number
 * @property {Message[]} [head] what the columns are; not said: one for every player
 * @property {{label: Message, player?: number, cells: {icon?: string, text: Message}[]}[]} rows
 * @property {Message[]} events
 *
 * @typedef {(id: string, params?: Record<string, unknown>) => string} Words
 *
 * @typedef {object} Part a part of the rules; what it has is shown in this order
 * @property {string} [title] begins a section
 * @property {string} [text]
 * @property {string[]} [list]
 * @property {(words: Words) => SVGElement} [figure]
 * @property {string} [caption] of the figure: what it shows, also to those who do not see it
 * @property {string[]} [code] lines
 * @property {Record<string, string>} [fields] code, and what it is
 * @property {string} [clock] what the game's platform gives; the time limits that there are here follow
 *
 * @typedef {import("../board/board.js").Renderer & {
 *   sides: string[],
 *   report: (view: any, previous: any) => Report,
 *   describe: (view: any) => Message[],
 *   table: (view: any) => Grid[],
 *   rules: () => Promise<{default: Part[]}>,
 *   hand?: (tools: import("../board/hand/types.js").Tools) => import("../board/hand/types.js").Hand,
 *   keys?: import("../board/hand/types.js").Key[],
 *   movesPerTurn?: (players: number) => number,
 *   sums?: string[],
 *   logs?: string[],
 *   file?: (text: string) => OwnFile | null,
 * }} GameFace what the page knows of a game: how to draw it and how to say it.
 *   sides: message ids, what the players are called by their places;
 *   rules: loads them, when somebody wants to read them;
 *   hand: how a human plays it; keys: those it takes, and the messages that say what they do;
 *   movesPerTurn: where players move one after the other, how many positions a turn of all of them is;
 *   sums, logs: of the timeline's series, those that are added up over the turns and those on a logarithmic scale;
 *   file: which of the game's own files a text seems to be, if it is neither a bot nor a log.
 *
 * @typedef {{kind: 'map', players: number} | {kind: 'config'}} OwnFile a map, for the option of that name, or what the command
 *   line runs as a whole
 */

/** What no face can do without. @type {(keyof GameFace)[]} */
const NEEDED = ['name', 'sides', 'size', 'draw', 'report', 'describe', 'table', 'rules'];

/** @type {Map<string, GameFace>} */
const FACES = new Map(Object.entries(faces).map(([name, face]) => [face.name, whole(name, face)]));

/** @param {string} name in faces.js @param {GameFace} face */
function whole(name, face) {
  const missing = NEEDED.filter((part) => face[part] === undefined);
  if (missing.length > 0)
    throw new Error(
      `The face of ${name} lacks ${missing.join(', ')}: see GameFace in static/games/index.js.`,
    );
  return face;
}

/** @param {string} name @returns {GameFace} */
export function gameFace(name) {
  const face = FACES.get(name);
  if (!face)
    throw new Error(`The page has no face for the game "${name}": add its line to static/games/faces.js.`);
  return face;
}
