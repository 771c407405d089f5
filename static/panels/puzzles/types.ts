// What a file of puzzles holds, see py/sandlot/links/puzzles.py, and what is known of those that somebody has tried.

import type { Own, Reached, Streak } from '../../base/storage/puzzles.ts';
import { list, object, oneOf, orElse, type Shape, text, whole } from '../../base/values/shapes.ts';
import type { Message } from '../../match/types.ts';

/** A move as the game has it. */
export type Move = unknown;

/** What an order gets: mostly a number of turns. */
interface Margin {
  what: 'lives' | 'dies' | 'wins' | 'open' | 'loses' | 'asks' | 'sure' | 'value';
  count: number;
}

export interface Puzzle {
  id: string;
  /** a link of the match so far */
  match: string;
  turn: number;
  /** who is asked */
  seat: number;
  theme: string;
  answers: Move[];
  /** what a right order gets, at least, and any other one, at most */
  best: Margin;
  next: Margin;
  depth: number;
  /** the house bots whose order is right */
  found_by: string[];
  lines: { order: Move; turns: Move[][] }[];
}

/** The puzzles of a game. */
export interface Puzzles {
  game: string;
  /** the hash of the game's rules */
  rules: string;
  /** house bots that were asked, the weakest first */
  rungs: string[];
  puzzles: Puzzle[];
}

/** By the ids of puzzles. */
export type Progress = Record<string, Reached>;
export type { Own, Reached, Streak };

/** The most bytes of a file of puzzles. */
export const LONGEST_PUZZLES = 2 ** 21;
const MOST_PUZZLES = 1000;
/** Moves are read by Python alone. */
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
  // These are left out where there are none.
  found_by: orElse(list(text(100), 100), []),
  lines: orElse(list(object({ order: any, turns: list(any, 60) }), 100), []),
}) as Shape<Puzzle>;
export const PUZZLES = object({
  game: text(40),
  rules: text(40),
  rungs: list(text(100), 100),
  puzzles: list(PUZZLE, MOST_PUZZLES),
}) as Shape<Puzzles>;

/** What the engine says of an order; see `tried` in py/sandlot/puzzles/in_page.py. */
export interface Tried {
  legal: boolean;
  /** why it is not */
  why: Message | null;
  right: boolean;
  replay: string;
  turn: number;
  last: number;
}

/** What came of a bot's run; see `count` there. */
export interface Counted {
  found: number;
  of: number;
  themes: { theme: string; found: number; of: number }[];
  blind: string[];
  /** whether each order is an answer */
  right: boolean[];
}
