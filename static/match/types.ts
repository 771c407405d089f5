// Types of the data that the engine and the page exchange. No code.

import type { Signal } from '@preact/signals';
import type { Dare, Feat } from './dared.ts';
import type { DeltaLog } from './delta-log.ts';

/** A message id with its parameters. */
export type Message = [string, Record<string, unknown>];

export type Player = { name: string; kind: 'code' | 'house' | 'program' | 'human'; packages?: string[] };

export interface Header {
  format: string;
  version: number;
  package: string;
  game: string;
  options: Record<string, unknown>;
  /** In digits: the numbers of JavaScript are not exact beyond 2**53. */
  seed: string;
  players: Player[];
  clock: Record<string, unknown>;
  /** Whether the clock ran for humans, too. */
  human_clock?: boolean;
  /** Whether a person was shown hints. */
  hinted?: boolean;
  /** Whether bots thought one after another instead of at once. */
  in_turn?: boolean;
  /** The earlier players, if this match went on from another one. */
  forks?: Fork[];
}

/** The players of the first `turn` turns. */
interface Fork {
  turn: number;
  players: Player[];
  clock: Record<string, unknown>;
  human_clock?: boolean;
}

export interface Fault {
  kind: 'invalid' | 'timeout' | 'crash' | 'resigned';
  message: Message;
  /** Of a bot of several files. */
  file?: string;
  line: number | null;
  error: string | null;
  traceback: string | null;
}

export interface Answer {
  player: number;
  move: unknown;
  fault: Fault | null;
  /** What the clock counted. */
  ms: number;
  /** Milliseconds that its own side measured, without the way there and back. */
  thought?: number | null;
  /** Milliseconds; null: no limit. */
  budget: number | null;
  /** Milliseconds of extra time left after this turn. */
  bank: number;
  /** Of Python it took, if they are counted. */
  steps: number | null;
  /**
   * 'cut': how many characters of the turn were dropped; 'quota': how many characters and marks the match had no room
   * for.
   */
  output: ['out' | 'err' | 'cut' | 'quota', string][];
  reply: string;
  drawings: Mark[];
}

/** The exact text that went to a player, and what came back. */
export type Exchange = { player: number; sent: string; reply: string };

/** What a bot is asked, and what was played then. */
export interface Seen {
  /** The turn that it is asked to play, from 1. */
  turn: number;
  /** JSON. */
  view: string;
  /** By the name of each protocol, the exact text that a program reads. */
  wires: Record<string, string>;
  /** JSON; null: the match does not go on, or the answer was a fault. */
  move: string | null;
}

/** What the timeline shows of a position; see `stats` in py/sandlot/game.py. */
interface Stats {
  /** One number for every player, or a single one. */
  series: Record<string, number[]>;
  /** Events with their players. */
  marks: ['capture' | 'kill' | 'out', number][];
}

/** Row and column as the game's view counts them. */
export type Place = [number, number];

/** What a bot drew: see py/sandlot/draw.py; colours are names of tokens. */
export type Mark =
  | ['cell', number, number, string, string]
  | ['line', Place, Place, string]
  | ['text', Place, string, string]
  | ['note', string];

export type TurnRecord = { answers: Answer[]; stats: Stats };

export interface Result {
  scores: number[];
  places: number[];
  reason: Message;
  losses: (Message | null)[];
  turns: number;
}

/** What a bot is given besides Python; names are "name==version". */
export type Packages = { names: string[]; wheels: Blob[] };

/** One of a bot of several; id: the hash by which the browser stores the content. */
export type BotFile = { path: string; text: string } | { path: string; id: string; size: number };

/** A file as the bot's worker gets it. */
export type LaidOut = { path: string; data: Blob };

/** main: the path of the file in which a bot of several files begins; files: the others. */
export type Code = { name: string; source: string; main?: string | undefined; files?: BotFile[] | undefined };

/** laidOut: the files of a bot of several. */
export type Equipment = { packages?: Packages | undefined; laidOut?: LaidOut[] | undefined };

/**
 * house: the house bot's own name, if it plays under another one. hasEnded: of a contest: a game was void because of
 * this bot before.
 */
