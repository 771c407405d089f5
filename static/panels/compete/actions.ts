// The actions on contests: begin, open a game, export, remove, withdraw, and keep lost seeds.

import { confirm } from '../../base/ui/confirming.tsx';
import { callsOf } from '../../base/values/calls.ts';
import { moment, say, t } from '../../base/words/index.ts';
import { planOf } from '../../contest/plan-of.ts';
import { titleOf } from '../../contest/sentences/titles.ts';
import { isElimination, roundSays } from '../../contest/stage-words.ts';
import type { ContestRow, ContestSpec, Entrant, QuickPlan } from '../../contest/types.ts';
import { chosenFor } from '../../games/chosen.ts';
import { mayPlay } from './begin.tsx';
import type { Shown, State } from './contest-state.ts';
import { isAtEnd, shownOf } from './contest-state.ts';
import type { Cell } from './games.ts';
import { everyGame } from './games.ts';
import type { Memory } from './memory.ts';
import type { OpenedGame } from './opened.ts';
import { createOpening } from './opening.ts';
import { createSaving } from './saving.ts';
import type { SeedSet } from './seeds.ts';
import { MOST_SEEDS, withSet } from './seeds.ts';
import { drawnFirst, houseBot, ownBot, sameAgain, seriesPlan, shown, versionOf } from './specs.ts';
import { refusalWords } from './status.ts';
import type { Compete } from './view.tsx';
import { kindOf } from './walk.ts';
import { canStillPlay, nextRoundOf, stillPlays } from './withdrawals.ts';

export type Lost = { seeds: string[]; points: number; games: number; average: number };

export type Actions = ReturnType<typeof createActions>;

