// The page's questions to the engine about contests. The engine holds the results that it was given, by the number of
// their contest, until it is told to drop them, or ends.

import type { Message, QuestionOptions } from '../match/types.ts';
import { EngineLost } from './asked.ts';
import type { Ask } from './questions.ts';

export interface Sat {
  /** Why the contest cannot be taken up. */
  problem: Message | null;
  /** Why no more games of it can be played here. */
  playable: Message | null;
  /** How many bots think at once. */
  movers: number;
}

/** A block to play: `Block` in py/sandlot/stats/blocks.py. */
export interface Block {
  number: number;
  round: number;
  players: number[];
  /** In digits. */
  seed: string;
  orders: number[][];
  secret: string;
}

export interface Next {
  problem?: Message;
  blocks: Block[];
  over: boolean;
  /** After so many more results it is time to ask again; 0: when all are played. */
  look: number;
  /** Games that the plan needs as far as is known. */
  known: number;
  /** Whether ties may add to these. */
  open: boolean;
  /** Whether it may be over before these. */
  may_stop: boolean;
  options: Record<string, unknown>;
  clock: Record<string, unknown>;
}

/** See `begin_contest` in py/sandlot/page/contests.py. */
interface Begin {
  game: string;
  entrants: { name: string; kind: string; source: string; path: string }[];
  plan: object;
  options: object;
  clock: object;
  profile: string;
}

interface Packed {
  /** Why it cannot be written. */
  problem?: Message;
  /** Its number. */
  packing: number;
  /** Blocks and games whose replays are to be handed over next. */
  wanted: [number, number][];
  /** The file, once nothing is wanted any more. */
  files?: [string, Uint8Array<ArrayBuffer>][];
}

/** What is in a file, but for its blocks; see `Opened` in py/sandlot/page/contest_files.py. */
export interface Head {
  problem?: undefined;
  /** Its number. */
  opened: number;
  text: string;
  game: string;
  /** The title that the contest was saved under; '': there is none. */
  title: string;
  /** What it comes from, if that says more than its kind; '': it is of its kind. */
  origin: 'climb' | 'challenge' | 'answer' | '';
  entrants: { name: string; kind: 'code' | 'house' | 'program' }[];
  withdrawn: [number, number][];
  voids: [number, Message][];
  games: number;
  /** Games that the plan needs as far as is known. */
  known: number;
  blocks: number;
  over: boolean;
  /** Whether ties may add to these. */
  open: boolean;
  sources: boolean;
  problems: Message[];
  notes: Message[];
  differs: Message | null;
}

type OpenedBlock = { result: any; games: { replay: string; reports: any[] }[] };

/** files: base64 by path. */
type PackedBot = { name: string; kind: string; path: string; source: string; files: Record<string, string> };

export function createContestQuestions(put: Ask) {
  const ask: Ask = async (message, how) => {
    const answer = await put(message, how);
    // This is another engine than the one that was told of the contest.
    if (answer?.gone) throw new EngineLost();
    return answer;
  };

  return {
    /** Settles when the engine reacts. */
    alive: ({ signal }: QuestionOptions): Promise<null> => ask({ type: 'contest/alive' }, { signal }),
    /** @param files of bots of several files: entrant, path, content */
    begin: (
      config: Begin,
      files: [number, string, Uint8Array<ArrayBuffer>][],
    ): Promise<
      | { problem: Message }
      | {
          problem?: undefined;
          text: string;
          names: string[];
          games: number;
          open: boolean;
          may_stop: boolean;
        }
    > => ask({ type: 'contest/begin', config, files }),
    /** Takes up a contest without results. */
    sit: (key: number, text: string): Promise<Sat> => ask({ type: 'contest/sit', key, text }),
    /**
     * @param results further ones
     * @param withdrawn all of them
     */
    add: (key: number, results: unknown[], withdrawn: [number, number][]): Promise<{ problem?: Message }> =>
      ask({ type: 'contest/add', key, results, withdrawn }),
    next: (key: number): Promise<Next> => ask({ type: 'contest/next', key }),
    /** @returns who of these entrants can still withdraw, and from which round on */
    leaving: (key: number, entrants: number[]): Promise<[number, number][] | { problem: Message }> =>
      ask({ type: 'contest/leaving', key, entrants }),
    summary: (key: number, how: QuestionOptions = {}): Promise<any> =>
      ask({ type: 'contest/summary', key }, { signal: how.signal }),
    /**
     * Plays a game again.
     * @returns what is wrong with it
     */
    verify: (
      key: number,
      game: { block: number; game: number; replay: string; reports: unknown[] },
    ): Promise<Message | null> => ask({ type: 'contest/verify', key, ...game }),
    leave: (key: number): Promise<null> => ask({ type: 'contest/leave', key }),

    /**
     * Begins to write a contest as one file.
     * @param config see `pack_contest` in py/sandlot/page/contest_files.py
     */
    pack: (
      key: number,
      config: object,
      files: [number, string, Uint8Array<ArrayBuffer>][],
      how: QuestionOptions = {},
    ): Promise<Packed> => ask({ type: 'contest/pack', key, config, files }, { signal: how.signal }),
    /** Hands over the replays that are wanted. */
    packMore: (packing: number, replays: Uint8Array<ArrayBuffer>[]): Promise<Packed> =>
      ask({ type: 'contest/packMore', packing, replays }),
    /** @param packing it is not wanted any more */
    packNoMore: (packing: number): Promise<null> => ask({ type: 'contest/packNoMore', packing }),

    /** Opens a contest in one file. */
    open: (data: ArrayBuffer, how: QuestionOptions = {}): Promise<{ problem: Message } | Head> =>
      ask({ type: 'contest/open', data }, { transfer: [data], signal: how.signal }),
    openedBlocks: (
      opened: number,
      first: number,
      count: number,
    ): Promise<{ problem: Message } | { problem?: undefined; blocks: OpenedBlock[] }> =>
      ask({ type: 'contest/openedBlocks', opened, first, count }),
    /** @returns null: it is no bot */
    openedBot: (opened: number, entrant: number): Promise<PackedBot | null> =>
      ask({ type: 'contest/openedBot', opened, entrant }),
    close: (opened: number): Promise<null> => ask({ type: 'contest/close', opened }),
  };
}
