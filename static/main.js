import { createBundles, isSame, withFiles } from './base/kept/bundles.js';
import { filesMentioned } from './base/kept/mentioned.js';
import { createLibrary } from './base/kept/replays.js';
import { hearTroubles, session, local as store } from './base/kept/settings.js';
import { createVersions } from './base/kept/versions.js';
import { fetchAsset, keepOffline, manifest } from './base/site/manifest.js';
import { find, h, mountIcons, on, setText } from './base/ui/dom.js';
import { askForFile, bindDrop, saveBlob } from './base/ui/files.js';
import { createNotices } from './base/ui/notices.js';
import { withProgress } from './base/ui/working.js';
import { language, say, sentences, t, translate } from './base/words/index.js';
import { LANGUAGES } from './base/words/language.js';
import { createBoard } from './board/board.js';
import { createHands } from './board/hand/hand.js';
import { KEPT, withPackages } from './engine/packages/equip.js';
import { gameFace } from './games/index.js';
import { namesOf } from './games/names.js';
import { recordedMatch, textOfDemo } from './match/match.js';
import { createPlayback } from './match/playback.js';
import { createCode } from './panels/code/code.js';
import { createVersionList } from './panels/code/versions.js';
import { createFront } from './panels/front/front.js';
import { lazyIncoming, openMap } from './panels/incoming/index.js';
import { createRules } from './panels/learn/rules.js';
import { createFork } from './panels/play/fork.js';
import { createRun } from './panels/play/run.js';
import { createSettings } from './panels/play/settings.js';
import { createSetup } from './panels/play/setup.js';
import { createReplays } from './panels/replays/files.js';
import { createAgain } from './panels/watch/again.js';
import { createChart } from './panels/watch/chart.js';
import { createConsole } from './panels/watch/console.js';
import { createExport } from './panels/watch/export.js';
import { createPlayers } from './panels/watch/players.js';
import { createSpectator } from './panels/watch/spectator.js';
import { createTable } from './panels/watch/table.js';
import { bindTimeline, createSpeed } from './panels/watch/timeline.js';
import { createTurn } from './panels/watch/turn.js';
import { createVerdict } from './panels/watch/verdict.js';
import { bindZoom } from './panels/watch/zoom.js';
import { createAside } from './shell/aside.js';
import { carry, takeCarried } from './shell/carry.js';
import { createHelp } from './shell/help.js';
import { bindKeys } from './shell/keys.js';
import { bindLanguage } from './shell/language.js';
import { createLayout } from './shell/layout.js';
import { createLoading } from './shell/loading.js';
import { createRouter, readAddress, TABS } from './shell/router.js';
import { bindTheme } from './shell/theme.js';
import { arena } from './start.js';

/** @typedef {import('./match/types.js').Match} Match */
/** @typedef {import('./match/types.js').Replay} Replay */
/** @typedef {import('./match/types.js').MatchSpec} MatchSpec */
/** @typedef {import('./shell/router.js').Place} Place */
/** @typedef {import('./shell/router.js').Tab} Tab */

const REPLAY_FILES = '.json,.log,.txt,application/json,text/plain';

/** @param {string} selector */
const part = (selector) => find(document, selector, HTMLElement);

/** Milliseconds after which it is said that something takes a while. */
const SOON = 1000;
/** How many turns a long step is. */
const FAR = 10;

translate(document);
mountIcons(document);

const notices = createNotices(part('.notices'));
const aside = createAside(notices);
hearTroubles({ lost: () => notices.show(t('store.lost'), { bad: true }), aside: aside.add });
/** In the session of this tab, the entry of the library that is being played by hand. */
const UNFINISHED = 'unfinished';
const library = createLibrary(() => notices.show(t('library.lost'), { bad: true }));
/** @type {Promise<ReturnType<typeof import('./panels/replays/list.js').createLibraryPanel>> | null} */
let libraryPanel = null;
/** @type {Promise<ReturnType<typeof import('./panels/code/packages.js').createPackages>> | null} */
let packages = null;
const bundles = createBundles(() => notices.show(t('bundle.lost'), { bad: true }));
const layout = createLayout(store);
/** The game in the address, or else the one that was played last. */
let game =
  readAddress(location.hash, manifest).place.game ??
  gameNamed(store.get('game', '')) ??
  Object.keys(manifest.games)[0] ??
  '';
