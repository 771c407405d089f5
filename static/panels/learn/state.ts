// The state and the actions of the tab Learn. No DOM.

import { batch, computed, signal } from '@preact/signals';
import type { Store } from '../../base/storage/settings.ts';
import { askForFile, saveFile } from '../../base/ui/files.ts';
import { inNotice, tried as triedTo } from '../../base/ui/lazy.ts';
import type { Notices } from '../../base/ui/notices.tsx';
import { language, sentences } from '../../base/words/index.ts';
import type { Arena } from '../../engine/arena.ts';
import type { Problem } from '../../match/faults.ts';
import type { Code, Match } from '../../match/types.ts';
import type { Place } from '../../shell/router.ts';
import type { News } from './checking.ts';
import { BOTH_OWN, check, firstFault, NAME, Unplayed } from './checking.ts';
import {
  changed,
  fileOf,
  fits,
  keepProgress,
  LONGEST_FILE,
  lastOf,
  merged,
  reachedIn,
  readFile,
  readProgress,
} from './progress.ts';
import type { GameMark, Graded, Mark, OpenedGame, Progress, Reached, Step, Texts } from './types.ts';

export interface Options {
  arena: Pick<Arena, 'play' | 'judge' | 'readStep'>;
  /** the progress with puzzles, for the file with the progress */
  puzzles: { saved: () => Promise<unknown>; merge: (found: unknown) => Promise<number> };
  /** loads the part of the Python package that judges programs */
  library: () => Promise<ArrayBuffer>;
  store: Store;
  notices: Notices;
  /** the names of all games */
  names: string[];
  /** opens a replay at a position */
  open: (name: string, text: string, how: { isKept: boolean; at: () => number }) => Promise<Match | null>;
  /** the user's bot that is, or was last, in the editor of a game */
  mine: (game: string) => Code;
  /** adds a program to the library as a new bot, and puts it into the editor */
  keepBot: (bot: Code, game: string) => void;
  /** the address of a place */
  href: (next: Partial<Place>) => string;
  /** resolves when the page has time */
  calm: () => Promise<void>;
  /** makes the page's editor, which is a plain text area until CodeMirror has loaded */
  editor: (host: HTMLElement, text: string, handlers: Handlers, calm: () => Promise<void>) => Editor;
}

/** The events of the editor. */
interface Handlers {
  changed: (text: string) => void;
  run: () => void;
  moved: () => void;
  pasted: () => void;
  /** the questions to the reader */
  asking: {
    wake: () => Promise<void>;
    isReady: () => boolean;
    ask: () => Promise<null>;
    unasked: () => Promise<null>;
    meaning: () => Promise<string>;
  };
}

/** The part of the editor that is used here. */
export interface Editor {
  open: (source: string) => void;
  replace: (source: string) => void;
  focus: () => void;
  mark: (problems: Problem[]) => void;
  goToLine: (line: number) => void;
}

/** Translates the sentences of this tab, and messages about tasks. */
export interface Words {
  t: (id: string, params?: Record<string, unknown>) => string;
  say: (message: readonly [string, Record<string, unknown>], names?: string[]) => string;
}

/** A step from a file, which is on no path; `graded` if it is tasks that a teacher grades. Its `bot` is what it begins with. */
interface Foreign {
  name: string;
  /** Whether it came in a link, so that the file's name is not known. */
  isLinked: boolean;
  step: Step;
  graded: { title: string; bot: Code; holdsKept: boolean } | null;
}

/** The most bytes of a file with a step. */
const LONGEST_STEP = 2 ** 18;

/** The paths: the games that have one, the game for newcomers, and a function that loads a path's steps. */
export interface Paths {
  games: string[];
  easiest: string;
  load: (game: string) => Promise<Step[]>;
}

export type State = ReturnType<typeof createState>;

