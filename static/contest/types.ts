// What a contest is to the page. Python decides everything about it (see py/sandlot/tournaments): this page plays the games,
// keeps them, and shows them.

import type { Code, Message, QuestionOptions } from '../match/types.ts';
import type { Speed } from './pace.ts';

/** A bot as it was when the contest began. */
export interface Entrant {
  /** Unique in the contest. */
  name: string;
  /** A program comes from a bundle of the command line, and cannot play here. */
  kind: 'code' | 'house' | 'program';
  /** null: of a house bot, or the bundle has no sources. */
  code: Code | null;
  /** The house bot's own name; its name here may have a number. */
  house?: string | null;
  /** Its id in the library, if it is one of the user's bots. */
  bot?: number | null;
  /** The number of the version that plays. */
  version?: number | null;
}

/** What a person asks for. */
export interface ContestSpec {
  game: string;
  title: string;
  /** See `ContestRow`. */
  titled?: boolean | undefined;
  entrants: Entrant[];
  /** As `plan_from` in py/sandlot/tournaments/kinds.py takes it. */
  plan: Record<string, unknown> & { kind: string };
  /** Of the game. */
  options: Record<string, unknown>;
  clock: Record<string, unknown>;
  /** What the bot is called that challenges the first entrant, if this takes up a challenge: see `ContestRow`. */
  challenger?: string | undefined;
  /** See `ContestRow`. */
  origin?: ContestRow['origin'];
}

/** A whole number, as all settings of plans are. */
export type PlanOption = { default: number; low: number; high: number };

/** The kinds of contests, as `sandlot_build.catalog` lists them. */
export interface Plans {
  kinds: Record<string, { fewest: number; most: number; options: Record<string, PlanOption> }>;
  /** Settings that have a name, which begins with that of their game. */
  presets: Record<string, Record<string, unknown> & { kind: string }>;
  /** The plan of a series against a rung of the ladder, but for its seeds. */
  climb: Record<string, unknown> & { kind: string };
  quick: QuickPlans;
  /**
   * [blocks, percent]: so many blocks and more show who is better of two if one of them gets this percentage of the
   * points.
   */
  shows: [number, number][];
}

/** A series, but for its seeds. */
export type QuickPlan = { kind: string; blocks: number; stop: object | null };

/** The series that begin with one press. */
interface QuickPlans {
  hundred: QuickPlan;
  /** It ends as soon as it is clear who is better. */
  sure: QuickPlan;
  /** Games of `sure`. */
  fewest: number;
  most: number;
}

/** A contest as it is kept. */
export interface ContestRow {
  id: number;
  game: string;
  title: string;
  /** Whether a person has called it so, and not the page in its language of then. Earlier versions of the page did not keep it. */
  titled?: boolean | undefined;
  /** Milliseconds since 1970. */
  created: number;
  /** The JSON of `Contest` in py/sandlot/tournaments/contest.py. */
  text: string;
  entrants: Entrant[];
  /** What the user wants of it; a running one goes on after a reload. stopped: for good. */
  state: 'running' | 'paused' | 'stopped' | 'over';
  /** Whether it was played here, and not opened from a file. */
  own: boolean;
  /** Of an opened one: how many of its games were played again; null: of an own one. */
  verified: { games: number; of: number; problems: Message[]; notes: Message[] } | null;
  /** That are kept. */
  blocks: number;
  /** That are kept. */
  games: number;
  /** Games that the plan needs as far as is known. */
  known: number;
  /** Whether ties may add to these. Earlier versions of the page did not keep it. */
  open?: boolean | undefined;
  /** Whether it may be over before these: a series that ends as soon as it is decided. Earlier versions did not keep it. */
  mayStop?: boolean | undefined;
  /** [entrant, the first round it no longer plays]. */
  withdrawn: [number, number][];
  /** Entrants that are to withdraw as soon as no block is under way. */
  leaving: number[];
  /** What the bot is called whose challenge, which came in a link, this series takes up; it can be answered. */
  challenger?: string | undefined;
  /**
   * What it is part of: a climb of the ladder, a challenge, one that came as the answer to a challenge of the user's, or a
   * contest that came in a link and is played again here.
   */
  origin?: 'climb' | 'challenge' | 'answer' | 'again' | undefined;
}

/** How one game ended, each by seat: `Played` in py/sandlot/stats/blocks.py. */
export interface Played {
  places: number[];
  scores: number[];
  faults: (string | null)[];
  reasons: (string | null)[];
  turns: number;
  /** Of all moves; games of earlier versions have none. */
  digest?: number;
}

/** `record.result_json`. */
export interface BlockResult {
  number: number;
  round: number;
  /** Entrants. */
  players: number[];
  /** In digits. */
  seed: string;
  /** By game: for each seat a position in `players`. */
  orders: number[][];
  games: Played[];
}

/** The first fault of a seat: `faults.Report`. */
export interface Report {
  seat: number;
  turn: number;
  text: Message;
  trace: string | null;
  errors: string;
}

