import { arena } from './arena.js';
import { fetchAsset, keepOffline, manifest } from './assets.js';
import { createBoard } from './board.js';
import { find, h, mountIcons, on } from './dom.js';
import { gameFace } from './games/index.js';
import { t, translate } from './i18n.js';
import { bindKeys } from './keys.js';
import { createLayout } from './layout.js';
import { createChart } from './panels/chart.js';
import { createCode } from './panels/code.js';
import { createConsole } from './panels/console.js';
import { askForFile, bindDrop } from './panels/files.js';
import { createHelp } from './panels/help.js';
import { createLoading } from './panels/loading.js';
import { createNotices } from './panels/notices.js';
import { createPlayers } from './panels/players.js';
import { createReplays } from './panels/replays.js';
import { createRun } from './panels/run.js';
import { createSettings } from './panels/settings.js';
import { createSetup } from './panels/setup.js';
import { bindTheme } from './panels/theme.js';
import { bindTimeline, createSpeed } from './panels/timeline.js';
import { createTurn } from './panels/turn.js';
import { createVerdict } from './panels/verdict.js';
import { createVersionList } from './panels/versions.js';
import { createPlayback } from './playback.js';
import { createSpectator } from './spectator.js';
import { createStore } from './store.js';
import { createVersions } from './versions.js';

/** @typedef {import('./types.js').Match} Match */
/** @typedef {import('./types.js').Replay} Replay */
/** @typedef {import('./types.js').MatchSpec} MatchSpec */

/** @param {string} selector */
const part = (selector) => find(document, selector, HTMLElement);

translate(document);
mountIcons(document);

const notices = createNotices(part('.notices'));
const store = createStore(
  () => localStorage,
  () => notices.show(t('store.lost'), { bad: true }),
);
const layout = createLayout(store);
/** The game in the address, or else the one that was played last. */
let game = gameInAddress() ?? gameNamed(store.get('game', '')) ?? Object.keys(manifest.games)[0] ?? '';
const offer = manifest.games[game];
const playback = createPlayback(
  ({ header }) => gameFace(header.game).movesPerTurn?.(header.players.length) ?? 1,
);
/** What every game showed when its tab was left. @type {Map<string, {match: Match, position: number}>} */
const left = new Map();
const canvas = find(document, '.board-frame canvas', HTMLCanvasElement);
const board = createBoard(canvas, gameFace);
const chart = createChart(find(document, '.chart', HTMLCanvasElement), playback);
const players = createPlayers(part('.players'));
const verdict = createVerdict(part('.verdict'));
const speed = createSpeed(playback, store);
const help = createHelp(find(document, '#keys', HTMLDialogElement));
/** @type {Map<string, ReturnType<typeof createVersions>>} */
const versionLists = new Map();

const code = createCode(part('.code'), {
  store,
  notices,
  game: offer,
  run: () => match.run(),
  edited: () => versionList.show(),
  renamed: () => setup.refresh(),
});
const versionList = createVersionList(part('.version'), part('#versions'), {
  versions,
  code: code.current,
  restore: (version) => code.replace(version, t('versions.restored', { number: version.number })),
});
const setup = createSetup(part('.setup'), {
  store,
  game: offer,
  sidesOf: (name) => gameFace(name).sides,
  code: code.current,
  versions: () => versions().list(),
});
const settings = createSettings(part('#settings'), part('#settings-button'), { store, game: offer });
const replays = createReplays({
  arena,
  playback,
  notices,
  saveButton: part('#save-replay'),
  openCode: (next) => code.replace(next, t('code.wasOpened', { name: next.name })),
  opened: (name) => {
    match.stop();
    choose(name);
  },
});
const match = createRun({
  arena,
  playback,
  next: nextMatch,
  code,
  players,
  verdict,
  notices,
  began: keepVersion,
  offer: replays.offer,
  idle: once(() => keepOffline(arena.settled().catch(() => {}))),
});

createSpectator(playback, {
  board,
  canvas,
  words: part('#turn-in-words'),
  players,
  turn: createTurn(part('.turn')),
  console: createConsole(part('.console')),
  verdict,
});
bindTimeline(part('.timeline'), playback, speed);
bindTheme(find(document, '#theme', HTMLButtonElement), store, () => {
  board.repaint();
  chart.repaint();
});
bindDrop(part('.drop'), replays.take);
bindKeys({
  run: match.run,
  toggle: () => playback.toggle(),
  back: () => playback.step(-1),
  forward: () => playback.step(1),
  first: () => playback.goTo(0),
  last: () => playback.goTo(playback.state.last),
  slower: () => speed.change(-1),
  faster: () => speed.change(1),
  coordinates: board.toggleCoordinates,
  help: help.toggle,
});
on(part('#show-keys'), 'click', help.toggle);
on(part('#open-code'), 'click', () => askForFile('.py,text/x-python,text/plain', replays.take));
on(part('#open-replay'), 'click', () => askForFile('.json,application/json', replays.take));
on(part('#save-replay'), 'click', replays.save);
arena.onProgress(createLoading(part('.loading')).show);
part('.games').append(...Object.keys(manifest.games).map(gameTab));
on(window, /** @type {any} */ ('hashchange'), () => play(gameInAddress() ?? game));
showVersions();
showDemo();

/** A recorded match, so that there is something to see while Python is on its way. */
async function showDemo() {
  const name = game;
  const response = await fetchAsset(manifest.demo[name] ?? '');
  const demo = /** @type {Replay} */ (await response.json());
  if (name !== game || playback.state.match?.header.game === name) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  playback.load({ ...demo, origin: 'demo' }, { play: !still });
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

/** Goes to a game, and to what it showed when it was left. @param {string} name */
function play(name) {
  if (name === game) return;
  match.stop();
  const { match: shown, position } = playback.state;
  if (shown) left.set(shown.header.game, { match: shown, position });
  choose(name);
  const before = left.get(name);
  if (before && before.match.origin !== 'demo') {
    playback.load(before.match, { play: false });
    playback.goTo(before.position);
  } else showDemo();
}

/** The editor, the seats and the settings of a game. @param {string} name */
function choose(name) {
  if (name === game) return;
  game = name;
  store.set('game', game);
  if (gameInAddress() !== game) history.replaceState(null, '', `#game=${game}`);
  code.use(manifest.games[game]);
  setup.use(manifest.games[game]);
  settings.use(manifest.games[game]);
  part('.games').replaceChildren(...Object.keys(manifest.games).map(gameTab));
  showVersions();
}

/** The versions of the game that is chosen. */
function versions() {
  const list = versionLists.get(game) ?? createVersions(game);
  versionLists.set(game, list);
  return list;
}

async function showVersions() {
  versionList.show();
  await versions().loaded;
  setup.refresh();
  versionList.show();
}

/** @param {string | null} name */
function gameNamed(name) {
  return name !== null && Object.hasOwn(manifest.games, name) ? name : null;
}

function gameInAddress() {
  return gameNamed(new URLSearchParams(location.hash.slice(1)).get('game'));
}

/** What is run is kept, to come back to and to play against. @param {MatchSpec} spec */
async function keepVersion({ seats }) {
  const own = code.current();
  const plays = seats.some((seat) => seat.kind === 'code' && seat.source === own.source);
  if (plays && (await versions().add(own))) showVersions();
}

/** @param {string} name */
function gameTab(name) {
  return h('a', { href: `#game=${name}`, 'aria-current': name === game && 'page' }, t(`game.${name}`));
}

/** @param {() => unknown} work @returns {() => void} */
function once(work) {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}