/** The tab that shows a match, when one is to be shown. @type {'play' | 'code'} */
let stage = 'play';
const offer = manifest.games[game];
const playback = createPlayback(
  ({ header }) => gameFace(header.game).movesPerTurn?.(header.players.length) ?? 1,
  async (match, player) => {
    const text = (await match.replay()) ?? '';
    /** @param {{done: number, of: number} | null} news */
    const words = (news) => t('replay.looking', { ...{ done: 0, of: 0 }, ...news });
    return withProgress(notices, words, (how) => arena.views(text, player, how), { after: SOON });
  },
);
/** What every game showed when its tab was left. */
const left = await takeCarried();
const canvas = find(document, '.board-frame canvas', HTMLCanvasElement);
const board = createBoard(canvas, gameFace);
const chart = createChart(part('.chart'), playback, store);
const players = createPlayers(
  part('.players'),
  (name) => manifest.games[name]?.hides === true,
  (player) => playback.setPerspective(player).catch(() => {}),
);
const verdict = createVerdict(part('.verdict'));
const speed = createSpeed(playback, store);
const rules = createRules(find(document, '#rules', HTMLDialogElement), {
  games: manifest.games,
  game: () => game,
  notices,
});
const help = createHelp(find(document, '#keys', HTMLDialogElement), {
  handKeys: () => gameFace(game).keys ?? [],
  rules: rules.toggle,
});
/** @type {Map<string, ReturnType<typeof createVersions>>} */
const versionLists = new Map();

const code = createCode(part('.code'), {
  store,
  notices,
  game: offer,
  run: () => match.run(),
  edited: () => versionList.show(),
  renamed: () => setup.refresh(),
  pasted: (tidied) => incoming.pasted(tidied),
  pack: (bot) => incoming.pack(bot),
  taken: bundles.note,
  replaced: (bot) =>
    versions()
      .list()
      .some((each) => isSame(each, bot)) || keep(bot),
  async keepTheirs(of, theirs) {
    const { number, stored } = await versions(of).keep(theirs);
    notices.show(t('versions.theirs', { number }));
    showVersions();
    return stored;
  },
  calm: () => match.calm(),
});
const versionList = createVersionList(part('.version'), part('#versions'), {
  versions: () => versions(),
  code: code.current,
  restore: (version) => code.replace(version, t('versions.restored', { number: version.number })),
});
const setup = createSetup(part('.setup'), {
  store,
  game: offer,
  sidesOf: (name) => gameFace(name).sides,
  code: code.current,
  versions: () => versions().list(),
  changed(choice) {
    router.note({ game, tab: stage, ...choice });
    setText(part('#run span'), setup.verb());
  },
  wrong,
});
const settings = createSettings(part('#settings'), part('#settings-button'), {
  store,
  game: offer,
  packages: {
    count: () => store.get(KEPT, { index: '', sets: [] }).sets.length,
    async forget() {
      await (await loadPackages()).forget();
      notices.show(t('packages.forgotten'));
    },
  },
});
const replays = createReplays({
  arena,
  playback,
  notices,
  saveButton: part('#save-replay'),
  opened: (name) => {
    match.stop();
    choose(name);
    router.go({ game, tab: stage });
  },
  keep: (shown, text, name) =>
    library.add(readOf(shown), text, { own: false, name: name.replace(/\.json$/i, '') }),
  offered() {
    fork.refresh();
    again.refresh();
  },
});
const incoming = lazyIncoming({
  notices,
  games: Object.keys(manifest.games),
  match: () => ({ game, rival: manifest.games[game].house[0] }),
  code: code.current,
  shown: code.shown,
  openCode: code.replace,
  bundles,
  unzip: arena.unzip,
  zip: arena.zip,
  openReplay: replays.openReplay,
  openMap: (of, map, players) => {
    if (game !== of || router.place.tab !== stage) router.go({ game: of, tab: stage });
    return openMap(map, players, { settings, setup });
  },
  check: arena.check,
});
const hands = createHands(part('.hand'), {
  board,
  canvas,
  playback,
  faceOf: gameFace,
  namesOf: ({ header }) => namesOf(header, gameFace(header.game).sides),
  submit: (player, move) => match.move(player, move),
});
const packed = withPackages(arena, async (codes, signal) => (await loadPackages()).bring(codes, signal));
const equipped = withFiles(packed, bundles);
const match = createRun({
  arena: equipped,
  playback,
  hands,
  whenArrived,
  next: nextMatch,
  code,
  players,
  verdict,
  notices,
  began: keepVersion,
  offer: replays.offer,
  async keep(shown, text, instead, isOver) {
    const id = (await library.add(readOf(shown), text, { own: true, instead }))?.id ?? null;
    session.set(UNFINISHED, isOver ? null : id);
    return id;
  },
  explain: (problems) => incoming.explain(problems),
  idle() {
    keepSite();
    languages.idle();
  },
});
const keepSite = once(() => {
  bundles.collect(() => filesMentioned(store, Object.keys(manifest.games)));
  return keepOffline([arena.settled(), fetchAsset(manifest.rules[language] ?? '')]);
});

