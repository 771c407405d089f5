// What this browser keeps of puzzles: which were tried, and how many were found in a row.

import { flag, list, number, object, orElse, record, text, whole } from '../values/shapes.ts';

/** The most puzzles of a game of which something is kept. */
const MOST_PUZZLES = 1000;
/** Tries of a puzzle, and puzzles in a row, are counted so far. */
export const MOST_COUNTED = 1e6;
const time = number(0, 8.64e15);

export interface Reached {
  /** a right order was given, and by the first try */
  solved: boolean;
  first: boolean;
  /** the answer was looked at */
  shown: boolean;
  tries: number;
  /** milliseconds since 1970 of the last change */
  at: number;
}

/** Puzzles found by the first try, one after the other: now, and most ever. */
export interface Streak {
  now: number;
  best: number;
  at: number;
}

/** The moment of a lost match from which a strong bot would not have lost. */
export interface Own {
  /** in the library of replays */
  mark: string;
  turn: number;
  seat: number;
  /** the bot that played on */
  by: string;
  /** who won the match; empty: it is not known */
  against: string;
  solved: boolean;
}

/** How many of one's own games are listed; the oldest go. */
export const MOST_OWN = 30;

export const REACHED = record(
  object({ solved: flag, first: flag, shown: flag, tries: whole(0, MOST_COUNTED), at: time }),
  MOST_PUZZLES,
);
export const STREAK = object({ now: whole(0, MOST_COUNTED), best: whole(0, MOST_COUNTED), at: time });
export const OWN_PUZZLES = list(
  object({
    mark: text(40),
    turn: whole(0, 1e6),
    seat: whole(0, 100),
    by: text(100),
    // It was not kept from the first.
    against: orElse(text(1000), ''),
    solved: flag,
  }),
  MOST_OWN,
);
