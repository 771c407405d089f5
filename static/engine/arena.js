// The arena: the page's interface to the engine and the seats. It loads Python and starts and ends matches.

import { createEngine } from './engine.js';
import { createLoading, mark } from './loading.js';
import { createMatches } from './matches.js';
import { askAgain, createQuestions } from './questions.js';
import { createSeats } from './seats.js';

/** @typedef {import('../match/types.js').Progress} Progress */
/** @typedef {import('../match/types.js').MatchSpec} MatchSpec */
/** @typedef {import('../match/types.js').MatchListener} MatchListener */
/** @typedef {import('../match/types.js').AgainSpec} AgainSpec */
/** @typedef {import('../match/types.js').LaidOut} LaidOut */
/** @typedef {import('../match/types.js').AnswerAgain} AnswerAgain */
/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {import('../match/types.js').Patience} Patience */

/**
 * What the page keeps for matches.
 *
 * @typedef {object} Kept
 * @property {(game: string, players: {name: string, kind: string}[]) => (string | null)[]} recall what the bots stored
 *   in their last match
 * @property {(game: string, players: {name: string, kind: string}[], memories: (string | null)[]) => void} remember
 * @property {() => string} secret the secret from which each match's random numbers are drawn, so that no bot can guess
 *   them
 */

/**
 * @typedef {object} Arena
 * @property {(listener: (progress: Progress) => void) => void} onProgress
 * @property {Promise<void>} ready
 * @property {() => Promise<unknown>} settled when all its downloads are in the cache
 * @property {(spec: MatchSpec, on: Partial<MatchListener>) => import('../match/types.js').MatchHandle} play
 * @property {(text: string, how?: Patience) => Promise<import('../match/types.js').Opened>} open
 * @property {(source: string) => Promise<{requirements: string[]} | {problem: Message}>} declared the packages that a
 *   bot's file declares
 * @property {(game: string, source: string, player: number) => Promise<Message | null>} explain what may be wrong with
 *   a bot that failed at its start
 * @property {(zip: Uint8Array<ArrayBuffer>) => Promise<{problem: Message} | {main: string | null, files: [string, Uint8Array<ArrayBuffer>][]}>} unzip
 *   the files of a bot of several files, and the path of its main file; null: it is a library of bots
 * @property {(files: LaidOut[]) => Promise<Blob>} zip
 * @property {(question: AgainSpec, how?: Patience) => Promise<AnswerAgain | {problem: Message}>} askAgain what a bot
 *   answers now on a turn of a replay
 * @property {(text: string, player: number, how?: Patience) => Promise<string[]>} views what one player saw in a replay:
 *   deltas of a film
 * @property {(text: string, turn: number) => Promise<import('../match/types.js').Exchange[]>} texts the exact texts of
 *   one turn of a replay; a further call cancels the one before
 * @property {(game: string, options: object, players: number) => Promise<import('../match/types.js').Message | null>}
 *   check what is wrong with a game's options for a number of players
 */

/**
 * The page has one arena. It starts to load Python at once.
 *
 * @param {Kept} kept
 * @returns {Arena}
 */
export function createArena(kept) {
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
  const loading = createLoading(engine, seats, progress.report);
  const { isThere, ready, settled } = loading;
  const matches = createMatches({ engine, seats, kept, ready, isThere });

  /** @param {object} message @param {import('./engine.js').How} [how] */
  async function ask(message, how) {
    await isThere();
    return engine.ask(message, how);
  }

  /** Ends all bots when the page is left: the browser may keep the page in its back/forward cache. */
  addEventListener('pagehide', () => {
    matches.failAll(['arena.left', {}]);
    seats.close();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) seats.restart();
  });

  return {
    onProgress: progress.subscribe,
    ready: ready(),
    settled,
    play: matches.play,
    ...createQuestions(ask),
    async askAgain(question, how = {}) {
      await ready();
      const answer = await askAgain(question, how, await seats.take(2), ask);
      seats.warm();
      return answer;
    },
  };
}

/** The progress of loading, for listeners. */
function createProgress() {
  /** @type {Set<(progress: Progress) => void>} */
  const listeners = new Set();
  /** @type {Progress} */
  let progress = { stage: 'download', done: 0, message: null };

  return {
    /** @param {Partial<Progress>} news */
    report(news) {
      progress = { ...progress, ...news };
      for (const listener of listeners) listener(progress);
    },
    /** @param {(progress: Progress) => void} listener */
    subscribe(listener) {
      listeners.add(listener);
      listener(progress);
    },
  };
}