export type Seat = (
  | (Code & Equipment & { kind: 'code' })
  | { kind: 'house'; name: string; house?: string | undefined }
  | { kind: 'human'; name: string }
) & { hasEnded?: boolean };

export type SeatState = 'booting' | 'importing' | 'ready' | 'catching-up' | 'thinking' | 'idle' | 'ended';

/** Whether bots that are to think at once do so: auto, where the browser really lets them run side by side. */
export type Thinking = 'auto' | 'at_once' | 'in_turn';

export interface MatchSpec {
  game: string;
  seats: Seat[];
  /** In digits: the numbers of JavaScript are not exact beyond 2**53. */
  seed: string;
  options: Record<string, unknown>;
  clock: Record<string, unknown>;
  /** Megabytes a bot may use. */
  memory?: number;
  /** Whether the clock runs for humans, too. */
  humanClock?: boolean;
  /** Whether the clocks of people wait for `MatchHandle.startClock`. */
  holdsClock?: boolean | undefined;
  thinking?: Thinking;
  /**
   * A game of a contest, with the secret of its block: nobody watches it, and its listener hears of nothing but its
   * end.
   */
  quiet?: { secret: string };
  /**
   * A game that goes the same way in every browser, as a task says: its random numbers come from the seed alone, and
   * its bots neither bring memories nor keep any.
   */
  isPublic?: boolean;
  /** The position of a puzzle: the match is not kept, nothing helps with its moves, and its end is told elsewhere. */
  isPuzzle?: boolean;
  /** What the page calls the players, whoever sits there: a puzzle that is played on keeps the names it began with. */
  called?: readonly string[];
  /**
   * Go on from this replay after so many turns; then game, seed and options are the replay's, and the positions up to
   * there come as recorded ones. After none it is a new match on the same map, where bots draw the same random numbers.
   */
  fork?: { replay: string; turn: number };
}

/** The question to a human who is to move. */
export interface Turn {
  /** The position that the board shows meanwhile. */
  k: number;
  /** What this player sees. */
  view: any;
  /** The possible moves, from the game's `hand`. */
  hand: any;
  /** Milliseconds for this move; null: no limit. */
  budget: number | null;
  /** The part of them that comes from the bank. */
  left: number | null;
}

export interface MatchHandle {
  stop: () => void;
  /** null: it was accepted; else the sentence that says why it was refused, and the human is still to move. */
  move: (player: number, move: unknown) => Promise<Message | null>;
  /** At once if the player is to move, else at their next turn. */
  resign: (player: number) => void;
  /** A person is shown a hint, and the replay says so. */
  hinted: () => void;
  /** The clocks of people, which were held, run from now on. */
  startClock: () => void;
  /** The text of its replay as far as it has come; null: it is over, or has not begun. */
  replay: () => Promise<string | null>;
}

interface PositionExtras {
  /** Whether it is of the replay that this match goes on from. */
  recorded: boolean;
  /** By human, a delta of the human's own delta log; none if the game hides nothing. */
  views: Record<number, string>;
}

export interface MatchListener {
  start: (start: { header: Header }) => void;
  /** budget: the milliseconds the player has, if there is a limit. */
  seat: (player: number, state: SeatState, budget: number | null) => void;
  /** A human is to move. */
  turn: (player: number, turn: Turn) => void;
  /** Whether bots think one after another in this match. */
  thinking: (inTurn: boolean) => void;
  /** There is a program among the bots, and this browser has to run it again every turn. */
  reruns: () => void;
  /** The delta is for a delta log: see delta-log.ts. */
  position: (k: number, delta: string, record: TurnRecord, more: PositionExtras) => void;
  end: (end: { result: Result; replay: string }) => void;
  /**
   * The end of a quiet match: see `Played` and `Report` in static/contest/types.ts; replay: packed, see
   * base/storage/contests.ts.
   */
  played?: (end: { played: Record<string, any>; reports: any[]; replay: Uint8Array<ArrayBuffer> }) => void;
  stop: (stopped: { replay: string | null }) => void;
  /** replay: of the turns played until then; player: whose bot was the cause, if that is known. */
  error: (message: Message, replay: string | null, player?: number | null) => void;
}

