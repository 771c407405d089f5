// Loads puzzles, stores the user's progress, shows a puzzle on the board, and their list in Learn.

import { batch, effect, type Signal, signal } from '@preact/signals';
import { render } from 'preact';
import type { App } from '../../app.ts';
import { fetchAsset, fetchLater, manifest } from '../../base/site/manifest.ts';
import { MOST_OWN } from '../../base/storage/puzzles.ts';
import { tabStore } from '../../base/storage/settings.ts';
import { part } from '../../base/ui/dom.ts';
import { lazy } from '../../base/values/lazy.ts';
import { language, withWords } from '../../base/words/index.ts';
import { rivalOf } from '../../match/rival.ts';
import type { Header } from '../../match/types.ts';
import { Bar } from './bar.tsx';
import { ListPanel } from './list.tsx';
import { createPlaces, nameOfOwn } from './place.ts';
import {
  after,
  knownOf,
  merged,
  mergedStreak,
  nextOf,
  numberIn,
  type Outcome,
  reachedIn,
  readProgress,
  readStreak,
  streakAfter,
  wantedAfter,
} from './progress.ts';
import type { Words } from './said.ts';
import { type Kept, readSaved, savedOf } from './saved.ts';
import { createSolving, type Task } from './solving.ts';
import { createState } from './state.ts';
import {
  LONGEST_PUZZLES,
  type Own,
  type Progress,
  PUZZLE,
  PUZZLES,
  type Puzzle,
  type Puzzles,
} from './types.ts';

