import { createArena } from './arena.js';
import { fetchAsset, keepOffline, manifest } from './assets.js';
import { createBoard } from './board.js';
import { find, h, icon, on } from './dom.js';
import { gameFace } from './games/index.js';
import { say, t, translate } from './i18n.js';
import { bindKeys } from './keys.js';
import { createLayout } from './layout.js';
import { namesOf } from './names.js';
import { createChart } from './panels/chart.js';
import { createCode, problemsOf } from './panels/code.js';
import { createConsole } from './panels/console.js';
import { askForFile, bindDrop } from './panels/files.js';
import { createHelp } from './panels/help.js';
import { createLoading } from './panels/loading.js';
import { createNotices } from './panels/notices.js';
import { createPlayers } from './panels/players.js';
import { createReplays } from './panels/replays.js';
import { createSettings } from './panels/settings.js';
import { createSetup } from './panels/setup.js';
import { bindTheme } from './panels/theme.js';
import { bindTimeline } from './panels/timeline.js';
import { createTurn } from './panels/turn.js';
import { createVerdict } from './panels/verdict.js';
import { createVersionList } from './panels/versions.js';
import { createPlayback, SPEEDS } from './playback.js';
import { createRunner } from './runner.js';
import { createSpectator } from './spectator.js';
import { createStore } from './store.js';
import { createVersions } from './versions.js';

/** @typedef {import('./types.js').Replay} Replay */
/** @typedef {import('./runner.js').Run} Run */

const GAME = 'tank';

const root = document.documentElement;
/** @param {string} selector */
const part = (selector) => find(document, selector, HTMLElement);

translate(document);
for (const holder of document.querySelectorAll('[data-icon]')) {
  holder.prepend(icon(holder.getAttribute('data-icon') ?? ''));
}

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
const help = createHelp(find(document, '#keys', HTMLDialogElement));
const loading = createLoading(part('.loading'));
const versions = createVersions();
const code = createCode(part('.code'), {
  store,
  notices,
  starter: offer.starter,
  run,
  edited: () => versionList.show(),
  renamed: () => setup.refresh(),
});
const setup = createSetup(part('.setup'), {
  store,
  house: offer.house,
  sides: gameFace(GAME).sides,
  code: code.current,
  versions: versions.list,
});
const versionList = createVersionList(part('.version'), part('#versions'), {
  versions,
  code: code.current,
  restore: (version) => code.replace(version, t('versions.restored', { number: version.number })),
});
const settings = createSettings(part('#settings'), part('#settings-button'), { store, game: GAME, ...offer });
const arena = createArena();
const runner = createRunner(arena, playback, {
  changed: showRun,
  seat: players.seat,
  frame: (k) => k === 1 && performance.mark('sandlot:first-move'),
  failed: (message) => notices.show(say(message), { bad: true }),
});
const replays = createReplays({
  arena,
  playback,
  notices,
  saveButton: part('#save-replay'),
  openCode: (next) => code.replace(next, t('code.wasOpened', { name: next.name })),
  stop: runner.stop,
});
/** @type {'loading' | 'ready' | 'failed'} what there is when no match runs */
let atRest = 'loading';
let isKept = false;

createSpectator(playback, {
  board,
  canvas,
  words: part('#turn-in-words'),
  players,
  turn: createTurn(part('.turn')),
  console: createConsole(part('.console')),
  verdict,
});
bindTimeline(part('.timeline'), playback, setSpeed);
bindTheme(find(document, '#theme', HTMLButtonElement), store, repaint);
bindDrop(part('.drop'), replays.take);
bindKeys({
  run,
  toggle: () => playback.toggle(),
  back: () => playback.step(-1),
  forward: () => playback.step(1),
  first: () => playback.goTo(0),
  last: () => playback.goTo(playback.state.last),
  slower: () => changeSpeed(-1),
  faster: () => changeSpeed(1),
  coordinates: board.toggleCoordinates,
  help: help.toggle,
});
on(part('#run'), 'click', run);
on(part('#stop'), 'click', runner.stop);
on(part('#show-keys'), 'click', help.toggle);
on(part('#open-code'), 'click', () => askForFile('.py,text/x-python,text/plain', replays.take));
on(part('#open-replay'), 'click', () => askForFile('.json,application/json', replays.take));
on(part('#save-replay'), 'click', replays.save);

