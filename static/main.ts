// The entry of the page. It builds the rooms, those with the fewest dependencies first, and connects them; it has no
// logic of its own.

import { createBundles } from './base/kept/bundles.ts';
import { hearDatabase } from './base/kept/database.ts';
import { filesMentioned } from './base/kept/mentioned.ts';
import { local as store } from './base/kept/settings.ts';
import { hearTroubles } from './base/kept/troubles.ts';
import { fetchAsset, keepOffline, manifest } from './base/site/manifest.ts';
import { find, mountIcons, part } from './base/ui/dom.ts';
import { createNotices } from './base/ui/notices.tsx';
import { isLink } from './base/values/address.ts';
import { createPorts } from './base/values/ports.ts';
import { language, say, sentences, t, translate } from './base/words/index.ts';
import { LANGUAGES } from './base/words/language.ts';
import { createBoard } from './board/board.ts';
import { withPackages } from './engine/declared.ts';
import { withFiles } from './engine/files.ts';
import { lazyPackages } from './engine/packages/lazy.ts';
import { gameFace } from './games/index.ts';
import type { Code, Message } from './match/types.ts';
import { createVisit } from './match/visit.ts';
import { createFront } from './panels/front/index.tsx';
import { createPlayRoom } from './panels/play/index.tsx';
import { createRules } from './panels/rules/index.tsx';
import { createPlaybackOf, createWatchRoom } from './panels/watch/index.tsx';
import { createTools } from './panels/watch/tools.ts';
import { createAside, createVersionsTold } from './shell/aside.ts';
import { takeCarried } from './shell/carry.ts';
import { createEnter } from './shell/enter.ts';
import { createHeader, focusTab } from './shell/header.tsx';
import { createFrame } from './shell/index.ts';
import { createLayout } from './shell/layout.ts';
import { createRouter, firstGame } from './shell/router.ts';
import { shortcutsOf } from './shell/shortcuts.ts';
import { createTabViews } from './shell/tab-views.ts';
import { createWays } from './shell/ways.ts';
import { arena, linkHead } from './start.ts';
import { TABS } from './tabs.ts';
import type { Needs } from './wiring/bots.ts';
import { wireBots } from './wiring/bots.ts';
import type { Needs as NeedsOfContests } from './wiring/contests.ts';
import { wireContests } from './wiring/contests.ts';
import { wireLinks } from './wiring/links.ts';

translate(document);
mountIcons(document);

// Parts that several rooms use.
const { games, demo } = manifest;
const names = Object.keys(games);
const notices = createNotices(part('.notices'));
hearTroubles(createAside(notices));
hearDatabase(createVersionsTold(notices));
/** @param problems with the address */
const wrong = (problems: Message[]) =>
  notices.show(sentences(problems.map((each) => say(each))), { bad: true });
const bundles = createBundles(() => notices.show(t('bundle.lost'), { bad: true }));
const layout = createLayout(store);
const tabViews = createTabViews(TABS);
const router = createRouter(
  { games, tabs: TABS.map(({ id }) => id), languages: Object.keys(LANGUAGES) },
  wrong,
);
const playback = createPlaybackOf({ arena, notices });
/** @returns null: the game of a link cannot be told before Python is there */
const headOf = async (link: string) => (await linkHead().catch(() => null))?.headOf(link, games) ?? null;
const link = isLink(location.hash) ? await headOf(location.hash) : null;
const visit = createVisit({
  game: link?.game ?? firstGame(games, store),
  left: await takeCarried(),
  playback,
});
visit.onGame((game) => store.set('game', game));
const ways = createWays({ router, layout, visit, tabs: TABS });
const canvas = find(document, '.board-frame canvas', HTMLCanvasElement);
const board = createBoard(canvas, gameFace);
const { href } = router;
const common = { store, notices, games, bundles, router, playback, visit, canvas, board, arena, wrong, href };
/** What a room needs from one that is built later. */
const later: ReturnType<
  typeof createPorts<
    Needs &
      NeedsOfContests & { idle: () => void; save: () => void; setUp: () => void; showBefore: () => void }
  >
> = createPorts();