/** @param isOpen set to whether a puzzle is on the board */
export async function createRoom(app: App, isOpen: Signal<boolean>) {
  const { store, arena, notices } = app;
  const words = withWords(await jsonOf(manifest.pathWords[language])) as unknown as Words;
  const games = Object.keys(app.games).filter((game) => manifest.puzzles[game]);
  const library = lazy(fetchLater);
  const progress = signal<Record<string, Progress>>(
    Object.fromEntries(games.map((game) => [game, readProgress(store, game)])),
  );
  const streak = signal(readStreak(store));
  const own = signal<Record<string, Own[]>>(
    Object.fromEntries(
      Object.keys(app.games).map((game) => [game, store.get(`ownPuzzles.${game}`, [] as Own[])]),
    ),
  );
  const loaded = new Map<string, () => Promise<Puzzles>>(
    games.map((game) => [
      game,
      lazy(async () => PUZZLES(await jsonOf(manifest.puzzles[game], LONGEST_PUZZLES))),
    ]),
  );
  /** The puzzles of a game. @returns null if it has none */
  const load = async (game: string): Promise<Puzzles | null> => (await loaded.get(game)?.()) ?? null;

  /** The house bots of a game, the strongest first. */
  const houseOf = (game: string): readonly string[] => app.games[game]?.house ?? [];
  const strongest = (game: string): string => houseOf(game)[0] ?? '';
  // A bot from the middle of the list: the best ones think for long, and this one plays decently and answers at once.
  const quick = (game: string): string => houseOf(game)[houseOf(game).length >> 1] ?? '';

  const places = createPlaces(tabStore, load);
  const solving = createSolving({
    ...{ app, words, nameOf: places.nameOf, quick },
    ask: async (what, ...given) => arena.puzzle(await library(), what, given),
    came: (task, outcome) => void keep(task, outcome),
  });
  effect(() => {
    isOpen.value = solving.task.value !== null;
    app.board.nameCells('puzzle', isOpen.value);
  });
  const state = createState(app, { words, games, progress, streak, own, load, library });

  function keepProgress(game: string, next: Progress) {
    progress.value = { ...progress.value, [game]: next };
    if (!store.set(`puzzles.${game}`, next)) notices.show(words.t('path.lost'), { bad: true });
  }

  /** Stores the outcome of a puzzle. Another tab may have stored more meanwhile. */
  async function keep(task: Task, outcome: Outcome) {
    if (task.kind === 'own') {
      if (outcome === 'right')
        changeOwn(task.game, (all) =>
          all.map((each) => (isSame(each, task) ? { ...each, solved: true } : each)),
        );
      return;
    }
    const { game, puzzle } = task;
    const all = await load(game).catch(() => null);
    // For a puzzle from a link nothing is stored, unless it is one of our own.
    if (!all?.puzzles.some(({ id, match }) => id === puzzle.id && match === puzzle.match)) return;
    const known = merged(readProgress(store, game), progress.value[game] ?? {});
    const before = reachedIn(known, puzzle.id);
    const now = Date.now();
    batch(() => {
      streak.value = streakAfter(mergedStreak(readStreak(store), streak.value), before, outcome, now);
      store.set('streak', streak.value);
      keepProgress(game, { ...known, [puzzle.id]: after(before, outcome, now) });
    });
  }

  function changeOwn(game: string, work: (all: Own[]) => Own[]) {
    const next = work(store.get(`ownPuzzles.${game}`, [] as Own[])).slice(0, MOST_OWN);
    own.value = { ...own.value, [game]: next };
    store.set(`ownPuzzles.${game}`, next);
  }

  const isSame = (one: Own, other: Pick<Own, 'mark' | 'turn' | 'seat'>) =>
    one.mark === other.mark && one.turn === other.turn && one.seat === other.seat;

  /** @param all null if it came in a link and is not one of our own */
  const openFound = (game: string, puzzle: Puzzle, all: Puzzles | null) =>
    solving.open({
      ...{ kind: 'found', game, puzzle, by: all?.rungs.at(-1) ?? strongest(game) },
      number: all && numberIn(all, puzzle),
    });

  function openMatch(game: string, replay: string, { mark, turn, seat, by }: Omit<Own, 'solved'>) {
    const { players } = JSON.parse(replay) as { players: Header['players'] };
    const other = players[1 - seat];
    const rival = other ? rivalOf(other, by, houseOf(game)) : by;
    return solving.open({ kind: 'own', game, replay, mark, turn, seat, by, rival });
  }

  async function next(game: string, last: string = '') {
    const all = await load(game);
    const reached = progress.value[game] ?? {};
    const found = all && nextOf(all, wantedAfter(all, state.wanted(), reached, last), reached, last);
    if (all && found) await openFound(game, found, all);
    else actions.all(game);
  }

  const actions = {
    open: openFound,
    next,
    async openOwn(game: string, each: Own) {
      const text = await app.replays.textOf(each.mark);
      if (text === null) return void notices.show(words.t('puzzle.ownGone'), { bad: true, here: true });
      await openMatch(game, text, each);
    },
    all: (game: string) => {
      store.set('learn', 'puzzles');
      app.router.go({ game, tab: 'learn' });
      // After the address has changed, so that Back leads to the puzzle.
      solving.close();
    },
    share: (game: string, puzzle: Puzzle, name: string) => app.links.sharePuzzle(name, game, puzzle),
  };

  // The place of the bar beside the board, or above it on a phone, as long as there is a puzzle.
  const place = document.createElement('div');
  place.className = 'island puzzle-place';
  part('.side').prepend(place);
  render(
    <Bar
      solving={solving}
      state={state}
      words={words}
      actions={actions}
      toBoard={() => app.canvas.focus({ preventScroll: true })}
    />,
    place,
  );

  return {
    leave() {
      const { match } = app.playback.state;
      solving.close();
      app.enter.showBefore({ instead: match });
    },
    /** Shows the list in Learn. */
    list(host: HTMLElement, game: string) {
      void state.show(game);
      render(<ListPanel state={state} words={words} actions={actions} href={app.router.href} />, host);
    },
    /** Opens a puzzle that came in a link, as Python has read it. */
    async open(game: string, puzzle: unknown) {
      const given = PUZZLE(puzzle);
      const { ours, all } = await places.arrived(game, given);
      await openFound(game, ours ?? given, ours && all);
    },
    /** Continues the puzzle on the board, or opens the one that the address names. @param name null if it names none */
    async lead(game: string, name: string | null) {
      const now = solving.task.peek();
      if (name === null) {
        if (now?.game === game) app.router.note({ puzzle: places.nameOf(now) });
        return;
      }
      if (now?.game === game && places.nameOf(now) === name) return;
      const isWanted = () => app.router.place.game === game && app.router.place.puzzle === name;
      const each = own.value[game]?.find((other) => nameOfOwn(other) === name);
      const found = each ? null : await places.find(game, name);
      if (!isWanted()) return;
      if (each) await actions.openOwn(game, each);
      else if (found) await openFound(game, found.puzzle, found.all);
      else notices.show(words.t('puzzle.notHere'), { bad: true, here: true });
      if (solving.task.peek() || !isWanted()) return;
      app.router.note({ puzzle: null });
      if (app.session.shownGame() !== game) app.enter.showBefore();
    },
    async openOwn(game: string, replay: string, found: Omit<Own, 'solved'>) {
      if (found.mark)
        changeOwn(game, (all) => [
          { ...found, solved: false },
          ...all.filter((each) => !isSame(each, found)),
        ]);
      await openMatch(game, replay, found);
    },
    saved: () => savedOf(progress.value, streak.value),
    async merge(found: unknown) {
      const theirs: Kept | null = readSaved(found, games);
      if (!theirs) return 0;
      const loading = Object.keys(theirs.puzzles).map(async (game) => [
        game,
        await load(game).catch(() => null),
      ]);
      const known: Record<string, Puzzles | null> = Object.fromEntries(await Promise.all(loading));
      let count = 0;
      batch(() => {
        for (const [game, other] of Object.entries(theirs.puzzles)) {
          // The puzzles of the game could not be loaded, so the ids in the file cannot be checked, and nothing of it is stored.
          if (!known[game] && Object.keys(other).length > 0) {
            notices.show(words.t('puzzle.notMerged', { game: words.t(`game.${game}`) }), {
              bad: true,
              here: true,
            });
            continue;
          }
          const mine = progress.value[game] ?? {};
          const both = merged(mine, knownOf(other, known[game] ?? null));
          const isFurther = (id: string) => reachedIn(both, id).solved && !reachedIn(mine, id).solved;
          count += Object.keys(both).filter(isFurther).length;
          keepProgress(game, both);
        }
        streak.value = mergedStreak(streak.value, theirs.streak);
        store.set('streak', streak.value);
      });
      return count;
    },
  };
}

async function jsonOf(url: string | undefined, most: number = Number.POSITIVE_INFINITY): Promise<any> {
  const response = await fetchAsset(url ?? '');
  const text = await response.text();
  if (text.length > most) throw new Error(url);
  return JSON.parse(text);
}
