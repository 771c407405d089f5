// The arena: the page's interface to the engine and the seats. It loads Python and starts and ends matches.

import { createContestQuestions } from './contests.js';
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
 * @property {(game: string, source: string) => Promise<{why: Message, line: number, name: string} | null>} entry why
 *   nothing of a bot's file is ever asked, with the name that stands there; null: it is asked
 * @property {(game: string, source: string, player: number) => Promise<Message | null>} explain what may be wrong with
 *   a bot that failed at its start
 * @property {(game: string, view: unknown, player: number) => Promise<import('../match/types.js').Hint>} hint what the
 *   strongest house bot would do in a position
 * @property {(zip: Uint8Array<ArrayBuffer>) => Promise<{problem: Message} | {main: string | null, files: [string, Uint8Array<ArrayBuffer>][]}>} unzip
 *   the files of a bot of several files, and the path of its main file; null: it is a library of bots
 * @property {(files: LaidOut[]) => Promise<Blob>} zip
 * @property {(question: AgainSpec, how?: Patience) => Promise<AnswerAgain | {problem: Message}>} askAgain what a bot
 *   answers now on a turn of a replay
 * @property {(text: string, player: number, how?: Patience) => Promise<string[]>} views what one player saw in a replay:
 *   deltas of a film
 * @property {(text: string, turn: number) => Promise<import('../match/types.js').Exchange[]>} texts the exact texts of
 *   one turn of a replay; a further call cancels the one before
 * @property {(text: string, turn: number, player: number, signal: AbortSignal) => Promise<import('../match/types.js').Seen | null>} seen
 *   what one seat is asked at a position of a replay; null: it never was
 * @property {ReturnType<typeof createQuestions>['readStep']} readStep what a file of a step of a path says
 * @property {ReturnType<typeof createQuestions>['judge']} judge what came of a task, by the replays of its games
 * @property {(text: string, wanted: import('../match/types.js').Wanted, signal: AbortSignal) => Promise<import('../match/types.js').Made>} address
 *   the link of a replay
 * @property {ReturnType<typeof createQuestions>['makeLink']} makeLink the link of a bot, a challenge or a contest
 * @property {ReturnType<typeof createQuestions>['checkEntry']} checkEntry what a league would say of a bot
 * @property {ReturnType<typeof createQuestions>['openLink']} openLink what such a link holds
 * @property {(ladder: string, played: string) => Promise<any>} standing where a bot stands on a ladder: see `standing` in
 *   py/sandlot/page/ladder.py
 * @property {(game: string, options: object, players: number) => Promise<import('../match/types.js').Message | null>}
 *   check what is wrong with a game's options for a number of players
 * @property {ReturnType<typeof createContestQuestions>} contests
 * @property {(count: number) => Promise<boolean>} sideBySide whether so many bots run at once, none slower than alone
 * @property {() => void} warm boots Python in every seat in advance
 * @property {() => {fresh: number, again: number, spoilt: number}} workers how many workers were started and used again,
 *   and how many could not be, since the bot had left something in them
 * @property {() => Promise<import('./loading.js').Legacy>} legacy what another arena can start from
 * @property {() => void} close ends it for good, with all its matches
 */

/**
 * An arena starts to load Python at once. The page has one for what a person plays and watches, and makes others for
 * contests from what the first has loaded.
 *
 * @param {Kept} kept
 * @param {Pick<Arena, 'legacy'>} [first]
 * @returns {Arena}
 */
export function createArena(kept, first) {
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
  const loading = createLoading(engine, seats, progress.report, first?.legacy);
  const { isThere, ready, settled } = loading;
  const left = new AbortController();
  const matches = createMatches({ engine, seats, kept, ready, isThere });

  /** @param {object} message @param {import('./engine.js').How} [how] */
  async function ask(message, how) {
    await isThere();
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
    legacy: loading.legacy,
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
