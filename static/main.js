import { createArena } from './arena.js';
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

/** @typedef {import('./types.js').Replay} Replay */
/** @typedef {import('./types.js').MatchSpec} MatchSpec */

const GAME = 'tank';

/** @param {string} selector */
const part = (selector) => find(document, selector, HTMLElement);

translate(document);
mountIcons(document);

const offer = manifest.games[GAME];
const notices = createNotices(part('.notices'));
const store = createStore(
  () => localStorage,
  () => notices.show(t('store.lost'), { bad: true }),
);
const layout = createLayout(store);
const playback = createPlayback();
const canvas = find(document, '.board-frame canvas', HTMLCanvasElement);
const board = createBoard(canvas, gameFace);
const chart = createChart(find(document, '.chart', HTMLCanvasElement), playback);
const players = createPlayers(part('.players'));
const verdict = createVerdict(part('.verdict'));
const speed = createSpeed(playback, store);
const help = createHelp(find(document, '#keys', HTMLDialogElement));
const versions = createVersions();
const arena = createArena();

const code = createCode(part('.code'), {
  store,
  notices,
  starter: offer.starter,
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
  house: offer.house,
  sides: gameFace(GAME).sides,
  code: code.current,
  versions: versions.list,
});
const settings = createSettings(part('#settings'), part('#settings-button'), { store, game: GAME, ...offer });
const replays = createReplays({
  arena,
  playback,
  notices,
  saveButton: part('#save-replay'),
  openCode: (next) => code.replace(next, t('code.wasOpened', { name: next.name })),
  stop: () => match.stop(),
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
  idle: once(keepOffline),
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
versions.loaded.then(setup.refresh);
part('.games').append(...Object.keys(manifest.games).map(gameTab));
showDemo();

/** A recorded match, so that there is something to see while Python is on its way. */
async function showDemo() {
  const response = await fetchAsset(manifest.demo[GAME] ?? '');
  const demo = /** @type {Replay} */ (await response.json());
  if (playback.state.match) return;
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
  return { game: GAME, ...setup.read(), ...settings.read() };
}

/** What is run is kept, to come back to and to play against. @param {MatchSpec} spec */
async function keepVersion({ seats }) {
  const own = code.current();
  const plays = seats.some((seat) => seat.kind === 'code' && seat.source === own.source);
  if (!plays || !(await versions.add(own))) return;
  setup.refresh();
  versionList.show();
}

/** @param {string} name */
function gameTab(name) {
  return h('a', { href: `#${name}`, 'aria-current': name === GAME && 'page' }, t(`game.${name}`));
}

/** @param {() => unknown} work @returns {() => void} */
function once(work) {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}