part('.games').append(...Object.keys(manifest.games).map(gameTab));
versions.loaded.then(setup.refresh);
setSpeed(store.get('speed', playback.state.speed));
arena.onProgress(loading.show);
arena.ready.then(becomeReady, becomeUseless);
showDemo();

/** A recorded match, so that there is something to see while Python is on its way. */
async function showDemo() {
  const response = await fetchAsset(manifest.demo[GAME] ?? '');
  const demo = /** @type {Replay} */ (await response.json());
  if (playback.state.match) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  playback.load({ ...demo, origin: 'demo' }, { play: !still });
}

function becomeReady() {
  atRest = 'ready';
  performance.mark('sandlot:ready');
  if (runner.isUnderWay()) return;
  showState('ready');
  keepForOffline();
}

function becomeUseless() {
  atRest = 'failed';
  showState(atRest);
}

/** Once, and not while a first match still waits for the network or the processor. */
function keepForOffline() {
  if (isKept) return;
  isKept = true;
  keepOffline();
}

function run() {
  const seats = setup.read();
  if (!seats) {
    notices.show(t('setup.badSeed'), { bad: true });
    return;
  }
  code.mark([]);
  if (root.dataset.tab === 'code') layout.showTab('match');
  runner.start({ game: GAME, ...seats, ...settings.read() });
  keepVersion(seats.seats);
}

/** What was run is kept, to come back to and to play against. @param {import('./types.js').Seat[]} seats */
async function keepVersion(seats) {
  const own = code.current();
  const played = seats.some((seat) => seat.kind === 'code' && seat.source === own.source);
  if (!played || !(await versions.add(own))) return;
  setup.refresh();
  versionList.show();
}

/** @param {Run} latest */
function showRun(latest) {
  const underWay = runner.isUnderWay();
  showState(underWay ? 'running' : atRest);
  part('#run').hidden = underWay;
  part('#stop').hidden = !underWay;
  if (latest.stage === 'asked') verdict.note(t(atRest === 'ready' ? 'match.starting' : 'match.queued'));
  if (latest.stage === 'running') replays.offer(null);
  if (latest.stage === 'stopped') verdict.note(t('match.stopped'));
  if (latest.replay !== null) offerReplay(latest.replay);
  if (latest.stage === 'over') showProblems(latest);
  if (atRest === 'ready' && !underWay) keepForOffline();
}

/** @param {string} text */
function offerReplay(text) {
  const { match } = playback.state;
  if (match) replays.offer({ text, header: match.header });
}

/** @param {Run} latest */
function showProblems(latest) {
  const { match } = playback.state;
  if (!match) return;
  const { source } = code.current();
  const own = latest.spec.seats.flatMap((seat, k) =>
    seat.kind === 'code' && seat.source === source ? [k] : [],
  );
  code.mark(problemsOf(match, new Set(own), namesOf(match.header, gameFace(match.header.game).sides)));
}

/** Tests and styles read it. @param {'loading' | 'ready' | 'running' | 'failed'} state */
function showState(state) {
  root.dataset.arena = state;
}

/** @param {number} speed */
function setSpeed(speed) {
  playback.setSpeed(SPEEDS.includes(speed) ? speed : 4);
  store.set('speed', playback.state.speed);
}

/** @param {1 | -1} by */
function changeSpeed(by) {
  setSpeed(SPEEDS[SPEEDS.indexOf(playback.state.speed) + by] ?? playback.state.speed);
}

function repaint() {
  board.repaint();
  chart.repaint();
}

/** @param {string} name */
function gameTab(name) {
  return h('a', { href: `#${name}`, 'aria-current': name === GAME && 'page' }, t(`game.${name}`));
}
