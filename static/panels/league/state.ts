// The state and the actions of the tab League. No DOM.

import { batch, computed, signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { PAGE } from '../../base/ui/list.tsx';
import { Misfit } from '../../base/values/shapes.ts';
import { say, t } from '../../base/words/index.ts';
import type { Place } from '../../shell/router.ts';
import { createEntering } from './entering.ts';
import type { Game } from './games.ts';
import { changesSince, gamesOf, isHouse, lastTable, metIn } from './games.ts';
import type { Index, Line, Season, Standings } from './shapes.ts';
import { BYTES, GAMES, INDEX, RATINGS, STANDINGS } from './shapes.ts';
import type { Source } from './source.ts';
import { addressIn, addressOf, atAddress, inFolder, isHere, readAs, readText, Trouble } from './source.ts';

export interface Followed {
  address: string;
  title: string;
}
export type State = ReturnType<typeof createState>;
export type Opened = { source: Source; index: Index };
export type Shown = { season: Season; standings: Standings };

const MOST_FOLLOWED = 30;
/** The number of lines in the table of who beats whom. */
const CROSSED = 20;
export const MOST_CROSSED = 60;
const CHALLENGE = /^#c\d{1,6}\.[\w-]+$/;
const KEY = 'leagues';

export function createState(app: App, own: string | null) {
  const { notices, store, arena } = app;
  const here = location.href;
  const kept = (): readonly Followed[] => store.get(KEY, [] as Followed[]);
  const followed = signal(kept());
  store.onOther(KEY, () => {
    followed.value = kept();
  });
  const opened = signal<Opened | null>(null);
  const shown = signal<Shown | null>(null);
  const before = signal<Standings | null>(null);
  const allGames = signal<readonly Game[] | null>(null);
  const leftOut = signal(0);
  const ratings = signal<ReturnType<typeof RATINGS> | null>(null);
  /** the address of a league at another host, which this page may not read */
  const elsewhere = signal<string | null>(null);
  const trouble = signal('');
  const isBusy = signal(false);
  /** the standings that are shown */
  const part = signal<'ladder' | 'final'>('ladder');
  const most = signal({ lines: PAGE, games: PAGE, crossed: CROSSED, met: PAGE });
  /** the bot whose games are listed, and its opponent (`rival`); '' for all */
  const bot = signal('');
  const against = signal('');
  /** the bot whose dialog is shown */
  const looked = signal('');
  const isLooking = signal(false);
  /** counts the requests: only the newest one counts */
  let turn = 0;
  /** the address that was opened last, also if that failed; null if none */
  let wanted: string | null = null;
  /** whether the user has left this site's league for others */
  let hasLeft = false;

  const table = computed(() => shown.value?.standings[part.value] ?? null);
  const met = computed(() => (table.value ? metIn(table.value) : []));
  const changes = computed(() => {
    const last = before.value && lastTable(before.value);
    return last && table.value ? changesSince(last, table.value) : null;
  });
  const games = computed(() => {
    const wanted = [bot.value, against.value].filter(Boolean);
    return (allGames.value ?? []).filter(({ one, other }) =>
      wanted.every((each) => each === one || each === other),
    );
  });
  const names = computed(() => (table.value?.standings ?? []).map(({ name }) => name));
  const lookedAt = computed(() => {
    const at = names.value.indexOf(looked.value);
    return at < 0 ? null : { at, line: table.value?.standings[at] as Line };
  });

  function told(error: unknown) {
    if (error instanceof Trouble) return t(error.id, error.params);
    if (error instanceof Misfit) return t('league.badFile', { file: 'games.json' });
    reportError(error);
    return t('lazy.failed');
  }

  /** Runs work that needs the league's files. Errors are shown in the league's place. */
  async function within(work: (isMine: () => boolean) => Promise<void>) {
    turn += 1;
    const mine = turn;
    const isMine = () => mine === turn;
    batch(() => {
      isBusy.value = true;
      trouble.value = '';
      elsewhere.value = null;
    });
    try {
      await work(isMine);
    } catch (error) {
      if (isMine()) trouble.value = told(error);
    } finally {
      if (isMine()) isBusy.value = false;
    }
  }

  /** @param name the season; null, or a name that the league does not have, opens the last one */
  const open = (source: Source, name: string | null = null) =>
    within(async (isMine) => {
      const index = await readAs(source, 'index.json', BYTES.index, INDEX);
      if (!isMine()) return;
      if (!Object.hasOwn(app.games, index.game)) throw new Trouble('league.otherGame', { game: index.game });
      forgetBundle();
      opened.value = { source, index };
      const known = followed.value.find(({ address }) => address === source.address);
      if (known && known.title !== index.title)
        keep(followed.value.map((each) => (each === known ? { ...each, title: index.title } : each)));
      const season = index.seasons.find((each) => each.name === name) ?? index.seasons.at(-1);
      if (season) await read(season, isMine);
    });

  async function read(season: Season, isMine: () => boolean) {
    if (!opened.value) return;
    const { source, index } = opened.value;
    const standings = await readAs(source, `${season.name}/standings.json`, BYTES.standings, STANDINGS);
    for (const each of [standings.ladder, standings.final]) if (each) metIn(each);
    if (!isMine()) return;
    batch(() => {
      shown.value = { season, standings };
      part.value = standings.final ? 'final' : 'ladder';
      before.value = null;
      allGames.value = null;
      ratings.value = null;
      leftOut.value = 0;
      bot.value = '';
      against.value = '';
      isLooking.value = false;
      most.value = { lines: PAGE, games: PAGE, crossed: CROSSED, met: PAGE };
    });
    const last = index.seasons[index.seasons.findIndex(({ name }) => name === season.name) - 1];
    const [all, rated, earlier] = await Promise.all([
      readAs(source, `${season.name}/games.json`, BYTES.games, GAMES),
      readAs(source, `${season.name}/ratings.json`, BYTES.ratings, RATINGS),
      last ? readAs(source, `${last.name}/standings.json`, BYTES.standings, STANDINGS) : null,
    ]);
    const found = gamesOf(all);
    if (!isMine()) return;
    batch(() => {
      allGames.value = found;
      leftOut.value = all.left_out;
      ratings.value = rated;
      before.value = earlier;
    });
  }

  // Games.

  /** The bundle that is open in the engine; null if none. */
  let bundle: { path: string; number: number } | null = null;

  function forgetBundle() {
    if (bundle) arena.contests.close(bundle.number).catch(() => {});
    bundle = null;
  }

  async function openedBundle(source: Source, path: string): Promise<number> {
    if (bundle?.path === path) return bundle.number;
    forgetBundle();
    const data = await source.read(path, BYTES.bundle);
    const head = await arena.contests.open(data.buffer);
    if (head.problem) throw new Trouble('league.badBundle', { file: path, why: say(head.problem) });
    bundle = { path, number: head.opened };
    return head.opened;
  }

  async function replayOf(source: Source, path: string, { block, game }: Game): Promise<string> {
    const found = await arena.contests.openedBlocks(await openedBundle(source, path), block, 1);
    if (found.problem) throw new Trouble('league.badBundle', { file: path, why: say(found.problem) });
    const replay = found.blocks[0]?.games[game]?.replay;
    if (!replay) throw new Trouble('league.badFile', { file: path });
    return replay;
  }

  async function watch(game: Game) {
    if (!opened.value || !shown.value) return;
    const { source } = opened.value;
    const path = `${shown.value.season.name}/${game.file}`;
    const forget = notices.show(t('league.opening'));
    try {
      // If the engine was restarted meanwhile, no bundle is open in it.
      const text = await replayOf(source, path, game).catch((error) => {
        if (error instanceof Trouble) throw error;
        bundle = null;
        return replayOf(source, path, game);
      });
      await app.replays.open(t('league.game', { one: game.one, other: game.other }), text, { isKept: false });
      scrollTo({ top: 0 });
    } catch (error) {
      notices.show(told(error), { bad: true, here: true });
    } finally {
      forget();
    }
  }

  // Bots.

  /** Why a bot cannot be played against; null if it can. */
  function whyAway(name: string): string | null {
    if (!opened.value || !shown.value) return '';
    if (Object.hasOwn(shown.value.standings.codes, name)) return null;
    const { code } = opened.value.index;
    if (isHouse({ name })) return t('league.codeGone');
    if (code === 'never') return t('league.codeNever');
    return code === 'deadline' && shown.value.season.open ? t('league.codeLater') : t('league.codeGone');
  }

  async function challenge(name: string) {
    if (!opened.value || !shown.value) return;
    const file = shown.value.standings.codes[name];
    if (!file) return;
    const { source } = opened.value;
    try {
      const path = `${shown.value.season.name}/${file}`;
      const link = (await readText(source, path, BYTES.code)).trim();
      if (!CHALLENGE.test(link)) throw new Trouble('league.badFile', { file: path });
      isLooking.value = false;
      await app.links.open(link, true);
    } catch (error) {
      notices.show(told(error), { bad: true, here: true });
    }
  }

  const entering = createEntering(app, opened);

  // Leagues that are followed.

  function keep(list: readonly Followed[]) {
    followed.value = list;
    store.set(KEY, list);
  }

  function follow() {
    if (!opened.value?.source.address) return;
    const { source, index } = opened.value;
    const address = source.address as string;
    if (followed.value.some((each) => each.address === address)) return;
    if (followed.value.length >= MOST_FOLLOWED)
      return void notices.show(t('league.tooMany', { most: MOST_FOLLOWED }), { bad: true, here: true });
    keep([...followed.value, { address, title: index.title }]);
  }

  /** Shows the league and season that the page's address names, if they are not shown yet. */
  function go(address: string, season: string | null) {
    if (wanted !== address || (!opened.value && !isBusy.value && !trouble.value && !elsewhere.value)) {
      wanted = address;
      close();
      openAt(address, season);
    } else if (opened.value && shown.value) {
      const name = season ?? opened.value.index.seasons.at(-1)?.name;
      if (name !== undefined && name !== shown.value.season.name) choose(name);
    }
  }

  function openAt(text: string, season: string | null) {
    try {
      const address = addressOf(text, here);
      if (isHere(address, here)) void open(atAddress(address), season);
      else elsewhere.value = address;
    } catch (error) {
      trouble.value = told(error);
    }
  }

  function choose(name: string) {
    const season = opened.value?.index.seasons.find((each) => each.name === name);
    if (season) void within((isMine) => read(season, isMine));
  }

  function close() {
    turn += 1;
    forgetBundle();
    batch(() => {
      opened.value = null;
      shown.value = null;
      trouble.value = '';
      elsewhere.value = null;
      isBusy.value = false;
      isLooking.value = false;
      entering.isOpen.value = false;
    });
  }

  const unfollow = (address: string) => keep(followed.value.filter((each) => each.address !== address));

  return {
    ...{ followed, opened, shown, elsewhere, trouble, isBusy, part, most, bot, against, looked, isLooking },
    ...{ table, met, changes, games, allGames, leftOut, names, lookedAt, ratings },
    ...{ watch, whyAway, challenge, follow, unfollow, entering },
    isFollowed: computed(() =>
      followed.value.some(({ address }) => address === opened.value?.source.address),
    ),

    /** the address of the form for a tournament, for users who know no league */
    tournament: () => app.router.href({ tab: 'compete', game: app.session.lit, contest: 'tournament' }),

    /** The tab is shown, or its address has changed: opens the league in the address, or this site's own. */
    show({ league, season }: Pick<Place, 'league' | 'season'>) {
      if (league !== null) return go(league, season);
      const isFolder = opened.value !== null && opened.value.source.address === null;
      if (own && !hasLeft) return go(new URL(own, here).href, null);
      if (!isFolder) close();
    },
    openAddress(typed: string) {
      close();
      // A league that is opened gets its own address, for reloads and for others. The same address again means another try.
      const address = addressIn(typed, here);
      if (address && isHere(address, here) && address !== app.router.place.league)
        app.router.go({ tab: 'league', league: address });
      else openAt(typed, null);
    },
    /** To be called when another address is typed: removes the message about the last one. */
    forgetAnswer() {
      batch(() => {
        trouble.value = '';
        elsewhere.value = null;
      });
    },
    openFolder(files: File[]) {
      hasLeft = true;
      wanted = null;
      void open(inFolder(files));
    },
    choose(name: string) {
      const address = opened.value?.source.address;
      if (address) app.router.go({ tab: 'league', league: address, season: name });
      else choose(name);
    },
    /** Goes back to the list of leagues. */
    leave() {
      hasLeft = true;
      close();
      app.router.go({ tab: 'league' });
    },
    look(name: string) {
      batch(() => {
        looked.value = name;
        isLooking.value = true;
        most.value = { ...most.value, met: PAGE };
      });
    },
    more(what: keyof typeof most.value, by = PAGE) {
      most.value = { ...most.value, [what]: most.value[what] + by };
    },
    /** @param rival lists only games against this bot; '' for all */
    listGames(name: string, rival = '') {
      batch(() => {
        bot.value = name;
        against.value = rival;
        isLooking.value = false;
        most.value = { ...most.value, games: PAGE };
      });
    },
  };
}
