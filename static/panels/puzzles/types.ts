// The format of a file of puzzles, see py/sandlot/links/puzzles.py, and of the user's progress.

import type { Own, Reached, Streak } from '../../base/storage/puzzles.ts';
import { list, object, oneOf, orElse, type Shape, text, whole } from '../../base/values/shapes.ts';
import type { Message } from '../../match/types.ts';

/** A move in the game's own form. */
export type Move = unknown;

/** The value of an order: mostly a number of turns. */
interface Margin {
  what: 'lives' | 'dies' | 'wins' | 'open' | 'loses' | 'asks' | 'sure' | 'value';
  count: number;
}

export interface Puzzle {
  id: string;
  /** a link of the match so far */
  match: string;
  turn: number;
  /** the seat that is to move */
  seat: number;
  theme: string;
  answers: Move[];
  /** the least value of a right order; `next`: the most of any other */
  best: Margin;
  next: Margin;
  depth: number;
  /** the house bots that find a right order */
  found_by: string[];
  lines: { order: Move; turns: Move[][] }[];
}

/** The puzzles of a game. */
export interface Puzzles {
  game: string;
  /** the hash of the game's rules */
  rules: string;
  /** the house bots that were asked, the weakest first */
  rungs: string[];
  puzzles: Puzzle[];
}

/** The progress by the ids of puzzles. */
export type Progress = Record<string, Reached>;
export type { Own, Reached, Streak };

/** The most bytes of a file of puzzles. */
export const LONGEST_PUZZLES = 2 ** 21;
const MOST_PUZZLES = 1000;
/** Any value: only Python reads moves. */
const any: Shape<unknown> = (value) => value;
const margin = object({
  what: oneOf(['lives', 'dies', 'wins', 'open', 'loses', 'asks', 'sure', 'value']),
  count: whole(0, 1_000_000),
});
export const PUZZLE = object({
  id: text(40, /^[a-z0-9-]+$/),
  match: text(20_000, /^#v\d/),
  turn: whole(1, 10_000),
  seat: whole(0, 100),
  theme: text(40, /^[a-z-]+$/),
  answers: list(any, 100),
  best: margin,
  next: margin,
  depth: whole(0, 1000),
  // These fields are left out if they are empty.
  found_by: orElse(list(text(100), 100), []),
  lines: orElse(list(object({ order: any, turns: list(any, 60) }), 100), []),
}) as Shape<Puzzle>;
export const PUZZLES = object({
  game: text(40),
  rules: text(40),
  rungs: list(text(100), 100),
  puzzles: list(PUZZLE, MOST_PUZZLES),
}) as Shape<Puzzles>;

/** The engine's verdict on an order; see `tried` in py/sandlot/puzzles/in_page.py. */
export interface Tried {
  legal: boolean;
  /** why it is not right; null if it is */
  why: Message | null;
  right: boolean;
  replay: string;
  turn: number;
  last: number;
}

/** The counts of a bot's run; see `count` there. */
export interface Counted {
  found: number;
  of: number;
  themes: { theme: string; found: number; of: number }[];
  blind: string[];
  /** whether each order is right */
  right: boolean[];
}
