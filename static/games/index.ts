import type { Renderer } from '../board/board.ts';
import type { Hand, Key, Tools } from '../board/hand/types.ts';
import type { Grid } from '../board/table.ts';
import type { Hint, Mark, Message } from '../match/types.ts';
import * as gameViews from './game-views.ts';

// Looks up the GameView of a game by its name: what the page knows of a game.

/** A turn in words. */
export interface Report {
  /** The name of this turn, with its number as `turn`. Default: its number. */
  title?: Message;
  /** The headings of the columns; default: one for every player. */
  head?: Message[];
  /** isOrder: its cells are what each player ordered; hasMoved: its player is the one who has just moved. */
  rows: {
    label: Message;
    player?: number;
    isOrder?: boolean;
    hasMoved?: boolean;
    cells: { icon?: string; text: Message }[];
  }[];
  events: Message[];
}

export type Words = (id: string, params?: Record<string, unknown>) => string;

/** A part of the rules; its fields are shown in this order. */
export interface Part {
  /** Begins a section. */
  title?: string;
  text?: string;
  list?: string[];
  figure?: (words: Words) => SVGElement;
  /** Of the figure; it is also the figure's text for screen readers. */
  caption?: string;
  /** Lines. */
  code?: string[];
  /** Code, and what it is. */
  fields?: Record<string, string>;
  /** The platform's time limits; a table of ours follows. */
  clock?: string;
}

/**
 * What the page knows of a game: how to draw it and how to describe it. sides: message ids, the names of the players'
 * sides; coming: the view of a first position before its map is known, made from the one of another match, the
 * options and the seed, or a promise of it; rules: loads them on demand; told: where something is hidden, what everybody may know of the last move, of
 * the view that shows everything; scores: how everybody stands, where that is public and more than two may play, and
 * scoreHeads: what its numbers are called; hintOf: the words and marks of a hint; moveWords: what an answer means that is given in numbers, whether the rules allow it or not; null: it has not the form of a move; hand: how a human plays it; keys: those it takes, and the messages that say
 * what they do; usual: options that a match on the page has unless set otherwise, where they are not the rules'
 * defaults; movesPerTurn: if players move one after the other, the number of positions in a turn of all players, and
 * round: the number of that turn; sums, logs: the series of the timeline that are summed over the turns, and those with a logarithmic scale; room:
 * the series that says how much room is left to each player, if losing it decides a game; file: recognises the game's
 * own kinds of files, other than bots and logs in JSON.
 */
export type GameView = Renderer & {
  sides: string[];
  report: (view: any, previous: any) => Report;
  describe: (view: any) => Message[];
  table: (view: any) => Grid[];
  coming: (start: any, options: any, players: number, seed: string) => any;
  rules: () => Promise<{ default: Part[] }>;
  told?: (view: any) => Message[];
  hand: (tools: Tools) => Hand;
  keys?: Key[];
  hintOf: HintOf;
  moveWords?: (move: any, view: any, player: number) => Message | null;
  scores?: (view: any) => Score[];
  scoreHeads?: string[];
  usual?: Record<string, unknown>;
  movesPerTurn?: (players: number) => number;
  round?: (view: any, previous: any) => number;
  sums?: string[];
  logs?: string[];
  room?: string;
  file?: (text: string) => OwnFile | null;
};

/**
 * A map, for the option of that name; what the command line runs as a whole; or a log that the game's `read_log`
 * reads.
 */
export type OwnFile = { kind: 'map'; players: number } | { kind: 'config' } | { kind: 'log' };

/** numbers: the more the better, the first counts most; out: plays no more. */
export type Score = { player: number; numbers: number[]; out: boolean };

// A hint as it is shown to a person who is asked.

export type HintOf = (hint: Hint, ask: { view: any; hand: any; player: number }) => ShownHint;

/**
 * what: the move; expected: what is expected of it; ground: the player on whose ground the marks stand, see
 * `Renderer`.
 */
export type ShownHint = { what: Message; expected: Message | null; ground: number; marks: Mark[] };

/** The parts that every GameView must have. */
const NEEDED: (keyof GameView)[] = [
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

const GAME_VIEWS = new Map<string, GameView>(
  Object.entries(gameViews).map(([name, gameView]) => [gameView.name, whole(name, gameView)]),
);

/** @param name in game-views.ts */
function whole(name: string, gameView: GameView) {
  const missing = NEEDED.filter((part) => gameView[part] === undefined);
  if (missing.length > 0)
    throw new Error(
      `The gameView of ${name} lacks ${missing.join(', ')}: see GameView in static/games/index.ts.`,
    );
  if (gameView.name !== name)
    throw new Error(
      `The gameView of ${name} calls itself "${gameView.name}": see static/games/${name}/index.ts.`,
    );
  return gameView;
}

export function gameViewOf(name: string): GameView {
  const gameView = GAME_VIEWS.get(name);
  if (!gameView)
    throw new Error(
      `The page has no GameView for the game "${name}": add its line to static/games/game-views.ts.`,
    );
  return gameView;
}