const fork = createFork(
  find(document, '#fork-dialog', HTMLDialogElement),
  find(document, '#fork', HTMLButtonElement),
  part('.origin'),
  {
    playback,
    replay: shownReplay,
    busy: match.isUnderWay,
    house: (name) => manifest.games[name]?.house ?? [],
    whenArrived,
    code: code.current,
    versions: () => versions().list(),
    limits() {
      const { options: _, ...limits } = settings.read();
      return limits;
    },
    start: match.start,
  },
);
const exporting = createExport(
  find(document, '#export-dialog', HTMLDialogElement),
  find(document, '#export', HTMLButtonElement),
  {
    playback,
    canvas,
    hasReplay: () => shownReplay() !== null,
    saveReplay: replays.save,
    save: saveBlob,
    failed: (problem) => notices.show(problem, { bad: true }),
  },
);
const again = createAgain(part('.again'), find(document, '#ask-again', HTMLButtonElement), {
  playback,
  replay: shownReplay,
  busy: match.isUnderWay,
  whenArrived,
  code: code.current,
  mark: code.profile,
  goToLine: (line) => showInCode('code', () => code.goToLine(line)),
  ask: equipped.askAgain,
  reveal: revealConsole,
});

const front = createFront(part('.front'), {
  games: manifest.games,
  demo: manifest.demo,
  rendererOf: gameFace,
  href: (place) => router.href(place),
  rules: rules.show,
});

const bots = createConsole(
  part('.console'),
  playback,
  async (text) => {
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    notices.show(t(done ? 'console.copied' : 'console.notCopied'), { bad: !done });
  },
  (player, fault) => {
    const { name, kind } = playback.state.match?.header.players[player] ?? {};
    if (kind !== 'code' || !code.has(name ?? '', fault)) return null;
    return () => showInCode('code', () => code.goToLine(fault.line ?? 1, fault.file));
  },
);
createSpectator(playback, {
  board,
  canvas,
  words: part('#turn-in-words'),
  players,
  turn: createTurn(part('.turn')),
  console: bots,
  verdict,
  texts: async (match, turn) => arena.texts((await match.replay()) ?? '', turn),
});
bindZoom(part('.board-frame'), board);
const table = createTable(part('.board-frame'), part('#show-table'), playback);
bindTimeline(part('.timeline'), playback, speed, chart.inWords);
bindTheme(find(document, '#theme', HTMLButtonElement), store, () => {
  board.repaint();
  chart.repaint();
  front.repaint();
});
const languages = bindLanguage(part('#language'), part('#languages'), {
  isBusy: match.isUnderWay,
  async keep() {
    leave();
    await carry(left);
  },
  notices,
});
bindDrop(part('.drop'), incoming.take, incoming.takeFolder);
const actions = {
  run: match.run,
  fork: fork.open,
  again: again.ask,
  exporting: exporting.open,
  toggle: () => playback.toggle(),
  back: () => playback.step(-1),
  forward: () => playback.step(1),
  farBack: () => playback.goTo(playback.state.position - FAR),
  farForward: () => playback.goTo(playback.state.position + FAR),
  markBack: () => chart.goToMark(-1),
  markForward: () => chart.goToMark(1),
  first: () => playback.goTo(0),
  last: () => playback.goTo(playback.state.last),
  slower: () => speed.change(-1),
  faster: () => speed.change(1),
  coordinates: board.toggleCoordinates,
  drawings: board.toggleDrawings,
  table: table.toggle,
  play: () => goToView('play'),
  code: () => goToView('code'),
  replays: () => goToView('replays'),
  search: () => revealConsole(bots.search),
  hitBack: () => bots.go(-1),
  hitForward: () => bots.go(1),
  editor: () => (stage === 'code' ? part('#toggle-code').click() : goToView('code')),
  side: () => part('#toggle-side').click(),
  zoomIn: () => board.zoom(1),
  zoomOut: () => board.zoom(-1),
  zoomWhole: () => board.zoom(0),
  rules: rules.toggle,
  help: help.toggle,
};
bindKeys(actions, hands.key, () => router.place.tab === stage);
on(part('#show-keys'), 'click', help.toggle);
on(part('#show-rules'), 'click', rules.toggle);
on(part('#open-code'), 'click', () =>
  askForFile('.py,.zip,text/x-python,text/plain,application/zip', incoming.take),
);
on(part('#open-replay'), 'click', () => askForFile(REPLAY_FILES, incoming.take));
on(part('#save-replay'), 'click', replays.save);
arena.onProgress(createLoading(part('.loading')).show);
const known = { games: manifest.games, languages: Object.keys(LANGUAGES) };
const router = createRouter(known, { changed: enter, wrong });
showVersions();
router.begin();
// From here on what is pressed is heard.
for (const place of ['header', 'main']) part(place).inert = false;
offerUnfinished();

