// The editor's questions to the reader, a worker that analyses bots' sources. Adds the game, the file's name and the other
// files, and knows the meaning of a view's keys.

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
  /** resolves with null if there is no answer */
  ask: (question: { kind: string; [name: string]: unknown }) => Promise<any>;
  lay: (files: Record<string, string>) => void;
}

/** Why a bot with this source would never be asked for a move, and the name to mark; see py/sandlot/match/entry_point.py. */
export interface Unasked {
  why: Message;
  line: number;
  name: string;
}

/** The file name for a bot of a single file. */
const ALONE = 'main.py';
/** Milliseconds in which the user is not told again that the reader could not be loaded. */
const QUIET = 60_000;

interface Now {
  game: () => string;
  code: () => Code;
  /** the path of the file that is shown */
  path: () => string;
  /** resolves when the page has time to load the reader */
  calm: () => Promise<void>;
  /** shows that the reader could not be loaded */
  say: Say;
  entry: (game: string, source: string) => Promise<Unasked | null>;
}

/** @param now the current state of the editor */
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
    /** To be called when the editor is used: loads the reader. @param ready called when it can be asked */
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
    /** Why a bot with this source would never be asked for a move; null if it would, or if another file answers. */
    async unasked(text: string): Promise<Unasked | null> {
      const bot = code();
      if (path() !== (bot.main ?? MAIN)) return null;
      const found = await entry(game(), text).catch(() => null);
      // The file is still empty: the author knows that.
      if (found?.why[0] === 'entry.nothing') return null;
      // Another file may read the questions.
      return found && bot.files && found.why[0] === 'entry.none' ? null : found;
    },
    /** The meaning of a key in the view; '' if there is no text about it. @param keys the path to it, with dots */
    meaning: (keys: string) => meaningOf(game(), keys),
  };
}

export type Asking = ReturnType<typeof createAsking>;

function textsBeside({ source, main = MAIN, files = [] }: Code, shown: string): Record<string, string> {
  const texts = files.flatMap((file) => ('text' in file ? [[file.path, file.text]] : []));
  return Object.fromEntries([[main, source], ...texts].filter(([path]) => path !== shown));
}

/** The meaning of a key in a game's view. */
async function meaningOf(game: string, keys: string) {
  const guide = await loadGuide().catch(() => null);
  return guide?.views[game]?.find(([key]) => key === keys)?.[1] ?? '';
}
