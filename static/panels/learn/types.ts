// The engine's data about steps of a path, and its verdicts on their games: see `step` and `judge` in py/sandlot/tasks/in_page.py.

import type { Match, Message } from '../../match/types.ts';

export interface Texts {
  title: string;
  text: string;
  hints: string[];
  learnt: string;
}

export interface Task {
  id: string;
  /** a text of the teacher, or a sentence to translate */
  title: string | Message;
  kind: string;
  against: string;
  /** in digits; empty if only the teacher has them */
  seeds: string[];
  needed: number;
  /** the points of a teacher's task; steps of a path have none */
  points: number;
  /** '' if there is none */
  hint: string;
}

/** Tasks that a teacher grades: the same file that `sandlot grade` takes. */
export interface Graded extends Pick<Step, 'game' | 'options' | 'clock' | 'tasks'> {
  /** their title; '' if none */
  graded: string;
  /** whether the file contains seeds that the teacher keeps secret */
  holds_kept: boolean;
  id?: undefined;
}

export interface Step {
  id: string;
  game: string;
  options: Record<string, unknown>;
  clock: Record<string, number>;
  start: string;
  /** '' if there is none */
  solution: string;
  texts: Record<string, Texts>;
  tasks: Task[];
  /** the text of its file, which the engine needs to judge programs */
  file: string;
  /** positions that it asks about; steps from users' files have none */
  moments?: Moment[];
}

/** A position that a step asks about, before the program's next order: see py/sandlot_build/moments.py. */
export interface Moment {
  /** the program's seat */
  seat: number;
  /** the number of the next turn */
  turn: number;
  /** what a view calls that turn; `number`: its number in the view */
  called: 'round' | 'step' | 'shot' | 'turn';
  number: number;
  names: string[];
  view: unknown;
}

/** The verdict on the program in one game. */
export interface GameMark {
  points: number;
  ok: boolean;
  /** the position that shows how it was decided */
  turn: number;
  why: Message | null;
  /** the traceback of the program's fault; null if it raised no error */
  trace: { file?: string | null; line?: number | null; error?: string; traceback?: string } | null;
}

export interface Judged {
  /** the verdict on both games of a seed; at_start: it does not start; fault: why */
  pair: { ok: boolean; at_start: boolean; fault: Message | null };
  games: GameMark[];
  /** the verdict on the task; null if it needs more seeds */
  text: Message | null;
  passed: boolean;
}

/** The verdict on a seed, with the replays of its games. */
export interface SeedMark {
  seed: string;
  ok: boolean;
  games: (GameMark & { replay: string })[];
}

/** A game of a step that is shown on the board of Play. */
export interface OpenedGame {
  match: Match;
  /** the title of the step */
  step: string;
  /** its number within the seed: 1 or 2 */
  number: number;
  seed: string;
  mark: GameMark;
  names: string[];
}

/** The results of a task, as far as it was played. */
export interface Mark {
  task: Task;
  seeds: SeedMark[];
  text: Message | null;
  passed: boolean;
}

/** The user's progress with a step. */
export interface Reached {
  passed: boolean;
  /** how many hints were read */
  hints: number;
  /** whether the solution was shown */
  shown: boolean;
  /** the current program; null if it is still the one that the step begins with */
  code: string | null;
  /** milliseconds since 1970 of the last change */
  at: number;
}

export type Progress = Record<string, Reached>;