/** @param {import('./match/types.js').Message[]} problems with the address */
function wrong(problems) {
  notices.show(sentences(problems.map((each) => say(each))), { bad: true });
}

/** Shows what the address says. @param {Place} place */
function enter(place) {
  const { tab } = place;
  document.documentElement.dataset.view = tab;
  if (tab === 'play' || tab === 'code') {
    stage = tab;
    // Who goes to the match sees the match, and the editor when he asks for it.
    layout.showTab('match');
    play(place.game ?? game);
    setup.use(manifest.games[game], tab, place);
    if (playback.state.match?.header.game !== game) showLeft();
  }
  front.show(tab === 'front');
  if (tab === 'replays') showLibrary(place.game);
  showLinks();
}

/** Its list is loaded when it is first looked at. @param {string | null} of */
async function showLibrary(of) {
  libraryPanel ??= import('./panels/replays/list.js').then(({ createLibraryPanel }) =>
    createLibraryPanel(part('.library'), {
      library,
      notices,
      games: Object.keys(manifest.games),
      open: ({ id }, name) => openKept(id, name),
      importFile: () => askForFile(REPLAY_FILES, incoming.take),
      href: router.href,
    }),
  );
  (await libraryPanel).show(of);
}

/** @param {IDBValidKey} id of an entry @param {string} name */
async function openKept(id, name) {
  const text = await library.text(id).catch(() => null);
  if (text === null) notices.show(t('library.gone', { name }), { bad: true });
  else await replays.openReplay(name, text);
}

/** A match that was played by hand when this tab was loaded again is there as far as it had come. */
async function offerUnfinished() {
  /** @type {number | null} */
  const id = session.get(UNFINISHED, null);
  if (id === null) return;
  session.set(UNFINISHED, null);
  await library.refresh();
  const entry = library.list().find((each) => each.id === id);
  if (!entry) return;
  const of = t(`game.${entry.game}`);
  const run = async () => {
    await openKept(id, of);
    playback.goTo(playback.state.last);
  };
  notices.show(t('match.left', { game: of }), { action: { label: t('match.goBack'), run } });
}

/** The links of the header, and what this place is called. */
function showLinks() {
  const { tab, game: named } = router.place;
  const to = tab === 'front' ? 'play' : tab;
  const games = Object.keys(manifest.games).map((name) => {
    const here = tab !== 'front' && name === (tab === 'replays' ? named : game);
    return link(t(`game.${name}`), { game: name, tab: to }, here);
  });
  part('.games').replaceChildren(...games);
  const tabs = TABS.map((name) =>
    link(t(`views.${name}`), name === 'replays' ? { tab: name } : { game, tab: name }, name === tab),
  );
  part('.views').replaceChildren(...tabs);
  part('.wordmark').setAttribute('href', router.href({}));
  const title = t(`title.${tab}`, { game: t(`game.${game}`) });
  setText(part('#title'), title);
  document.title = tab === 'front' ? t('title.front') : t('title.page', { title });
}

/** The text of the replay of the match that is shown; null: it has none. */
function shownReplay() {
  const { match } = playback.state;
  return match && replays.textOf(match);
}

/** @param {() => void} [then] */
function revealConsole(then = () => {}) {
  showInCode('console', then);
}