// The rooms.
const { ofCode, ofBots, replays, incoming } = wireBots({ ...common, ways, needs: later.to });
const { code } = ofCode;
const goToLine = (line: number, file?: string) => ways.showInCode('code', () => code.goToLine(line, file));
const askAgain = (player: number) => void tools.askAgain(player);
const watch = createWatchRoom({ ...common, code, goToLine, askAgain });
const packages = lazyPackages({ store, declared: arena.declared, loadConsent: ofCode.loadConsent });
const equipped = withFiles(withPackages(arena, packages.bring), bundles);
const play = createPlayRoom({
  ...{ ...common, arena: equipped, packages, code, demo },
  whenArrived: incoming.whenArrived,
  versions: ofCode.versions,
  players: watch.players,
  verdict: watch.verdict,
  explain: incoming.explain,
  began: ofCode.began,
  keep: replays.keep,
  goToLine,
  begins: () => layout.tab() === 'code' && layout.showTab('match'),
  ...{ idle: later.to.idle, save: later.to.save, setUp: later.to.setUp, side: layout.side },
});
const tools = createTools({
  ...{ ...common, pin: watch.pin, code, ways, goToLine, run: play.run, watched: watch.watched },
  whenArrived: incoming.whenArrived,
  saveReplay: replays.save,
  ask: equipped.askAgain,
});
const compete = wireContests({
  ...{ ...common, ofCode, ofBots, incoming, replays, packages },
  isBusy: play.run.isUnderWay,
  ...{ seated: play.seated, start: play.run.start, pin: watch.pin, review: play.review, left: play.left },
  share: later.to.sharePlan,
});
const links = wireLinks({
  ...{ ...common, ofCode, replays, run: play.run, contests: compete.contests },
  ...{ demo, headOf, showBefore: later.to.showBefore, shareMatch: () => tools.actions.exporting() },
});
/** The part of the package that few visits need. */
const library = async () => (await fetchAsset(manifest.later)).arrayBuffer();
const league = {
  ...{
    notices,
    store,
    games,
    arena,
    bundles,
    bots: ofCode.bots,
    challenge: (link: string) => links.open(link, true),
  },
  library,
  async watch(name: string, replay: string) {
    await replays.open(name, replay, { isKept: false });
    scrollTo({ top: 0 });
  },
};
const rules = createRules(common);
const front = createFront({ ...common, demo, rules: rules.show, begin: play.begin });
const path = {
  ...{ arena: equipped, store, notices, names, library, href, open: replays.open, calm: later.to.calm },
  loadEditor: async () => (await import('./panels/code/lazy.ts')).lazyEditor,
  keepBot(bot: Code, game: string) {
    ways.toCode(game);
    ofCode.editor.receive(bot);
    // The editor may be closed, and a keyboard of a tablet would cover it.
    focusTab();
    if (!matchMedia('(pointer: coarse)').matches) code.focus();
  },
};
const frame = createFrame({
  ...common,
  repaint() {
    watch.repaint();
    front.repaint();
  },
  isBusy: play.run.isUnderWay,
  shortcuts: shortcutsOf(TABS),
  handKeys: () => gameFace(visit.game).keys ?? [],
  rules: rules.toggle,
  actions: {
    ...{ ...play.actions, ...tools.actions, ...watch.actions, ...ways.actions, ...compete.actions },
    search: () => ways.showInCode('console', watch.console.search),
  },
  takes: play.keys,
});
const { enter, makeRoomFor, showBefore } = createEnter({
  ...{ ...common, demo, layout, run: play.run },
  setUp: play.use,
  lead: replays.lead,
  write: code.focus,
  showFront: front.show,
  showTab: (place) => tabViews.show(place, { replays, compete, league, path }),
  showLinks: createHeader({ visit, games: names, tabs: TABS, href }),
});
/** To where matches of a game are played. */
function toStage(game: string) {
  if (game !== visit.game || router.place.tab !== visit.stage) router.go({ game, tab: visit.stage });
}

let isKept = false;
later.connect({
  ...{ run: play.run.run, calm: play.run.calm, renamed: play.refresh, save: tools.actions.exporting },
  setUp: compete.refresh,
  haveVersions() {
    play.haveVersions();
    compete.refresh();
  },
  ...{ askForBots: incoming.askForBots, read: incoming.read },
  ...{
    pasted: incoming.pasted,
    pack: incoming.pack,
    importFile: incoming.askForReplay,
    openGame: compete.openMark,
    opened: makeRoomFor,
    showBefore,
  },
  openMap(game, map, players) {
    toStage(game);
    return play.openMap(map, players);
  },
  setOptions(game, options) {
    toStage(game);
    return play.setOptions(options);
  },
  openContest: compete.openFile,
  ...{ shareBot: links.shareBot, sharePlan: links.sharePlan },
  idle() {
    frame.idle();
    if (isKept) return;
    isKept = true;
    compete.goOn();
    bundles.collect(() => filesMentioned(store));
    keepOffline([arena.settled(), fetchAsset(manifest.rules[language] ?? '')]);
  },
});
ofCode.showVersions();
router.begin(enter, links.open);
// From here on the page handles keys and clicks.
for (const place of ['header', 'main']) part(place).inert = false;
replays.offerUnfinished();
