// Contests: the button below the editor, and the tab Compete. Their code is loaded when it is first needed.

import { signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { fetchAsset, manifest } from '../../base/site/manifest.ts';
import { locked } from '../../base/storage/tabs.ts';
import { part } from '../../base/ui/dom.ts';
import { inNotice, lazyPart } from '../../base/ui/lazy.ts';
import { callOf } from '../../base/values/calls.ts';
import { readMark } from '../../base/values/game-mark.ts';
import type { Goal } from '../../base/values/goal.ts';
import { lazy } from '../../base/values/lazy.ts';
import { say, t } from '../../base/words/index.ts';
import type { ClimbOfGames, Rung } from '../../contest/climb.ts';
import { planOf } from '../../contest/plan-of.ts';
import type { ContestRow, Contests } from '../../contest/types.ts';
import type { Code, Match } from '../../match/types.ts';
import { percentOf } from './labels.ts';
import type { OpenedGame } from './opened.ts';
import { createQuick } from './quick.tsx';
import { shown } from './specs.ts';
import { keepSpeeds } from './speeds.ts';
import { createTabTitle } from './tab-title.ts';
import type { Bots, Entries, Form, Planned } from './view.tsx';

const LOCK = 'sandlot.climb';
/** Milliseconds between two updates of the title: timers of hidden tabs are no faster. */
const TICK_MS = 1000;

export type CompeteRoom = ReturnType<typeof createCompeteRoom>;

export function createCompeteRoom(app: App) {
  const { store, notices, games, session, router, contests } = app;
  let form: Form | null = null;
  const common = {
    receive(mine: Form) {
      form = mine;
      return () => {
        if (form === mine) form = null;
      };
    },
    ...{ store, notices, games, session, bot: botsOf(app), seated: app.play.seated },
    ...{ href: router.href, go: router.go, plans: manifest.plans },
    share: (...given: Parameters<App['links']['sharePlan']>) => app.links.sharePlan(...given),
    answer: (row: ContestRow, points: number, games: number) => app.links.answer(row, points, games),
    entries: signal<Entries | null>(null),
    planned: signal<Planned | null>(null),
    likeOf,
    collect: (...given: Parameters<App['links']['collect']>) => app.links.collect(...given),
    doubt: async (game: string, code: Code) =>
      (await import('../../match/doubts.ts')).doubtOf(app, game, code),
    async standing(game: string, played: [string, object[]][]) {
      const ladder = await (await fetchAsset(manifest.ladders[game] ?? '')).text();
      return app.arena.standing(ladder, JSON.stringify(played));
    },
  };
  const quick = createQuick(part('.quick'), common, async () => (await elsewhere())?.actions ?? null);
  // The line below the editor is about the bot in the editor and one of its versions.
  common.bot.onChange(quick.refresh);

  /** Loads the contests, and the climbs, which go on by themselves. */
  const begin: () => Promise<{ contests: Contests; climb: ClimbOfGames }> = lazy(async () => {
    const [found, { createClimb, followSeries }] = await Promise.all([
      contests.load(),
      import('../../contest/climb.ts'),
    ]);
    quick.use(found);
    tellInTitle(found);
    found.onChange(() => keepSpeeds(store, found));
    const climb = createClimb({
      contests: found,
      store,
      games: Object.keys(games),
      rungs: (game) => games[game]?.ladder ?? [],
      plan: common.plans.climb,
      title: (mine, rung) => t('ladder.series', { name: shown({ name: mine }), rung }),
      inTurn: (work) => locked(LOCK, work),
      bots: common.bot,
      failed: (problem) => notices.show(say(problem), { bad: true, here: true }),
    });
    followSeries({
      ...{ contests: found, beaten: climb.beaten, passed },
      ended({ game, entrants }, { standings }, mine) {
        const [own, other] = [entrants[mine], entrants[1 - mine]];
        const line = standings.find(({ name }) => name === own?.name);
        if (!own?.code || typeof own.bot !== 'number' || !other || !line?.games) return;
        const series = { percent: percentOf(line.share), games: line.games, against: shown(other) };
        app.code.noteSeries(game, { code: own.code, id: own.bot }, series);
      },
    });
    return { contests: found, climb };
  });

  /** The state of the shown game of a contest; null until a game was opened. */
  let opened: OpenedGame | null = null;
  let enterTheatre = () => {};
  /** Whether a contest's games are shown in the theatre, which uses the board of another tab. */
  const isInTheatre = signal(false);

  /** Loads the view of the tab and the actions on contests. */
  const view = lazy(async () => {
    const [found, { createView }] = await Promise.all([begin(), import('./view.tsx')]);
    const made = createView(part('.compete'), app, { ...common, ...found });
    opened = made.opened;
    enterTheatre = made.theatre.enter;
    return made;
  });
  /** The same for other tabs. */
  const elsewhere = lazyPart(view, inNotice(notices));

  /** Tells that a house bot was beaten, with buttons to show the result and to save a picture of it. */
  function passed(row: ContestRow) {
    const { id, game, entrants } = row;
    const ladder: Rung[] = games[game]?.ladder ?? [];
    const rung = ladder.find(({ name }) => name === entrants[1]?.house);
    const [own] = entrants;
    if (!rung || !own || document.visibilityState === 'hidden') return;
    // The ladder and the page of the series show it themselves, and the notice would cover them.
    const { tab, contest } = router.place;
    if (tab === 'compete' && (contest === id || (contest == null && session.lit === game))) return;
    const picture = async (): Promise<void> => (await elsewhere(picture))?.actions.picture(row);
    const strength = t(`strength.${rung.strength}`);
    notices.show(t('ladder.has', { name: callOf(own), rung: rung.name, strength }), {
      action: { label: t('ladder.picture'), run: picture },
      other: {
        label: t('compete.quick.answer'),
        run: () => router.go({ tab: 'compete', game, contest: id }),
      },
    });
  }

  /** Opens a contest that was dropped on the page. */
  async function openFile(file: File): Promise<void> {
    (await elsewhere(() => openFile(file)))?.actions.openFile(file);
  }

  /** The tournament that entries came for; null if it was not begun here. */
  async function likeOf(game: string, { contest, plan }: Goal): Promise<ContestRow | null> {
    const { contests: all } = await begin();
    await all.loaded;
    const own = all.list().filter((row) => row.own && row.game === game && isTournament(row));
    return (await ofPlan(own, plan)) ?? own.find(({ title }) => title === contest) ?? null;
  }

  /** The newest of these contests with this plan; null if none. @param plan its fingerprint, or '' */
  async function ofPlan(all: readonly ContestRow[], plan: string): Promise<ContestRow | null> {
    const rows = all.slice(0, MOST_SEARCHED);
    const texts = rows.map(({ text }) => text);
    const found = plan ? await app.arena.findContest(plan, texts).catch(() => -1) : -1;
    return rows[found] ?? null;
  }

  /**
   * Opens the form for a new tournament with entries from links.
   *
   * @param goal the tournament that they are for. If it was begun here, its plan and its entrants are put into the form, too
   */
  async function enter(game: string, goal: Goal, entries: Pick<Entries, 'title' | 'bots'>) {
    common.entries.value = { game, like: await likeOf(game, goal), plan: goal.plan, ...entries };
    router.go({ tab: 'compete', game, contest: 'tournament' });
  }

  return {
    view,
    /** The contests, once they are loaded. */
    contests: async () => (await begin()).contests,
    /** The house bots that exactly this code has beaten; other versions of the bot do not count. */
    async beatenBy(game: string, code: Code): Promise<string[]> {
      const { contests: all, climb } = await begin();
      await all.loaded;
      return climb.beatenBy(game, code);
    },
    openFile,
    /** Saves a contest with the code of its bots, even if it is no longer stored. */
    async saveWhole(row: ContestRow): Promise<void> {
      await (await elsewhere(() => void 0))?.actions.saveWhole(row);
    },
    /** The contest with this plan whose games were played in this browser, or opened from a file; null if there is none. */
    async playedHere(game: string, plan: string): Promise<ContestRow | null> {
      const { contests: all } = await begin();
      await all.loaded;
      return ofPlan(
        all.list().filter((row) => row.game === game && row.games > 0),
        plan,
      );
    },
    isInTheatre,
    /** Shows the games of a contest in the theatre. */
    async watchAll({ id, game }: ContestRow): Promise<void> {
      router.go({ tab: 'compete', game, contest: id });
      await (await elsewhere())?.actions.watchAll(id);
    },
    /** The open form for a new contest, to which bots from files are added; null if none is open. */
    form: () => form,
    enter,
    /** Opens the form for a new contest, filled in from a plan. */
    setUp(planned: Planned) {
      common.planned.value = planned;
      const contest = planned.plan.kind === 'series' ? 'series' : 'tournament';
      router.go({ tab: 'compete', game: planned.game, contest });
    },
    /** Whether there is a form for plans of this kind: not for a league's, which pairs its entrants itself. */
    canSetUp: (kind: string) => Object.hasOwn(common.plans.kinds, kind),
    /**
     * Opens the game of a contest that an address names.
     *
     * @param turn null for the turn that decided the game
     * @returns null if that failed, which the user was told
     */
    async openMark(mark: string, turn: number | null): Promise<Match | null> {
      const wanted = readMark(mark);
      const found = wanted && (await elsewhere(() => router.go({ tab: 'compete' })));
      if (!wanted || !found) return null;
      const match = await found.opened.openMark(wanted, turn);
      if (!match) notices.show(t('compete.game.elsewhere'), { bad: true, here: true });
      return match;
    },
    /** The mark of the contest's game that was played again in this match; null if none was. */
    markAgain: (match: Match) => opened?.markAgain(match) ?? null,
    /** Shows such a match beside that game, if the game is still stored. @param show opens the match */
    async showAgain(mark: string, show: () => Promise<Match | null>): Promise<Match | null> {
      const wanted = readMark(mark);
      const found = wanted && (await view().catch(() => null));
      return wanted && found ? found.opened.showAgain(wanted, show) : show();
    },
    /** The actions of keys while a game of a contest is shown. */
    actions: {
      gameForward: () => opened?.next(),
      gameBack: () => opened?.previous(),
      theatre: () => enterTheatre(),
      toContest() {
        const row = opened?.opened.peek()?.row;
        if (row) router.go({ tab: 'compete', game: row.game, contest: row.id });
      },
    },
    /** Continues the contests that were being played at the last visit. */
    async goOn() {
      if (contests.isUnderWay()) await begin().catch(() => null);
    },
    /** To be called when the bots of the game have changed. */
    refresh: quick.refresh,
  };
}

/** Among how many contests, the newest ones, that of an entry is searched. */
const MOST_SEARCHED = 100;

const isTournament = (row: ContestRow) => planOf(row).kind !== 'series';

/** The user's own bots, for the contests. */
function botsOf({ library, code, incoming, bots, session }: App): Bots {
  return {
    current: library.currentCode,
    id: library.current,
    list: library.list,
    code: library.code,
    versions: code.versionsOf,
    keep: async (game) => void (game === session.game && (await code.keepCurrent())),
    onChange(hear) {
      const forget = [library.onChange(hear), code.onTurn(hear)];
      return () => {
        for (const undo of forget) undo();
      };
    },
    loaded: (game) => Promise.all([library.loaded, code.versionsLoaded(game)]),
    open: incoming.askForBots,
    showAll: bots.showAll,
  };
}

function tellInTitle(contests: Contests) {
  function percent() {
    const rows = contests.list().filter(({ state }) => state === 'running');
    const here = rows.flatMap(({ id }) => contests.progress(id) ?? []).filter((each) => each.here);
    const sum = (key: 'games' | 'known') => here.reduce((all, each) => all + each[key], 0);
    // Never 100 % while it runs, because the number of ties that will be played again is not known.
    return here.length > 0
      ? Math.floor((100 * sum('games')) / Math.max(sum('known'), sum('games') + 1))
      : null;
  }
  const refresh = createTabTitle(document, percent, (now, title, isAsleep) => {
    if (now === null) return t('compete.tab.over', { title });
    return t(isAsleep ? 'compete.tab.asleep' : 'compete.tab.percent', { percent: now, title });
  });
  for (const event of ['visibilitychange', 'resume']) document.addEventListener(event, () => refresh());
  document.addEventListener('freeze', () => refresh(true));
  setInterval(refresh, TICK_MS);
}