export function createState(
  { arena, library, store, notices, names, open, mine: mineOf, keepBot, puzzles }: Options,
  { games, easiest, load }: Paths,
  { t, say }: Words,
) {
  const paths = signal<Record<string, Step[]>>({});
  const game = signal('');
  const unloaded = inNotice(notices);
  /** The game whose path was requested last. It may still be loading. */
  let wanted = '';
  const progress = signal<Record<string, Progress>>(
    Object.fromEntries(games.map((name) => [name, readProgress(store, name)])),
  );
  const foreign = signal<Foreign | null>(null);
  const tried = signal<Record<string, Reached>>({});
  const chosen = signal('');
  const marks = signal<Mark[]>([]);
  const news = signal<News | null>(null);
  const trouble = signal('');
  const opened = signal<OpenedGame | null>(null);
  const part = signal<'path' | 'puzzles'>(store.get('learn', 'path'));
  let running: AbortController | null = null;

  const steps = computed(() => paths.value[game.value] ?? []);
  const ofGame = computed(() => progress.value[game.value] ?? {});
  const step = computed(
    () => foreign.value?.step ?? steps.value.find(({ id }) => id === chosen.value) ?? steps.value[0] ?? null,
  );
  const reached = computed(() => {
    const id = step.value?.id ?? '';
    return reachedIn(foreign.value ? tried.value : ofGame.value, id);
  });
  const code = computed(() => reached.value.code ?? step.value?.start ?? '');
  const texts = computed(() => textsOf(step.value));
  const isPassed = (id: string) => reachedIn(ofGame.value, id).passed;
  const titleOf = (each: Step) => textsOf(each)?.title ?? each.id;
  /** The title of the shown step. */
  const title = computed(() => {
    const { graded } = foreign.value ?? {};
    if (graded) return graded.title || t('path.graded');
    return step.value ? titleOf(step.value) : '';
  });
  /** The problems for the editor to mark: the program's first fault, if it has a line in the shown file. */
  const problems = computed((): Problem[] => {
    const { why, trace } = firstFault(marks.value) ?? {};
    return why && trace?.line && isInEditor(trace.file)
      ? [{ line: trace.line, text: trace.error ?? say(why, BOTH_OWN) }]
      : [];
  });

  /** Whether the step's editor shows this file: of a bot of several files it shows only the main one. */
  function isInEditor(file: string | null | undefined) {
    return !file || file === foreign.value?.graded?.bot.main;
  }
  /** The shown step of the path; null if something else is shown. */
  const named = computed(() => (foreign.value || part.value === 'puzzles' ? null : step.value));
  const next = computed(() => {
    const place = steps.value.findIndex(({ id }) => id === step.value?.id);
    return foreign.value ? null : (steps.value[place + 1] ?? null);
  });

  function change(more: Partial<Reached>) {
    const id = step.value?.id;
    if (!id) return;
    const now = { ...reached.value, ...more, at: Date.now() };
    if (foreign.value) {
      tried.value = { ...tried.value, [id]: now };
      return;
    }
    const ofThis = changed(readProgress(store, game.value), ofGame.value, id, now);
    progress.value = { ...progress.value, [game.value]: ofThis };
    if (!keepProgress(store, game.value, ofThis)) notices.show(t('path.lost'), { bad: true });
  }

  /** Replaces the program of this step. @param source null for the program that the step begins with */
  function replace(source: string | null, said: string) {
    const { code: before } = reached.value;
    const id = step.value?.id;
    change({ code: source });
    const back = () => id === step.value?.id && change({ code: before });
    notices.show(said, { action: { label: t('notice.undo'), run: back } });
  }

  function stop() {
    running?.abort();
    running = null;
  }

  /** Goes to another step. */
  function turn(to: () => void) {
    stop();
    batch(() => {
      to();
      marks.value = [];
      news.value = null;
      trouble.value = '';
    });
  }

  const choose = (id: string) =>
    turn(() => {
      foreign.value = null;
      chosen.value = id;
    });

  /**
   * Shows the path of a game.
   * @param of the game; null for the last one, or the one for newcomers
   * @param at the step; null for the last shown one, or the first one that is not passed
   */
  async function show(of: string | null, at: string | null = null): Promise<void> {
    part.value = at === null ? store.get('learn', part.value) : 'path';
    const last = game.value || lastOf(progress.value) || easiest;
    wanted = of && games.includes(of) ? of : last;
    const name = wanted;
    const found =
      paths.value[name] ??
      (await triedTo(
        () => load(name),
        unloaded,
        () => show(name, at),
      ));
    if (!found || wanted !== name) return;
    paths.value = { ...paths.value, [name]: found };
    const before = game.value;
    if (before !== name)
      turn(() => {
        game.value = name;
        chosen.value = '';
        // Tasks from a link may already be shown before the first path is.
        if (before) foreign.value = null;
      });
    if (at !== null && at !== named.value?.id && found.some(({ id }) => id === at)) choose(at);
    if (!chosen.value)
      chosen.value = steps.value.find(({ id }) => !isPassed(id))?.id ?? steps.value[0]?.id ?? '';
  }

  async function run() {
    const now = step.value;
    if (!now || running) return;
    const mine = new AbortController();
    running = mine;
    batch(() => {
      marks.value = [];
      trouble.value = '';
    });
    try {
      const bot = foreign.value?.graded?.bot;
      const found = await check(
        arena,
        library,
        now,
        { ...bot, source: code.value },
        {
          signal: mine.signal,
          news(each) {
            if (running === mine) news.value = each;
          },
          marks(each) {
            if (running === mine) marks.value = each;
          },
        },
      );
      if (running !== mine) return;
      if (found?.every(({ passed }) => passed)) change({ passed: true });
    } catch (error) {
      if (running !== mine) return;
      const why = error instanceof Unplayed ? say(error.text, BOTH_OWN) : String(error);
      trouble.value = t('path.failed', { why });
    } finally {
      if (running === mine) {
        running = null;
        news.value = null;
      }
    }
  }

  /** Closes the notice about the last file that could not be opened. */
  let closeNotice = () => {};
  /** @param why a file could not be opened */
  const refuse = (why: string) => {
    closeNotice = notices.show(why, { bad: true, here: true });
  };

  /** Opens a file of tasks: a step, or tasks that a teacher grades. */
  async function openText(name: string, text: string, isLinked: boolean) {
    closeNotice();
    const found: Step | Graded | { problem: [string, Record<string, unknown>] } = await arena.readStep(
      await library(),
      text,
    );
    if ('problem' in found) {
      refuse(t('path.refused', { name, why: say(found.problem) }));
    } else if (names.includes(found.game)) {
      turn(() => {
        foreign.value = { name, isLinked, ...stepOf(found, name, text, mineOf) };
      });
    }
  }

  return {
    part,
    /** Shows the other part of the tab. */
    turnTo(next: 'path' | 'puzzles') {
      part.value = next;
      store.set('learn', next);
    },
    ...{ game, games, steps, step, foreign, reached, code, texts, marks, news, trouble, next, opened },
    ...{ named, isPassed, title, titleOf, problems, isInEditor },
    done: computed(() => steps.value.filter(({ id }) => isPassed(id)).length),

    /** The number of a path's steps that are passed. */
    passedOf: (name: string) =>
      Object.values(progress.value[name] ?? {}).filter(({ passed }) => passed).length,

    show,
    choose,
    write(source: string) {
      if (source !== code.value && fits(source))
        change({ code: source === step.value?.start ? null : source });
    },
    restart: () => replace(null, t('path.restarted')),
    takeSolution: () => replace(step.value?.solution ?? null, t('path.solutionTaken')),
    hint: () => change({ hints: Math.min(reached.value.hints + 1, texts.value?.hints.length ?? 0) }),
    showSolution: () => change({ shown: true }),
    run,
    stop() {
      if (!running) return;
      stop();
      batch(() => {
        news.value = null;
        trouble.value = t('path.stopped');
      });
    },
    /** Shows a game at the position where it was decided, with a button back to the step. @param number 1 or 2 */
    async openGame(seed: string, number: number, against: string, mark: GameMark & { replay: string }) {
      const shown = title.value;
      const name = `${step.value?.id ?? ''}-${seed}-${number}.json`;
      const match = await open(name, mark.replay, { isKept: false, at: () => mark.turn });
      const names = number === 1 ? [NAME, against] : [against, NAME];
      if (match) opened.value = { match, step: shown, number, seed, mark, names };
    },
    keep() {
      const now = step.value;
      const bot = foreign.value?.graded?.bot ?? { name: `${now?.id.replaceAll('-', '_')}.py` };
      if (now) keepBot({ ...bot, source: code.value }, now.game);
    },

    save: async () =>
      saveFile('progress.json', fileOf(progress.value, await puzzles.saved()), 'application/json'),
    merge: () =>
      askForFile('.json,application/json', async (file) => {
        const text = file.size <= LONGEST_FILE ? await file.text() : '';
        const found = readFile(text, games);
        closeNotice();
        if (!found) return refuse(t('path.noProgress', { name: file.name }));
        const solved = await puzzles.merge(found.solved);
        let count = 0;
        for (const [name, theirs] of Object.entries(found.paths)) {
          const mine = progress.value[name] ?? {};
          const both = merged(mine, theirs);
          count += Object.keys(both).filter(
            (id) => JSON.stringify(both[id]) !== JSON.stringify(mine[id]),
          ).length;
          progress.value = { ...progress.value, [name]: both };
          if (!keepProgress(store, name, both)) notices.show(t('path.lost'), { bad: true });
        }
        const isMore = solved > 0 && t('path.mergedPuzzles', { count: solved });
        notices.show(sentences([t('path.merged', { count }), ...(isMore ? [isMore] : [])]));
      }),
    openFile: () =>
      askForFile('.toml,text/plain', async (file) => {
        closeNotice();
        if (file.size > LONGEST_STEP)
          return refuse(t('path.tooLarge', { name: file.name, most: LONGEST_STEP / 2 ** 10 }));
        await openText(file.name, await file.text(), false);
      }),
    /** Opens tasks that came in a link. */
    openLinked: (name: string, text: string) => openText(name, text, true),
    /** The text of the shown file, for a link; null if there is none, or it contains the teacher's kept seeds. */
    shared: () => (foreign.value?.graded?.holdsKept ? null : (foreign.value?.step.file ?? null)),
  };
}

/** Makes a step of a file: it is one, or it is tasks that a teacher grades, which begin with the user's own bot. */
function stepOf(
  found: Step | Graded,
  name: string,
  file: string,
  mine: (game: string) => Code,
): Pick<Foreign, 'step' | 'graded'> {
  if (found.id !== undefined) return { step: { ...found, file }, graded: null };
  const { graded, holds_kept: holdsKept, ...tasks } = found;
  const bot = mine(found.game);
  const step = { ...tasks, file, id: name, start: bot.source, solution: '', texts: {} };
  return { step, graded: { title: graded, bot, holdsKept } };
}

/** The texts of a step in the language of the page, or else in another language that it has. */
function textsOf(step: Step | null): (Texts & { isOther: boolean }) | null {
  const own = step?.texts[language];
  if (own) return { ...own, isOther: false };
  const other = Object.values(step?.texts ?? {})[0];
  return other ? { ...other, isOther: true } : null;
}
