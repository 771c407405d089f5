// The page's questions to the engine about replays, bots and files. They do not depend on a running match.

import { botOf, messageOf } from './matches.js';

/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {import('../match/types.js').Patience} Patience */
/** @typedef {import('../match/types.js').AgainSpec} AgainSpec */
/** @typedef {import('../match/types.js').AnswerAgain} AnswerAgain */
/** @typedef {import('../match/types.js').LaidOut} LaidOut */
/** @typedef {import('../match/types.js').Exchange} Exchange */
/** @typedef {(message: object, how?: import('./engine.js').How) => Promise<any>} Ask */

/** @param {Ask} ask */
export function createQuestions(ask) {
  /**
   * Asks a question whose answer comes in pieces.
   * @param {object} message
   * @param {Patience} how
   * @param {(pieces: any[]) => void} take
   */
  const askLong = (message, { signal, progress }, take) =>
    ask(message, {
      signal,
      hear(pieces, news) {
        take(pieces);
        progress?.(news);
      },
    });

  return {
    /** @param {string} text @param {Patience} [how] @returns {Promise<import('../match/types.js').Opened>} */
    async open(text, how = {}) {
      /** @type {string[]} */
      const deltas = [];
      /** @type {import('../match/types.js').TurnRecord[]} */
      const records = [];
      const found = await askLong({ type: 'open', text }, how, (pieces) => {
        for (const [delta, record] of pieces) {
          deltas.push(delta);
          records.push(record);
        }
      });
      return { ...found, deltas, records };
    },
    /** @param {string} text @param {number} player @param {Patience} [how] */
    async views(text, player, how = {}) {
      /** @type {string[]} */
      const deltas = [];
      await askLong({ type: 'views', text, player }, how, (pieces) => void deltas.push(...pieces));
      return deltas;
    },
    texts: createTexts(ask),
    /** @param {string} text @param {import('../match/types.js').Wanted} wanted @param {AbortSignal} signal */
    address: (text, { sources, ...wanted }, signal) =>
      ask({ type: 'address', text, wanted: { ...wanted, sources: Object.fromEntries(sources) } }, { signal }),
    /**
     * @param {object} wanted see `making` in py/sandlot/page/linking.py
     * @param {[number, string, Uint8Array<ArrayBuffer>][]} files
     * @returns {Promise<{link: string} | {link?: undefined, problem: Message}>}
     */
    makeLink: (wanted, files) => ask({ type: 'makeLink', wanted, files }),
    /**
     * What a league would say of a bot; see py/sandlot/league/in_page.py.
     * @param {ArrayBuffer} library
     * @param {string} settings the text of its league.toml
     * @param {{author: string, name: string, bots: string[], language: string}} config
     * @param {[string, Uint8Array<ArrayBuffer>][]} files
     * @returns {Promise<{problems: string[], notes: string[]}>}
     */
    checkEntry: (library, settings, config, files) =>
      ask({ type: 'checkEntry', library, settings, config, files }),
    /** @param {string} text @param {Patience} [how] @returns {Promise<any>} see `opening` in py/sandlot/page/linking.py */
    openLink: (text, how = {}) => askLong({ type: 'openLink', text }, how, () => {}),
    /** @param {string} text @param {number} turn @param {number} player @param {AbortSignal} signal */
    seen: (text, turn, player, signal) => ask({ type: 'seen', text, turn, player }, { signal }),
    /** @param {string} ladder @param {string} played */
    standing: (ladder, played) => ask({ type: 'standing', ladder, played }),
    /** @param {ArrayBuffer} library @param {string} text @returns {Promise<any>} see `step` in py/sandlot/tasks/in_page.py */
    readStep: (library, text) => ask({ type: 'step', library, text }),
    /**
     * @param {ArrayBuffer} library
     * @param {{text: string, number: number, before: unknown[], replays: string[]}} question
     * @param {Patience} [how]
     * @returns {Promise<any>} see `judge` in py/sandlot/tasks/in_page.py
     */
    judge: (library, question, how = {}) => askLong({ type: 'judge', library, ...question }, how, () => {}),
    /** @param {string} source */
    declared: (source) => ask({ type: 'declared', source }),
    /** @param {string} game @param {string} source */
    entry: (game, source) => ask({ type: 'entry', game, source }),
    /** @param {string} game @param {string} source @param {number} player */
    explain: (game, source, player) => ask({ type: 'explain', game, source, player }),
    /** @param {string} game @param {unknown} view @param {number} player @returns {Promise<import('../match/types.js').Hint>} */
    hint: (game, view, player) => ask({ type: 'hint', game, view, player }),
    /** @param {string} game @param {object} options @param {number} players */
    check: (game, options, players) => ask({ type: 'check', game, options, players }),
    /** @param {Uint8Array<ArrayBuffer>} zip */
    unzip: (zip) => ask({ type: 'unzip', data: zip.buffer }, { transfer: [zip.buffer] }),
    /** @param {LaidOut[]} laidOut */
    async zip(laidOut) {
      const files = await Promise.all(
        laidOut.map(async ({ path, data }) => [path, new Uint8Array(await data.arrayBuffer())]),
      );
      const made = await ask({ type: 'zip', files });
      return new Blob([made.files[0][1]], { type: 'application/zip' });
    },
  };
}

/** Asks for the texts of the turn that is shown; a further call cancels the one before. @param {Ask} ask */
function createTexts(ask) {
  /** @type {{text: string, turn: number, found: Promise<Exchange[]>, end: AbortController} | null} */
  let looked = null;

  return (/** @type {string} */ text, /** @type {number} */ turn) => {
    if (looked?.text === text && looked.turn === turn) return looked.found;
    looked?.end.abort();
    const end = new AbortController();
    const found = ask({ type: 'texts', text, turn }, { signal: end.signal });
    looked = { text, turn, found, end };
    found.catch(() => {
      if (looked?.found === found) looked = null;
    });
    return found;
  };
}

/**
 * Asks what a bot would answer on a turn of a replay.
 *
 * @param {AgainSpec} spec
 * @param {Patience} how
 * @param {readonly import('./seat/seat.js').Seat[]} seats two
 * @param {Ask} ask
 * @returns {Promise<AnswerAgain | {problem: Message}>}
 */
export async function askAgain(
  { replay, turn, player, ...code },
  { signal, progress = () => {} },
  seats,
  ask,
) {
  /** @type {{port: MessagePort, end: () => void}[]} */
  const workers = [];
  try {
    const failed = new Promise((_, reject) => {
      for (const seat of seats) workers.push(seat.open(reject));
    });
    const config = { replay, turn, player, name: code.name };
    const transfer = workers.map(({ port }) => port);
    const answer = ask(
      { type: 'again', config, bot: botOf(code) },
      { transfer, signal, hear: (_, news) => progress(news) },
    );
    return /** @type {any} */ (await Promise.race([failed, answer]));
  } catch (why) {
    return { problem: messageOf(/** @type {any} */ (why)) };
  } finally {
    for (const worker of workers) worker.end();
  }
}