/** A part of the Code view; on a phone it is a tab there. @param {'code' | 'console'} tab @param {() => void} then */
function showInCode(tab, then) {
  const show = () => {
    layout.showTab(tab);
    then();
  };
  if (router.place.tab === 'code') show();
  else {
    // After what the view itself does when one comes to it.
    on(window, /** @type {any} */ ('hashchange'), () => setTimeout(show), { once: true });
    goToView('code');
  }
}

/** @param {Place['tab']} tab */
function goToView(tab) {
  location.hash = router.href(tab === 'replays' ? { tab } : { game, tab });
}

/** @param {string} text @param {Partial<Place>} place @param {boolean} here */
function link(text, place, here) {
  return h('a', { href: router.href(place), 'aria-current': here && 'page' }, text);
}

/** A recorded match, so that there is something to see while Python is on its way. */
async function showDemo() {
  const name = game;
  const response = await fetchAsset(manifest.demo[name] ?? '').catch(() => null);
  // Whoever has left the page, or has no network, misses nothing that matters.
  if (!response) return;
  const demo = /** @type {Replay} */ (await response.json());
  if (name !== game || playback.state.match?.header.game === name) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  playback.load(recordedMatch('demo', demo, textOfDemo(demo)), { play: !still && !match.isUnderWay() });
}

/**
 * A match may begin. Whoever starts one does not wait for a replay to be shown any more; for his bot he does.
 *
 * @param {() => void} begin
 */
function whenArrived(begin) {
  replays.giveUp();
  incoming.whenArrived(begin);
}

/** @returns {MatchSpec | null} */
function nextMatch() {
  const problem = setup.problem() ?? settings.problem();
  if (problem) {
    notices.show(problem, { bad: true });
    return null;
  }
  if (document.documentElement.dataset.tab === 'code') layout.showTab('match');
  return { game, ...setup.read(), ...settings.read() };
}

/** What the engine has read of a match, for the library. @param {Match} shown */
function readOf({ header, result, film }) {
  return { header, result, turns: result?.turns ?? film.length - 1 };
}

/** Goes to a game. A match under way ends here; it is kept, and can go on from where it was. @param {string} name */
function play(name) {
  if (name === game) return;
  const from = game;
  if (match.isUnderWay()) {
    match.stop();
    const back = { label: t('match.goBack'), run: () => router.go({ game: from, tab: stage }) };
    notices.show(t('match.left', { game: t(`game.${from}`) }), { action: back });
  }
  leave();
  choose(name);
}

/** Remembers what is shown. */
function leave() {
  const { match: shown, position } = playback.state;
  if (shown) left.set(shown.header.game, { match: shown, position, replay: replays.textOf(shown) });
}

/** What the game showed before, or else its recorded match. */
function showLeft() {
  const before = left.get(game);
  if (before && before.match.origin !== 'demo') {
    playback.load(before.match, { play: false });
    playback.goTo(before.position);
    replays.offer(before.replay ?? replays.textOf(before.match), before.match);
  } else showDemo();
}

/** The editor, the seats and the settings of a game. @param {string} name */
function choose(name) {
  if (name === game) return;
  game = name;
  store.set('game', game);
  code.use(manifest.games[game]);
  settings.use(manifest.games[game]);
  showVersions();
}

function loadPackages() {
  packages ??= import('./panels/code/packages.js').then(({ createPackages }) =>
    createPackages({ store, declared: arena.declared }),
  );
  return packages;
}

/** The versions of a game. */
function versions(of = game) {
  const list = versionLists.get(of) ?? createVersions(of, (rows) => aside.add(`versions.${of}`, rows));
  versionLists.set(of, list);
  return list;
}

async function showVersions() {
  const name = game;
  versionList.show();
  await versions().loaded;
  versions().list().forEach(bundles.note);
  if (name !== game) return;
  setup.haveVersions();
  versionList.show();
}

/** @param {string | null} name */
function gameNamed(name) {
  return name !== null && Object.hasOwn(manifest.games, name) ? name : null;
}

/** What is run is kept, to come back to and to play against. @param {MatchSpec} spec */
function keepVersion({ seats }) {
  const own = code.current();
  const plays = seats.some((seat) => seat.kind === 'code' && isSame(seat, own));
  if (plays) keep(own);
}

/** @param {import('./match/types.js').Code} bot to come back to */
async function keep(bot) {
  if (await versions().add(bot)) showVersions();
}

/** @param {() => unknown} work @returns {() => void} */
function once(work) {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}
