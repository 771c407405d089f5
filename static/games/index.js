import * as faces from './faces.js';

/**
 * Looks up the face of a game by its name; a face is what the page knows of a game.
 *
 * @typedef {import("../match/types.js").Message} Message
 *
 * @typedef {import("../board/table.js").Grid} Grid
 *
 * @typedef {object} Report a turn in words
 * @property {Message} [title] the name of this turn; default: its number
 * @property {Message[]} [head] the headings of the columns; default: one for every player
 * @property {{label: Message, player?: number, isOrder?: boolean, cells: {icon?: string, text: Message}[]}[]} rows
 *   isOrder: its cells are what each player ordered
 * @property {Message[]} events
 *
 * @typedef {(id: string, params?: Record<string, unknown>) => string} Words
 *
 * @typedef {object} Part a part of the rules; its fields are shown in this order
 * @property {string} [title] begins a section
 * @property {string} [text]
 * @property {string[]} [list]
 * @property {(words: Words) => SVGElement} [figure]
 * @property {string} [caption] of the figure; it is also the figure's text for screen readers
 * @property {string[]} [code] lines
 * @property {Record<string, string>} [fields] code, and what it is
 * @property {string} [clock] the platform's time limits; a table of ours follows
 *
 * @typedef {import("../board/board.js").Renderer & {
 *   sides: string[],
 *   report: (view: any, previous: any) => Report,
 *   describe: (view: any) => Message[],
 *   table: (view: any) => Grid[],
 *   coming: (start: any, options: any, players: number) => any,
 *   rules: () => Promise<{default: Part[]}>,
 *   told?: (view: any) => Message[],
 *   hand: (tools: import("../board/hand/types.js").Tools) => import("../board/hand/types.js").Hand,
 *   keys?: import("../board/hand/types.js").Key[],
 *   hintOf: HintOf,
 *   scores?: (view: any) => Score[],
 *   usual?: Record<string, unknown>,
 *   movesPerTurn?: (players: number) => number,
 *   sums?: string[],
 *   logs?: string[],
 *   room?: string,
 *   file?: (text: string) => OwnFile | null,
 * }} GameFace what the page knows of a game: how to draw it and how to describe it.
 *   sides: message ids, the names of the players' sides;
 *   coming: the view of a first position before its map is known, made from the one of another match and the options;
 *   rules: loads them on demand;
 *   told: where something is hidden, what everybody may know of the last move, of the view that shows everything;
 *   scores: how everybody stands, where that is public and more than two may play;
 *   hintOf: the words and marks of a hint;
 *   hand: how a human plays it; keys: those it takes, and the messages that say what they do;
 *   usual: options that a match on the page has unless set otherwise, where they are not the rules' defaults;
 *   movesPerTurn: if players move one after the other, the number of positions in a turn of all players;
 *   sums, logs: the series of the timeline that are summed over the turns, and those with a logarithmic scale;
 *   room: the series that says how much room is left to each player, if losing it decides a game;
 *   file: recognises the game's own kinds of files, other than bots and logs in JSON.
 *
 * @typedef {{kind: 'map', players: number} | {kind: 'config'} | {kind: 'log'}} OwnFile a map, for the option of that name; what
 *   the command line runs as a whole; or a log that the game's `read_log` reads
 */

/**
 * @typedef {{player: number, numbers: number[], out: boolean}} Score numbers: the more the better, the first counts most;
 *   out: plays no more
 */

/**
 * A hint as it is shown to a person who is asked.
 *
 * @typedef {(hint: import("../match/types.js").Hint, ask: {view: any, hand: any, player: number}) => ShownHint} HintOf
 * @typedef {{what: Message, expected: Message | null, ground: number, marks: import("../match/types.js").Mark[]}} ShownHint
 *   what: the move; expected: what is expected of it; ground: the player on whose ground the marks stand, see `Renderer`
 */

/** The parts that every face must have. @type {(keyof GameFace)[]} */
const NEEDED = [
  'name',
  'sides',
  'size',
  'draw',
  'report',
  'describe',
  'table',
  'coming',
  'hintOf',
  'rules',
  'hand',
];

/** @type {Map<string, GameFace>} */
const FACES = new Map(Object.entries(faces).map(([name, face]) => [face.name, whole(name, face)]));

/** @param {string} name in faces.js @param {GameFace} face */
function whole(name, face) {
  const missing = NEEDED.filter((part) => face[part] === undefined);
  if (missing.length > 0)
    throw new Error(
      `The face of ${name} lacks ${missing.join(', ')}: see GameFace in static/games/index.js.`,
    );
  if (face.name !== name)
    throw new Error(`The face of ${name} calls itself "${face.name}": see static/games/${name}/index.js.`);
  return face;
}

/** @param {string} name @returns {GameFace} */
export function gameFace(name) {
  const face = FACES.get(name);
  if (!face)
    throw new Error(`The page has no face for the game "${name}": add its line to static/games/faces.js.`);
  return face;
}
