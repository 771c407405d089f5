// The state and the actions of the list of puzzles. No DOM.

import type { ReadonlySignal } from '@preact/signals';
import { batch, computed, signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { inNotice, tried } from '../../base/ui/lazy.ts';
import type { Code } from '../../match/types.ts';
import { ordersOf, Unrun } from './bot-run.ts';
import { fitting, grouped, type Level, levelsOf, reachedIn, type Wanted } from './progress.ts';
import type { Words } from './said.ts';
import type { Counted, Move, Own, Progress, Puzzle, Puzzles, Streak } from './types.ts';

interface Inside {
  words: Words;
  /** the games that have puzzles */
  games: string[];
  progress: ReadonlySignal<Record<string, Progress>>;
  streak: ReadonlySignal<Streak>;
  own: ReadonlySignal<Record<string, Own[]>>;
  load: (game: string) => Promise<Puzzles | null>;
  library: () => Promise<ArrayBuffer>;
}

/** The results of a bot's run. */
export interface Ran extends Counted {
  name: string;
  missed: Puzzle[];
}

export type State = ReturnType<typeof createState>;

export function createState(app: App, { words, games, progress, streak, own, load, library }: Inside) {
  const { arena, library: bots, notices } = app;
  const unloaded = inNotice(notices);
  const game = signal('');
  /** Whether the puzzles of the game are being loaded. */
  const isComing = signal(false);
  const all = signal<Puzzles | null>(null);
  const theme = signal('');
  const level = signal<'' | Level>('');
  const bot = signal('');
  /** The number of puzzles that the bot was asked so far; null if no bot runs. */
  const asked = signal<number | null>(null);
  /** The number of all puzzles of the run. */
  const of = signal(0);
  const ran = signal<Ran | null>(null);
  const trouble = signal('');
  let running: AbortController | null = null;

  const ofGame = computed(() => progress.value[game.value] ?? {});
  const wanted = (): Wanted => ({ theme: theme.value, level: level.value });
  const shown = computed(() => (all.value ? fitting(all.value, wanted()) : []));
  const isSolved = ({ id }: Puzzle) => reachedIn(ofGame.value, id).solved;

  const themes = computed(() => {
    const puzzles = all.value?.puzzles ?? [];
    return [...new Set(puzzles.map((each) => each.theme))].map((name) => {
      const these = puzzles.filter((each) => each.theme === name);
      return { theme: name, all: these.length, done: these.filter(isSolved).length };
    });
  });

  const levels = computed(() => (all.value ? levelsOf(all.value, theme.value) : []));

  const groups = computed(() =>
    grouped(shown.value, all.value?.rungs ?? []).map((group) => ({
      ...group,
      done: group.puzzles.filter(isSolved).length,
    })),
  );

  function stop() {
    running?.abort();
    running = null;
  }

  async function show(next: string): Promise<void> {
    // At once, so that choices made while they load are for this game.
    if (next !== game.value) begin(next);
    const found = await tried(
      () => load(next),
      unloaded,
      () => show(game.value),
    );
    // Another game was chosen meanwhile.
    if (next !== game.value) return;
    batch(() => {
      all.value = found;
      isComing.value = false;
    });
  }

  function begin(next: string) {
    stop();
    batch(() => {
      game.value = next;
      isComing.value = true;
      all.value = null;
      theme.value = '';
      bot.value = '';
      level.value = '';
      asked.value = null;
      ran.value = null;
      trouble.value = '';
    });
  }

  /** The user's bots of the game: the one in the editor, and the others. */
  const choices = (): { id: string; code: Code }[] => {
    const current = bots.currentCode(game.value);
    const others = bots.list(game.value).filter(({ isCurrent }) => !isCurrent);
    const listed = others.flatMap(({ id }) => {
      const code = bots.code(id);
      return code ? [{ id: String(id), code }] : [];
    });
    return [{ id: '', code: current }, ...listed];
  };

  async function run() {
    const chosen = all.value && { ...all.value, puzzles: shown.value };
    const code = (choices().find(({ id }) => id === bot.value) ?? choices()[0])?.code;
    if (!chosen || !code || running) return;
    of.value = chosen.puzzles.length;
    const mine = new AbortController();
    running = mine;
    batch(() => {
      ran.value = null;
      trouble.value = '';
      asked.value = 0;
    });
    try {
      const { source, main, files, name } = code;
      const orders = await ordersOf({
        ...{ arena, library, game: chosen.game, puzzles: chosen.puzzles, signal: mine.signal },
        code: { name, source, main, files },
        news(number) {
          if (running === mine) asked.value = number;
        },
      });
      if (running !== mine || !orders) return;
      await count(chosen, name, orders);
    } catch (error) {
      if (running !== mine) return;
      const why = error instanceof Unrun ? words.say(error.text, ['', '']) : String(error);
      trouble.value = words.t('puzzle.runFailed', { why });
    } finally {
      if (running === mine) {
        running = null;
        asked.value = null;
      }
    }
  }

  async function count(puzzles: Puzzles, name: string, orders: (Move | null)[]) {
    const texts = [
      JSON.stringify({ format: 'sandlot-puzzles', version: 1, ...puzzles }),
      JSON.stringify(orders),
    ];
    const found: Counted | { problem: [string, Record<string, unknown>] } = await arena.puzzle(
      await library(),
      'count',
      texts,
    );
    if ('problem' in found) throw new Unrun(found.problem);
    const missed = puzzles.puzzles.filter((_, k) => !found.right[k]);
    ran.value = { ...found, name: name.replace(/\.py$/, ''), missed };
  }

  return {
    ...{
      game,
      games,
      all,
      isComing,
      theme,
      level,
      bot,
      asked,
      of,
      ran,
      trouble,
      streak,
      shown,
      themes,
      levels,
      groups,
      ofGame,
    },
    wanted,
    show,
    /** Chooses a theme. A level without puzzles of it is deselected. */
    chooseTheme(next: string) {
      batch(() => {
        theme.value = next;
        if (!levels.value.some((each) => each === level.value)) level.value = '';
      });
    },
    choices,
    run,
    stop() {
      if (!running) return;
      stop();
      batch(() => {
        asked.value = null;
        trouble.value = words.t('puzzle.runStopped');
      });
    },
    done: computed(() => (all.value?.puzzles ?? []).filter(isSolved).length),
    /** The progress with a puzzle of any game. */
    reached: (of: string, id: string) => reachedIn(progress.value[of] ?? {}, id),
    solvedOf: (of: string) => Object.values(progress.value[of] ?? {}).filter(({ solved }) => solved).length,
    own: computed(() => own.value[game.value] ?? []),
  };
}