/** @param enterTheatre called when a game was opened: the theatre shows it, and goes back to the contest afterwards */
export function createActions(compete: Compete, opened: OpenedGame, enterTheatre: () => void) {
  const { contests, climb, notices, store, bot } = compete;
  const { save, saveBundle } = createSaving(compete);

  const sets = (game: string): SeedSet[] => store.get(`seeds.${game}`, []);

  /** @returns the contest's number; null if it could not begin, which the user was told */
  async function begin(
    spec: Omit<ContestSpec, 'options' | 'clock'> & Partial<ContestSpec>,
  ): Promise<number | null> {
    const done = await contests.begin({ ...chosenFor(store, spec.game), ...spec });
    if ('problem' in done) {
      notices.show(refusalWords(done.problem), { bad: true, here: true });
      return null;
    }
    return done.id;
  }

  /** Begins a series with its usual title. */
  const beginSeries = (game: string, plan: ContestSpec['plan'], entrants: Entrant[]) =>
    begin({ game, title: titleOf({ game, plan, entrants }), entrants, plan });

  /** Shares the plan of a contest that has not begun. */
  async function sharePlan(spec: Parameters<typeof begin>[0]) {
    const made = await contests.plan({ ...chosenFor(store, spec.game), ...spec });
    if ('problem' in made) notices.show(refusalWords(made.problem), { bad: true, here: true });
    else compete.share(made, { results: false }, []);
  }

  function keepSeeds(
    { id, game, entrants }: ContestRow,
    { seeds, points, games, average }: Lost,
    against: string,
    aside: boolean,
  ): SeedSet {
    const name = t('compete.lost.name', {
      name: callsOf(entrants)(entrants[0]?.name ?? ''),
      other: shown({ name: against }),
      time: moment(Date.now()),
    });
    const set = {
      ...{ name, seeds: seeds.slice(0, MOST_SEEDS), points, games, average, against, from: id },
      ...(aside && { aside }),
    };
    store.set(`seeds.${game}`, withSet(sets(game), set));
    return set;
  }

  return {
    begin,
    sharePlan,
    sets,
    ownNow,

    /** Opens a game from a contest's page. @param memory which games are listed there */
    async open(id: number, cell: Cell, { filter, pair }: Pick<Memory, 'filter' | 'pair'>) {
      const row = contests.list().find((each) => each.id === id);
      if (!row)
        return void notices.show(t('compete.game.gone', { number: cell.number }), { bad: true, here: true });
      const [, against = null] = pair.value ?? [];
      const kind = filter.value === 'all' ? kindOf(cell) : filter.value;
      const entrant = cell.seats[cell.seat] ?? 0;
      await opened.open(row, cell, { entrant, against, kind, isNext: false });
    },

    /** Opens the first of the games that were lost for a cause; from there the user can go through the others. */
    async openCause(row: ContestRow, cells: readonly Cell[], cell: Cell, cause: string) {
      const entrant = cell.seats[cell.seat] ?? 0;
      const how = { entrant, against: null, kind: 'loss', cause, isNext: false, cells } as const;
      await opened.open(row, cell, how);
    },

    /** Shows all finished games in the theatre, one after another. */
    async watchAll(id: number) {
      const row = contests.list().find((each) => each.id === id);
      const showing = everyGame(row ? await contests.results(id).catch(() => []) : []);
      const [cell] = showing;
      if (!row || !cell) return;
      const entrant = cell.seats[cell.seat] ?? 0;
      const how = { entrant, against: null, kind: kindOf(cell), isNext: false, turn: 0, showing };
      if (await opened.open(row, cell, how)) enterTheatre();
    },

    save,
    /** Saves a contest with the code of its bots. */
    saveWhole: (row: ContestRow) => saveBundle(row, true),

    /** Saves the standings of a contest as a picture, from any view. */
    async picture(row: ContestRow) {
      const [summary, all] = await Promise.all([contests.summary(row.id), contests.results(row.id)]);
      if ('problem' in summary) return void notices.show(say(summary.problem), { bad: true });
      await save('png', row, shownOf(row, summary, all));
    },

    openFile: createOpening(compete),

    /** Removes a contest from the list. The view does not change; the focus moves to the next row. */
    async remove(id: number) {
      const title = contests.list().find((each) => each.id === id)?.title ?? '';
      const back = await contests.remove(id);
      notices.show(t('compete.removed', { title }), { action: { label: t('notice.undo'), run: back } });
    },

    /** Asks, and stops a contest, which cannot be undone. @param button the button that was pressed */
    stop(id: number, button: HTMLElement) {
      const row = contests.list().find((each) => each.id === id);
      if (!row) return;
      const says = t('compete.stop.sure', { title: row.title });
      confirm(button, { says, verb: t('compete.stop'), run: () => contests.stop(id) });
    },

    /** Begins another contest of the same bots with the same settings. */
    async again(row: ContestRow) {
      const spec = sameAgain(row);
      const id = spec && (await begin(spec));
      if (id) compete.go({ tab: 'compete', game: row.game, contest: id });
    },

    /** Asks, and withdraws an entrant, which cannot be undone. The contest goes on meanwhile, so the question is kept up to date. */
    withdraw({ now, shown }: Pick<State, 'now' | 'shown'>, entrant: number, button: HTMLElement) {
      const { id } = now.peek().row;
      const kind = planOf(now.peek().row).kind;
      const nextNow = ({ all }: Shown) => nextRoundOf(contests.progress(id), all);
      /** Why withdrawing would change nothing; '' if it would. What is shown is older than what is played. */
      const vain = (what: Shown): string => {
        const row = contests.list().find((each) => each.id === id);
        const name = what.names[entrant] ?? '';
        if (!row || isAtEnd(row)) return t('compete.withdraw.over', { name });
        const line = what.summary.standings.find((each) => each.name === row.entrants[entrant]?.name);
        if (line?.reached) return t('compete.withdraw.out', { name });
        return line && canStillPlay(what.summary, kind, nextNow(what))(line)
          ? ''
          : t('compete.withdraw.late', { name });
      };
      const tell = () => {
        const what = shown.peek();
        if (what) notices.show(vain(what), { here: true });
      };
      const run = () => {
        const what = shown.peek();
        if (what && !vain(what)) contests.withdraw(id, entrant);
        else tell();
      };
      const says = () => {
        const { row } = now.value;
        const what = shown.value;
        if (!what || vain(what)) return null;
        const [name, next] = [what.names[entrant] ?? '', nextNow(what)];
        if (!isElimination(kind)) return t('compete.withdraw.sure', { name, round: 1 + next });
        const begun = next - 1;
        return stillPlays(what.summary.pairings, entrant, begun)
          ? t('compete.withdraw.sure.begun', { name, round: roundSays(kind, row.entrants.length, begun) })
          : t('compete.withdraw.sure.next', { name });
      };
      if (says() === null) return tell();
      confirm(button, { says, verb: t('compete.withdraw.verb'), run, stale: tell });
    },

    keepSeeds(row: ContestRow, lost: Lost, against: string) {
      const { name, seeds } = keepSeeds(row, lost, against, false);
      notices.show(t('compete.lost.kept', { count: seeds.length, name }));
    },

    /**
     * Plays the seeds once more, with the bot in the editor in place of its earlier self.
     *
     * @param button that was pressed
     */
    async playSeeds(row: ContestRow, lost: Lost, against: string, button: HTMLElement) {
      const other = row.entrants.find(({ name }) => name === against) ?? houseBot(against);
      const isOwn = row.entrants[0]?.kind === 'code';
      const own = isOwn ? await ownNow(row.game) : row.entrants[0];
      // The other one has played.
      if (isOwn && own && !(await mayPlay(button, row.game, [own], compete.doubt))) return;
      const { seeds } = keepSeeds(row, lost, against, true);
      const plan = seriesPlan({ blocks: 0, seeds: { kind: 'list', given: seeds }, stop: null });
      const id = own && (await beginSeries(row.game, plan, [own, other]));
      if (id) compete.go({ tab: 'compete', game: row.game, contest: id });
    },

    /** Plays a series again with another version in place of the first bot. The view does not change. */
    async playEarlier(row: ContestRow, was: Entrant) {
      const spec = sameAgain(row);
      const other = row.entrants[1];
      if (!spec || !other) return null;
      const entrants = [was, other];
      return begin({ ...spec, title: titleOf({ ...spec, entrants }), titled: false, entrants });
    },

    /**
     * Begins a series of the bot in the editor, on new seeds.
     *
     * @param button the button that was pressed
     * @returns null if it did not begin
     */
    async playQuick(
      game: string,
      other: Entrant,
      quick: QuickPlan,
      button: HTMLElement,
    ): Promise<number | null> {
      const own = await ownNow(game);
      if (!(await mayPlay(button, game, [own, other], compete.doubt))) return null;
      const plan = { ...quick, seeds: { first: drawnFirst(), given: [] } };
      return beginSeries(game, plan, [own, other]);
    },

    /**
     * Lets the bot in the editor climb the ladder.
     *
     * @param button that was pressed
     * @param how whole: from the lowest rung
     * @returns whether it climbs
     */
    async climb(game: string, button: HTMLElement, how: { whole?: boolean } = {}): Promise<boolean> {
      const own = await ownNow(game);
      if (!(await mayPlay(button, game, [own], compete.doubt))) return false;
      await climb.start(game, own, how);
      return true;
    },
  };

  /** The bot in the editor. Its text becomes a version if it is not one yet. */
  async function ownNow(game: string) {
    const code = bot.current(game);
    await bot.keep(game);
    const id = bot.id(game);
    return ownBot(code, versionOf(bot.versions(game), code, id), id);
  }
}
