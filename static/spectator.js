import { setText } from './dom.js';
import { gameFace } from './games/index.js';
import { say, t } from './i18n.js';
import { namesOf } from './names.js';

/**
 * Shows the position that the playback is at: on the board, in the side panel, and in words.
 *
 * @typedef {import('./playback.js').Playback} Playback
 * @typedef {import('./playback.js').State} State
 * @typedef {import('./types.js').Match} Match
 *
 * @typedef {object} Views
 * @property {import('./board.js').Board} board
 * @property {HTMLElement} canvas
 * @property {HTMLElement} words a live region
 * @property {ReturnType<typeof import('./panels/players.js').createPlayers>} players
 * @property {ReturnType<typeof import('./panels/turn.js').createTurn>} turn
 * @property {ReturnType<typeof import('./panels/console.js').createConsole>} console
 * @property {ReturnType<typeof import('./panels/verdict.js').createVerdict>} verdict
 */

/**
 * @param {Playback} playback
 * @param {Views} views
 * @returns {() => void}
 */
export function createSpectator(playback, views) {
  /** @type {Match | null} */
  let match = null;
  let position = -1;
  let decided = false;

  return playback.subscribe((state) => {
    if (!state.match || state.last < 0) return;
    const sameFrame = state.match === match && state.position === position;
    const sameResult = state.match === match && decided === (state.match.result !== null);
    if (!sameFrame) showFrame(views, state);
    if (!sameResult) showResult(views, state);
    // A running match is not read out turn by turn; whoever steps through it hears every turn.
    if (!state.playing) setText(views.words, inWords(state));
    match = state.match;
    position = state.position;
    decided = match.result !== null;
  });
}

/** @param {Views} views @param {Readonly<State>} state */
function showFrame(views, state) {
  const match = /** @type {Match} */ (state.match);
  const view = match.frames[state.position];
  const face = gameFace(match.header.game);
  const names = namesOf(match.header, face.sides);
  const previous = match.frames[state.position - 1] ?? null;
  views.board.show(face.name, view, previous, state.motion, names);
  views.canvas.setAttribute('aria-label', positionInWords(state));
  views.players.show(match, names, face.sides, state.position);
  views.turn.show(state.position, face.report(view, previous), names, face.sides);
  views.console.show(match.records[state.position], names);
}

/** @param {Views} views @param {Readonly<State>} state */
function showResult(views, { match, live }) {
  if (!match) return;
  const names = namesOf(match.header, gameFace(match.header.game).sides);
  if (match.result) views.verdict.result(match.result, names);
  else if (match.origin === 'live' && !live) views.verdict.note(t('match.stopped'));
  else views.verdict.clear();
}

/** @param {Readonly<State>} state */
function positionInWords({ match, position }) {
  if (!match) return '';
  const face = gameFace(match.header.game);
  const names = namesOf(match.header, face.sides);
  const lines = face.describe(match.frames[position]).map((message) => say(message, names));
  return t('board.position', { game: t(`game.${face.name}`), turn: position, text: lines.join(' ') });
}

/** @param {Readonly<State>} state */
function inWords({ match, position }) {
  if (!match) return '';
  const face = gameFace(match.header.game);
  const names = namesOf(match.header, face.sides);
  const report = face.report(match.frames[position], match.frames[position - 1] ?? null);
  const orders = report.rows.flatMap((row) =>
    row.cells.map((cell, k) =>
      t('orders.line', {
        who: report.head?.[k] ?? names[k] ?? '',
        what: say(row.label, names),
        order: say(cell.text, names),
      }),
    ),
  );
  const events = report.events.map((event) => say(event, names));
  const title = report.title ? say(report.title, names) : t('orders.turn', { turn: position });
  return [title, ...(position ? orders : []), ...events].join(' ');
}
