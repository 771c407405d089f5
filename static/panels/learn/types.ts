// What the engine says of a step of a path, and of its games: see Step.json and `judge` in py/sandlot.

import type { Match, Message } from '../../match/types.ts';

export interface Texts {
  title: string;
  text: string;
  hints: string[];
  learnt: string;
}

export interface Task {
  id: string;
  /** a teacher's own words, or a sentence */
  title: string | Message;
  kind: string;
  against: string;
  /** in digits; none: only the teacher has them */
  seeds: string[];
  needed: number;
  /** of the steps of a path it has none */
  points: number;
  /** "": there is none */
  hint: string;
}

/** Tasks that a teacher grades: the same file that `sandlot grade` takes. */
export interface Graded extends Pick<Step, 'game' | 'options' | 'clock' | 'tasks'> {
  /** their title, or "" */
  graded: string;
  /** whether seeds are in the file that a teacher keeps */
  holds_kept: boolean;
  id?: undefined;
}

export interface Step {
  id: string;
  game: string;
  options: Record<string, unknown>;
  clock: Record<string, number>;
  start: string;
  /** "": there is none */
  solution: string;
  texts: Record<string, Texts>;
  tasks: Task[];
  /** the text of its file, by which it is judged */
  file: string;
  /** positions that it asks about; a file of somebody's own has none */
  moments?: Moment[];
}

/** A position that a step asks about, before the program's next order: see py/sandlot_build/moments.py. */
export interface Moment {
  /** of the program */
  seat: number;
  /** that comes next */
  turn: number;
  /** what a view calls that turn, and its number there */
  called: 'round' | 'step' | 'shot' | 'turn';
  number: number;
  names: string[];
  view: unknown;
}

/** What one game says about the program. */
export interface GameMark {
  points: number;
  ok: boolean;
  /** the position from which one sees how it was decided */
  turn: number;
  why: Message | null;
  /** of the program's fault, if it raised something */
  trace: { file?: string | null; line?: number | null; error?: string; traceback?: string } | null;
}

export interface Judged {
  /** at_start: it does not start; fault: why */
  pair: { ok: boolean; at_start: boolean; fault: Message | null };
  games: GameMark[];
  /** null: further seeds decide it */
  text: Message | null;
  passed: boolean;
}

/** What came of a seed, with the replays of its games. */
export interface SeedMark {
  seed: string;
  ok: boolean;
  games: (GameMark & { replay: string })[];
}

/** A game of a step that is on the board of Play. */
export interface OpenedGame {
  match: Match;
  /** what the step is called */
  step: string;
  /** 1 or 2 */
  number: number;
  seed: string;
  mark: GameMark;
  names: string[];
}

/** What came of a task, as far as it was played. */
export interface Mark {
  task: Task;
  seeds: SeedMark[];
  text: Message | null;
  passed: boolean;
}

/** How far somebody has come with a step. */
export interface Reached {
  passed: boolean;
  /** how many hints were read */
  hints: number;
  /** whether the solution was looked at */
  shown: boolean;
  /** the program as it stands; null: as it was at the beginning */
  code: string | null;
  /** milliseconds since 1970 of the last change */
  at: number;
}

export type Progress = Record<string, Reached>;
