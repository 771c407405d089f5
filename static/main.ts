// The entry of the page. It builds the app, room by room; it has no logic of its own.

import { signal } from '@preact/signals';
import type { App } from './app.ts';
import { manifest } from './base/site/manifest.ts';
import { createBundles } from './base/storage/bundles.ts';
import { hearDatabase } from './base/storage/database.ts';
import { profileSecret } from './base/storage/secret.ts';
import { local as store } from './base/storage/settings.ts';
import { hearTroubles } from './base/storage/troubles.ts';
import { find, mountIcons, part } from './base/ui/dom.ts';
import { createNotices } from './base/ui/notices.tsx';
import { isLink } from './base/values/address.ts';
import { lastKept } from './base/values/last-kept.ts';
import { say, sentences, t, translate } from './base/words/index.ts';
import { LANGUAGES } from './base/words/language.ts';
import { createBoard } from './board/board.ts';
import { lazyContests } from './contest/lazy.ts';
import { titleOfRow } from './contest/sentences/titles.ts';
import { createArena } from './engine/arena.ts';
import { equipping, withPackages } from './engine/declared.ts';
import { withFiles } from './engine/files.ts';
import { lazyPackages } from './engine/packages/lazy.ts';
import { lazyReader } from './engine/reader/lazy.ts';
import { gameViewOf } from './games/index.ts';
import { createSession } from './match/session.ts';
import type { Message } from './match/types.ts';
import { createBotsRoom } from './panels/bots/index.ts';
import { createCodeRoom } from './panels/code/index.ts';
import { createCompeteRoom } from './panels/compete/index.ts';
import { createFront } from './panels/front/index.tsx';
import { lazyIncoming } from './panels/incoming/index.ts';
import { createLinksRoom } from './panels/links/index.ts';
import { createPlayRoom } from './panels/play/index.tsx';
import { createPuzzlesRoom } from './panels/puzzles/index.ts';
import { createReplaysRoom } from './panels/replays/index.ts';
import { createRules } from './panels/rules/index.tsx';
import { createPlaybackOf, createWatchRoom } from './panels/watch/index.tsx';
import { createTools } from './panels/watch/tools.ts';
import { createAside, createVersionsTold } from './shell/aside.ts';
import { takeCarried } from './shell/carry.ts';
import { createEmptied } from './shell/emptied.ts';
import { createEnter } from './shell/enter.ts';
import { createFrame } from './shell/index.ts';
import { createLayout } from './shell/layout.ts';
import { createNavigation } from './shell/navigation.ts';
import { createRouter, firstGame } from './shell/router.ts';
import { arena as bare, linkHead } from './start.ts';
import { TABS } from './tabs.ts';

translate(document);
mountIcons(document);

// What every room uses.
const { games, demo } = manifest;
const notices = createNotices(part('.notices'));
hearTroubles(createAside(notices));
hearDatabase(createVersionsTold(notices));
const app = { games, demo, store, notices } as App;
const emptied = createEmptied(app);
hearDatabase(emptied.listener);
app.wrong = (problems: Message[]) =>
  void notices.show(sentences(problems.map((each) => say(each))), { bad: true, here: true });
app.bundles = createBundles(() => notices.show(t('bundle.lost'), { bad: true }));
app.packages = lazyPackages({
  store,
  declared: bare.declared,
  loadConsent: () => app.code.loadConsent(),
});
app.arena = withFiles(withPackages(bare, app.packages.bring), app.bundles);
app.reader = lazyReader(bare);
app.headOf = lastKept(async (link) => (await linkHead().catch(() => null))?.headOrGame(link, games) ?? null);
app.layout = createLayout(store);
app.router = createRouter(
  { games, tabs: TABS.map(({ id }) => id), languages: Object.keys(LANGUAGES) },
  app.wrong,
);
app.playback = createPlaybackOf(app);
const link = isLink(location.hash) ? await app.headOf(location.hash) : null;
app.session = createSession({
  game: link?.game ?? firstGame(games, store),
  left: await takeCarried(),
  playback: app.playback,
});
app.session.onGame((game) => store.set('game', game));
app.navigation = createNavigation(app, TABS);
app.canvas = find(document, '.board-frame canvas', HTMLCanvasElement);
app.board = createBoard(app.canvas, gameViewOf);
app.makeArena = () => createArena({ recall: () => [], remember: () => {}, secret: () => '' }, bare);
app.contests = lazyContests({
  store,
  isBusy: () => app.play.run.isUnderWay(),
  lost: () => void notices.show(t('contest.lost'), { bad: true }),
  vanished: (...gone) => void emptied.contests(...gone),
  equip: equipping(app.packages.bring, app.bundles.layOut),
  layOut: app.bundles.layOut,
  takeFiles: app.bundles.take,
  secret: profileSecret,
  makeArena: app.makeArena,
  usualTitle: titleOfRow,
});

app.tasks = signal(null);

// The rooms.
const { editor, library, ...code } = createCodeRoom(app);
Object.assign(app, { editor, library, code });
app.bots = createBotsRoom(app);
app.replays = createReplaysRoom(app);
app.incoming = lazyIncoming(app);
app.watch = createWatchRoom(app);
app.play = createPlayRoom(app);
app.tools = createTools(app);
app.compete = createCompeteRoom(app);
app.links = createLinksRoom(app);
app.puzzles = createPuzzlesRoom(app);
app.rules = createRules(app);
app.front = createFront(app);
app.frame = createFrame(app, TABS);
app.enter = createEnter(app, TABS);

code.showVersions();
app.router.begin(app.enter.enter, app.links.open);
// From here on the page handles keys and clicks.
for (const place of ['header', 'main']) part(place).inert = false;
void app.links.offerNext();
void app.links.offerEntry();
