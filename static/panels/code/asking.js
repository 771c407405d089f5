// The editor's questions to what reads bots: with the game, the file and its neighbours, and the meaning of a view's keys.

import { tried } from '../../base/ui/lazy.js';
import { MAIN } from '../../base/values/bundle-shape.js';
import { lazy } from '../../base/values/lazy.js';
import { loadGuide } from './guide.js';

/** @typedef {import('../../match/types.js').Code} Code */
/**
 * @typedef {object} Reader as `lazyReader` in static/engine/reader/lazy.js makes it
 * @property {() => Promise<void>} wake
 * @property {() => boolean} isReady
 * @property {(question: {kind: string, [name: string]: unknown}) => Promise<any>} ask null: no answer
 * @property {(files: Record<string, string>) => void} lay
 */

/** A text of a bot of one file. */
const ALONE = 'main.py';
/** Milliseconds: for so long whoever goes on writing is not told again that the reader did not come. */
const QUIET = 60_000;

/**
 * @param {Reader} reader
 * @param {object} now what is in the editor
 * @param {() => string} now.game
 * @param {() => Code} now.code
 * @param {() => string} now.path of the file that is shown
 * @param {() => Promise<void>} now.calm when the page has time to load what reads
 * @param {import('../../base/ui/lazy.js').Say} now.say that it did not come
 */
export function createAsking(reader, { game, code, path, calm, say }) {
  let failed = Number.NEGATIVE_INFINITY;
  const begin = lazy(async () => {
    await calm();
    await reader.wake();
    return true;
  });

  /** @param {() => void} ready */
  async function wake(ready) {
    if (await tried(begin, say, () => wake(ready))) ready();
    else failed = performance.now();
  }

  return {
    /** The editor is in use. @param {() => void} ready called when the reader can be asked */
    async wake(ready) {
      if (performance.now() - failed > QUIET) await wake(ready);
    },
    isReady: reader.isReady,
    /** @param {{kind: string, [name: string]: unknown}} question */
    ask(question) {
      const bot = code();
      if (bot.files) reader.lay(textsBeside(bot, path()));
      const name = bot.files ? path() : ALONE;
      return reader.ask({ ...question, game: game(), name });
    },
    /** What a key of the view means; "": nothing is said of it. @param {string} keys that lead to it, between dots */
    meaning: (keys) => meaningOf(game(), keys),
  };
}

/** @typedef {ReturnType<typeof createAsking>} Asking */

/** @param {Code} bot @param {string} shown @returns {Record<string, string>} */
function textsBeside({ source, main = MAIN, files = [] }, shown) {
  const texts = files.flatMap((file) => ('text' in file ? [[file.path, file.text]] : []));
  return Object.fromEntries([[main, source], ...texts].filter(([path]) => path !== shown));
}

/** What a key of a game's view means. @param {string} game @param {string} keys */
async function meaningOf(game, keys) {
  const guide = await loadGuide().catch(() => null);
  return guide?.views[game]?.find(([key]) => key === keys)?.[1] ?? '';
}
