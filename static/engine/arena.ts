// The arena: the page's interface to the engine and the seats. It loads Python and starts and ends matches.

import type {
  AgainSpec,
  AnswerAgain,
  Early,
  Exchange,
  Hint,
  LaidOut,
  Made,
  MatchHandle,
  MatchListener,
  MatchSpec,
  Message,
  Opened,
  Progress,
  QuestionOptions,
  Seen,
  Wanted,
} from '../match/types.ts';
import type { How } from './asked.ts';
import { createContestQuestions } from './contests.ts';
import { createEngine } from './engine.ts';
import type { BootArtifacts } from './loading.ts';
import { createLoading, mark } from './loading.ts';
import { createMatches } from './matches.ts';
import { askAgain, createQuestions } from './questions.ts';
import { createSeats } from './seats.ts';

/** What the page keeps for matches. */
export interface Kept {
  /** What the bots stored in their last match. */
  recall: (game: string, players: { name: string; kind: string }[]) => (string | null)[];
  remember: (game: string, players: { name: string; kind: string }[], memories: (string | null)[]) => void;
  /** The secret from which each match's random numbers are drawn, so that no bot can guess them. */
  secret: () => string;
}

export interface Arena {
  onProgress: (listener: (progress: Progress) => void) => void;
  ready: Promise<void>;
  /** When all its downloads are in the cache. */
  settled: () => Promise<unknown>;
  play: (spec: MatchSpec, on: Partial<MatchListener>) => MatchHandle;
  open: (text: string, how?: QuestionOptions & Early) => Promise<Opened>;
  /** The packages that a bot's file declares. */
  declared: (source: string) => Promise<{ requirements: string[] } | { problem: Message }>;
  /** Why nothing of a bot's file is ever asked, with the name that stands there; null: it is asked. */
  entry: (game: string, source: string) => Promise<{ why: Message; line: number; name: string } | null>;
  /** The bots that Python files are which came together. */
  together: ReturnType<typeof createQuestions>['together'];
  /** What a bot's file imports and will not find, or why its packages are not available; null: nothing is amiss. */
  absent: (
    source: string,
    imports: [module: string, line: number][],
  ) => Promise<{ module: string; line: number } | { problem: Message } | null>;
  /** What may be wrong with a bot that failed at its start. */
  explain: (game: string, source: string, player: number) => Promise<Message | null>;
  /** What the strongest house bot would do in a position. */
  hint: (game: string, view: unknown, player: number) => Promise<Hint>;
  /** The files of a bot of several files, and the path of its main file; null: it is a library of bots. */
  unzip: (
    zip: Uint8Array<ArrayBuffer>,
  ) => Promise<{ problem: Message } | { main: string | null; files: [string, Uint8Array<ArrayBuffer>][] }>;
  zip: (files: LaidOut[]) => Promise<Blob>;
  /** What a bot answers now on a turn of a replay. */
  askAgain: (question: AgainSpec, how?: QuestionOptions) => Promise<AnswerAgain | { problem: Message }>;
  /** What one player saw in a replay. */
  views: ReturnType<typeof createQuestions>['views'];
  /** The exact texts of one turn of a replay; a further call cancels the one before. */
  texts: (text: string, turn: number) => Promise<Exchange[]>;
  /** What one seat is asked at a position of a replay; null: it never was. */
  seen: (text: string, turn: number, player: number, signal: AbortSignal) => Promise<Seen | null>;
  /** What a file of a step of a path says. */
  readStep: ReturnType<typeof createQuestions>['readStep'];
  /** What came of a task, by the replays of its games. */
  judge: ReturnType<typeof createQuestions>['judge'];
  /** What is asked about a puzzle. */
  puzzle: ReturnType<typeof createQuestions>['puzzle'];
  /** How it ends when house bots play on from a turn of a replay. */
  playOn: ReturnType<typeof createQuestions>['playOn'];
  /** The link of a replay. */
  address: (text: string, wanted: Wanted, signal: AbortSignal) => Promise<Made>;
  /** The link of a bot, a challenge or a contest. */
  makeLink: ReturnType<typeof createQuestions>['makeLink'];
  /** What a league would say of a bot. */
  checkEntry: ReturnType<typeof createQuestions>['checkEntry'];
  /** What such a link holds. */
  openLink: ReturnType<typeof createQuestions>['openLink'];
  /** What came of a contest whose results such a link holds. */
  sumLink: ReturnType<typeof createQuestions>['sumLink'];
  findContest: ReturnType<typeof createQuestions>['findContest'];
  /** Where a bot stands on a ladder: see `standing` in py/sandlot/page/ladder.py. */
  standing: (ladder: string, played: string) => Promise<any>;
  /** What is wrong with a game's options for a number of players. */
  check: (game: string, options: object, players: number) => Promise<Message | null>;
  contests: ReturnType<typeof createContestQuestions>;
  /** Whether so many bots run at once, none slower than alone. */
  sideBySide: (count: number) => Promise<boolean>;
  /** Boots Python in every seat in advance. */
  warm: () => void;
  /**
   * How many workers were started and used again, and how many could not be, since the bot had left something in
   * them.
   */
  workers: () => { fresh: number; again: number; spoilt: number };
  /** What another arena can start from. */
  bootArtifacts: () => Promise<BootArtifacts>;
  /** Ends it for good, with all its matches. */
  close: () => void;
}

