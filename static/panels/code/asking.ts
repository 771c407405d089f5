// The editor's questions to what reads bots: with the game, the file and its neighbours, and the meaning of a view's keys.

import type { Say } from '../../base/ui/lazy.ts';
import { tried } from '../../base/ui/lazy.ts';
import { MAIN } from '../../base/values/bundle-shape.ts';
import { lazy } from '../../base/values/lazy.ts';
import type { Code, Message } from '../../match/types.ts';
import { loadGuide } from './guide.ts';

/** As `lazyReader` in static/engine/reader/lazy.ts makes it */
export interface Reader {
  wake: () => Promise<void>;
  isReady: () => boolean;
  /** null: no answer */
  ask: (question: { kind: string; [name: string]: unknown }) => Promise<any>;
  lay: (files: Record<string, string>) => void;
}

/** Why nothing of a text is ever asked, and the name that stands there; see py/sandlot/match/entry_point.py. */
export interface Unasked {
  why: Message;
  line: number;
  name: string;
}

/** A text of a bot of one file. */
const ALONE = 'main.py';
/** Milliseconds: for so long whoever goes on writing is not told again that the reader did not come. */
const QUIET = 60_000;

interface Now {
  game: () => string;
  code: () => Code;
  /** of the file that is shown */
  path: () => string;
  /** when the page has time to load what reads */
  calm: () => Promise<void>;
  /** that it did not come */
  say: Say;
  entry: (game: string, source: string) => Promise<Unasked | null>;
}

/** @param now what is in the editor */
export function createAsking(reader: Reader, { game, code, path, calm, say, entry }: Now) {
  let failed = Number.NEGATIVE_INFINITY;
  const begin = lazy(async () => {
    await calm();
    await reader.wake();
    return true;
  });

  async function wake(ready: () => void) {
    if (await tried(begin, say, () => wake(ready))) ready();
    else failed = performance.now();
  }

  return {
    /** The editor is in use. @param ready called when the reader can be asked */
    async wake(ready: () => void) {
      if (performance.now() - failed > QUIET) await wake(ready);
    },
    isReady: reader.isReady,
    ask(question: { kind: string; [name: string]: unknown }) {
      const bot = code();
      if (bot.files) reader.lay(textsBeside(bot, path()));
      const name = bot.files ? path() : ALONE;
      return reader.ask({ ...question, game: game(), name });
    },
    /** Why nothing of the text is ever asked; null: something is, or another file of the bot is what is asked. */
    async unasked(text: string): Promise<Unasked | null> {
      const bot = code();
      if (path() !== (bot.main ?? MAIN)) return null;
      const found = await entry(game(), text).catch(() => null);
      // Who has only begun knows that nothing is there yet.
      if (found?.why[0] === 'entry.nothing') return null;
      // Another file may read what is asked.
      return found && bot.files && found.why[0] === 'entry.none' ? null : found;
    },
    /** What a key of the view means; "": nothing is said of it. @param keys that lead to it, between dots */
    meaning: (keys: string) => meaningOf(game(), keys),
  };
}

export type Asking = ReturnType<typeof createAsking>;

function textsBeside({ source, main = MAIN, files = [] }: Code, shown: string): Record<string, string> {
  const texts = files.flatMap((file) => ('text' in file ? [[file.path, file.text]] : []));
  return Object.fromEntries([[main, source], ...texts].filter(([path]) => path !== shown));
}

/** What a key of a game's view means. */
async function meaningOf(game: string, keys: string) {
  const guide = await loadGuide().catch(() => null);
  return guide?.views[game]?.find(([key]) => key === keys)?.[1] ?? '';
}
