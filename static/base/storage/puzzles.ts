// The user's progress with puzzles in this browser: which were tried, and how many were solved in a row.

import { flag, list, number, object, orElse, record, text, whole } from '../values/shapes.ts';

/** The most puzzles of a game whose progress is kept. */
const MOST_PUZZLES = 1000;
/** The highest count of tries of a puzzle, and of puzzles in a row. */
export const MOST_COUNTED = 1e6;
const time = number(0, 8.64e15);

export interface Reached {
  /** whether a right order was given */
  solved: boolean;
  first: boolean;
  /** whether the answer was shown */
  shown: boolean;
  tries: number;
  /** milliseconds since 1970 of the last change */
  at: number;
}

/** Puzzles solved at the first try, one after the other: the current streak, and the longest one. */
export interface Streak {
  now: number;
  best: number;
  at: number;
}

/** The moment of a lost match from which a strong bot would not have lost. */
export interface Own {
  /** the mark of the match in the library of replays */
  mark: string;
  turn: number;
  seat: number;
  /** the name of the bot that played on from there */
  by: string;
  /** the name of the match's winner; '' if it is not known */
  against: string;
  solved: boolean;
}

/** How many of the user's own moments are listed; the oldest are dropped. */
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
    // Earlier versions of the page did not keep it.
    against: orElse(text(1000), ''),
    solved: flag,
  }),
  MOST_OWN,
);