/**
 * An arena starts to load Python at once. The page has one for what a person plays and watches, and makes others for
 * contests from what the first has loaded.
 */
export function createArena(kept: Kept, first?: Pick<Arena, 'bootArtifacts'>): Arena {
  const progress = createProgress();
  const seats = createSeats((fromSnapshot) => mark('seat', fromSnapshot));
  const engine = createEngine({
    progress: (done) => progress.report({ done }),
    match: (message) => matches.hear(message),
    lost() {
      loading.again();
      matches.failBegun(['arena.restarted', {}]);
    },
  });
  const loading = createLoading(engine, seats, progress.report, first?.bootArtifacts);
  const { isThere, ready, settled } = loading;
  const left = new AbortController();
  const matches = createMatches({ engine, seats, kept, ready, isThere });

  async function ask(message: object, how?: How) {
    await unlessAborted(isThere(), how?.signal);
    return engine.ask(message, how);
  }

  /** Ends all bots when the page is left: the browser may keep the page in its back/forward cache. */
  const leave = () => {
    matches.failAll(['arena.left', {}]);
    seats.close();
  };
  addEventListener('pagehide', leave, left);
  addEventListener('pageshow', ({ persisted }) => persisted && seats.restart(), left);

  return {
    onProgress: progress.subscribe,
    ready: ready(),
    settled,
    bootArtifacts: loading.bootArtifacts,
    play: matches.play,
    workers: matches.workers,
    ...createQuestions(ask),
    contests: createContestQuestions(ask),
    async sideBySide(count) {
      await ready();
      const open = (await seats.take(count)).map((seat) => seat.open(() => {}));
      try {
        const transfer = open.map(({ port }) => port);
        return await ask({ type: 'sideBySide' }, { transfer });
      } finally {
        for (const { end } of open) end();
      }
    },
    warm: seats.warm,
    close() {
      left.abort();
      matches.failAll(['arena.left', {}]);
      seats.remove();
      engine.close();
    },
    async askAgain(question, how = {}) {
      await ready();
      const answer = await askAgain(question, how, await seats.take(2), ask);
      seats.warm();
      return answer;
    },
  };
}

/** Whoever cancels a question does not wait for Python. */
function unlessAborted(there: Promise<unknown>, signal: AbortSignal | undefined) {
  if (!signal) return there;
  const over = new AbortController();
  const aborted = new Promise((_, fail) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => fail(signal.reason), { signal: over.signal });
  });
  return Promise.race([there, aborted]).finally(() => over.abort());
}

/** The progress of loading, for listeners. */
function createProgress() {
  const listeners = new Set<(progress: Progress) => void>();
  let progress: Progress = { stage: 'download', done: 0, message: null };

  return {
    report(news: Partial<Progress>) {
      progress = { ...progress, ...news };
      for (const listener of listeners) listener(progress);
    },
    subscribe(listener: (progress: Progress) => void) {
      listeners.add(listener);
      listener(progress);
    },
  };
}