/** One entrant in the standings: `Standings.json`. */
export interface Line {
  place: number;
  name: string;
  code: string;
  points: number;
  /** Its points against those with equal points, where these decide its place. */
  among?: number | null;
  /** The first and the last of the places that it shares with all who went out of a bracket in the same round; null: it is in. */
  reached?: [number, number] | null;
  score: number;
  share: number;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  faults: Record<string, number>;
  byes: number;
  buchholz: number | null;
  final: number | null;
  /** of a contest whose final has several */
  division?: number;
  withdrawn: number | null;
  rating: number;
  interval: [number, number];
  rank: number;
  rank_interval: [number, number];
  group: number;
  p_next: number | null;
}

export type Count = { points: number; games: number; wins: number; draws: number; losses: number };

/** What Python says of a contest so far. */
export interface Summary {
  over: boolean;
  /** Whether a round is under way of which some pairings count already: places would say nothing until it ends. */
  in_round: boolean;
  rounds: [number, number];
  verdict: string | null;
  why: Message | null;
  blocks: number;
  games: number;
  beyond: number;
  /** Of the intervals, such as 0.95. */
  level: number;
  standings: Line[];
  cross: (Count & { names: [string, string] })[];
  seats: (Count & { name: string | null; seat: number })[];
  seeds: (Count & { name: string; seed: string })[];
  reasons: { name: string; what: 'loss' | 'fault'; reason: string; times: number }[];
  /**
   * Of a bracket, seeds: the number of each player in the seeding, from 1; replays: how many blocks were added because a match
   * was tied.
   */
  pairings: {
    round: number;
    players: number[];
    points: number[];
    winner: number | null;
    how: string;
    seeds?: number[];
    replays?: number;
  }[];
  /** Of a contest of two, or of a gauntlet, in one sentence. */
  answer: Message | null;
  /** The same answer in Elo, of a contest of two. */
  elo: Message | null;
  /** How many games repeat earlier ones move for move; null: none. */
  repeats?: Message | null;
  /** What came of it, for a list: see `in_a_word` in py/sandlot/tournaments/verdict.py. */
  word: {
    word: string;
    names: string[];
    percent: number | null;
    games: number | null;
    margin?: string;
  } | null;
  /**
   * Whether the first of two has beaten the second one as the ladder demands it; null: it does not count for the
   * ladder.
   */
  beats: boolean | null;
  /**
   * Of a series: the logarithms of both likelihood ratios after each block that counts, for "the first is better" and
   * for "it is worse", and the bounds: one that reaches `upper` decides, and with both below `lower` neither is
   * better.
   */
  test: { lower: number; upper: number; elo: number; ratios: number[]; against: number[] } | null;
}

/** Of a contest that some tab plays. */
export interface Progress {
  /** Played. */
  games: number;
  known: number;
  /** Games per second. */
  rate: number | null;
  /** Seconds. */
  left: number | null;
  /** What its games take here. */
  speed: Speed | null;
  /** The first round, from 0, of which nothing is played or under way; tabs of earlier versions do not tell it. */
  nextRound?: number | undefined;
  /** Whether this tab plays it. */
  here: boolean;
  /** Why it does not go on: a full disk, a block that could not be played. */
  trouble: Message | null;
}

export interface Contests {
  /** The list was read; or that has failed, and is tried again at the next question. */
  loaded: Promise<void>;
  /** Newest first. */
  list: () => readonly ContestRow[];
  /** A row has changed, in this tab or in another; returns the undo. */
  onChange: (hear: () => void) => () => void;
  /** Whether it is this tab that plays. */
  plays: () => boolean;
  /** A row, also one that another tab has just begun and that is not in the list yet; null: there is none. */
  find: (id: number) => Promise<ContestRow | null>;
  /** Reads all rows once more. */
  reread: () => Promise<void>;
  begin: (spec: ContestSpec) => Promise<{ id: number } | { problem: Message }>;
  /** What would begin: its number is 0, because it is not kept. */
  plan: (spec: ContestSpec) => Promise<ContestRow | { problem: Message }>;
  pause: (id: number) => void;
  resume: (id: number) => void;
  /** For good; what was played stays. */
  stop: (id: number) => void;
  withdraw: (id: number, entrant: number) => void;
  /** @param titled a person calls it so */
  rename: (id: number, title: string, titled?: boolean) => void;
  /** Returns the undo. */
  remove: (id: number) => Promise<() => Promise<void>>;
  progress: (id: number) => Progress | null;
  /** This tab plays from now on, although another one does: that one may be asleep. */
  takeOver: () => void;
  /** By number. */
  results: (id: number) => Promise<BlockResult[]>;
  /** Of what is kept now. */
  summary: (id: number) => Promise<Summary | { problem: Message }>;
  game: (id: number, block: number, game: number) => Promise<{ replay: string; reports: Report[] } | null>;
  /**
   * without: why it has no sources, although they were asked for; stopped: by the signal.
   * @param how gone: the contest, of which nothing is kept any more: its games are not in the file
   */
  bundle: (
    id: number,
    how: { sources: boolean; gone?: ContestRow | undefined } & QuestionOptions,
  ) => Promise<{ file: Blob; without: Message | null } | { problem: Message } | { stopped: true }>;
  /**
   * A bundle; verifying it goes on afterwards. isTitled: it says what it is called, and not only its name does. stopped: by
   * the signal, and nothing of it stays.
   */
  open: (
    file: Blob,
    name: string,
    signal?: AbortSignal,
  ) => Promise<{ id: number; isTitled: boolean } | { problem: Message } | { stopped: true }>;
}