/** A bot is asked on a turn of a replay; turn: from 1, what was answered then is in the record of that number. */
export type AgainSpec = { replay: string; turn: number; player: number } & Code & Equipment;

/**
 * What it answers now, what was answered then, and how often each line ran and for how many milliseconds: [line,
 * hits, ms].
 */
export type AnswerAgain = Answer & { profile: [number, number, number][]; original: Answer };

/**
 * What a house bot would do in a position; expects: moves of the others by player, where nothing is hidden; after:
 * the view once all these are made, or null.
 */
export type Hint = { by: string; move: any; expects: Record<string, any>; after: any };

export interface Progress {
  stage: 'download' | 'start' | 'snapshot' | 'ready' | 'failed';
  /** 0..1. */
  done: number;
  message: Message | null;
}

/** A match that is over. */
export interface Replay {
  header: Header;
  /** For a delta log: see delta-log.ts. */
  deltas: string[];
  records: TurnRecord[];
  result: Result;
}

/** What is known of an opened replay besides. */
interface Found {
  problem: Message | null;
  /** How many its file says there are. */
  turns: number;
  /** Its file, if it was a log of another place, or a link. */
  imported: string | null;
  /** At which a link opens. */
  turn: number | null;
  /** The player whose view a link shows. */
  eyes: number | null;
  /** Programs that a link holds, by player. */
  sources: Record<string, string>;
}

export type Opened = Replay & Found;

/** Of a link: the turn at which it opens, whose view it shows, and programs by player. */
export type Wanted = { turn: number | null; eyes: number | null; sources: Map<number, string> };

/** A link, and what is put at its end for that turn and that view. */
export type Made = { link: string; turn: string; eyes: string } | { problem: Message };

/** For a question that may take long. */
export interface QuestionOptions {
  /** Cancels it. */
  signal?: AbortSignal;
  /** Turns played of turns there are. */
  progress?: (news: { done: number; of: number }) => void;
}

/** How it ended when house bots played on from a turn of a replay; see py/sandlot/page/playing_on.py. */
export interface PlayedOn {
  result: Result;
  /** the view of everything after their first turn */
  after: unknown;
  hastes: boolean;
  exact: boolean;
}

/** Of a replay that takes a while to read: hears of its parts before all of it is there. */
export interface Early {
  /** What is certain at once, if the text is long. */
  start?: (start: { header: Header; delta: string }) => void;
  /** All that has come so far, which grows. */
  more?: (deltas: string[], records: TurnRecord[]) => void;
}

/** A bot of the user's, as it played a game of a contest. */
export interface Mine {
  player: number;
  code: Code;
  /** As people know that version. */
  name: string;
  /** Its id in the library; null: it is of none. */
  bot: number | null;
}

/** What the page shows; grows while it runs. */
export interface Match {
  /** coming: it has been asked for, and has not begun. */
  origin: 'demo' | 'coming' | 'live' | 'replay';
  header: Header;
  deltaLog: DeltaLog;
  /** The delta logs of single players that were requested so far. */
  views: Map<number, DeltaLog>;
  records: TurnRecord[];
  result: Result | null;
  /** The text of its replay, as far as it has come. */
  replay: () => Promise<string | null>;
  /** The programs that took part, by player, as far as they are known. */
  codes?: Map<number, Code>;
  /** Why nothing of a program is ever asked, by player: found once it has failed at its first question. */
  causes?: Signal<ReadonlyMap<number, Message>>;
  /** Its first positions are there, and the rest is still being read. */
  isArriving?: boolean;
  /** It was played again by the rules, and came to the result that it says. */
  isVerified?: boolean;
  /** In a game that hides something, the people who can still continue it: the page shows only what they have seen. */
  bound?: readonly number[];
  /** It came in a link: whoever opens it does not know how it ends. */
  isSent?: boolean;
  /** The challenge that goes with it: see dared.ts. */
  dare?: Dare;
  /** It is a challenge that is to be played before its moves are seen, which are not there. It came to this. */
  sealed?: Feat;
  /** It is that of a puzzle: it ends when the answer has been played out, and nobody has stopped it. */
  isPuzzle?: boolean;
}
