import { setText } from '../../base/ui/dom.ts';
import { say, sentences, t } from '../../base/words/index.ts';
import { gameFace } from '../../games/index.ts';
import { namesOf } from '../../games/names.ts';
import { createSpeaker } from './speaker.js';
import { turnInWords } from './spoken.js';

/**
 * Shows the position that the playback is at: on the board, in the side panel, and in words.
 *
 * @typedef {import('../../match/playback.ts').Playback} Playback
 * @typedef {import('../../match/playback.ts').State} State
 * @typedef {import('../../match/types.ts').Match} Match
 *
 * @typedef {object} Views
 * @property {import('../../board/board.ts').Board} board
 * @property {HTMLElement} canvas
 * @property {HTMLElement} words a live region
 * @property {ReturnType<typeof import('./players.js').createPlayers>} players
 * @property {ReturnType<typeof import('./turn.js').createTurn>} turn
 * @property {ReturnType<typeof import('./scores.js').createScores>} scores
 * @property {ReturnType<typeof import('./console.js').createConsole>} console
 * @property {ReturnType<typeof import('./verdict.js').createVerdict>} verdict
 * @property {(match: Match, turn: number) => Promise<import('../../match/types.ts').Exchange[]>} texts what went to the players in that
 *   turn, and what came back
 */

/**
 * @param {Playback} playback
 * @param {Views} views
 */
export function createSpectator(playback, views) {
  /** @type {Match | null} */
  let match = null;
  let position = -1;
  /** @type {number | null} */
  let perspective = null;
  let curtain = false;
  let decided = false;
  const speaker = createSpeaker((text) => setText(views.words, text), sentences);

  /** Every move of a match that is played by hand is told, once. @param {State} state */
  function speak(state) {
    if (state.match !== match || !sameHands(state)) speaker.clear();
    if (state.match !== match) return setText(views.words, '');
    // Who gets the device hears the newest move.
    if (!sameHands(state)) speaker.add(...moveInWords(playback, state.position));
    else for (let k = position + 1; k <= state.position; k += 1) speaker.add(...moveInWords(playback, k));
  }

  /** Whether the same person looks at the board. @param {State} state */
  const sameHands = (state) => state.perspective === perspective && state.curtain === curtain;

  playback.subscribe((state) => {
    if (!state.match || state.last < 0) return;
    const sameFrame = state.match === match && state.position === position && sameHands(state);
    const sameResult = state.match === match && decided === (state.match.result !== null);
    if (!sameFrame) (state.curtain ? hideFrame : showFrame)(views, playback);
    if (!sameResult) showResult(views, state);
    // A match of bots is not read out turn by turn. A user who steps through a match hears every turn.
    if (!state.playing && !state.curtain) setText(views.words, inWords(playback));
    else if (state.playing && isByHand(state)) speak(state);
    else if (state.match !== match) setText(views.words, '');
    match = state.match;
    ({ position, perspective, curtain } = state);
    decided = match.result !== null;
  });
}

/** @param {Views} views @param {Playback} playback */
function showFrame(views, { state, view: viewAt }) {
  const match = /** @type {Match} */ (state.match);
  const { position, bound } = state;
  const view = viewAt(position);
  const face = gameFace(match.header.game);
  const names = namesOf(match.header);
  const previous = viewAt(position - 1);
  views.board.show(face.name, view, previous, state.motion, names);
  views.canvas.setAttribute('aria-label', positionInWords(match, view, state));
  views.players.show(match, names, face.sides, state);
  views.scores.show(face.scores?.(view) ?? [], names);
  views.turn.show(position, face.report(view, previous), names, face.sides);
  const record = seenBy(bound, match.records[position]);
  views.console.show(record, names, () => views.texts(match, position));
  views.board.draw((record?.answers ?? []).map(({ player, drawings }) => ({ player, marks: drawings })));
}

/** The device is passed on: nothing that one of its people may see is shown. @param {Views} views @param {Playback} playback */
function hideFrame(views, { state }) {
  const match = /** @type {Match} */ (state.match);
  const names = namesOf(match.header);
  views.board.clear();
  views.scores.show([], []);
  views.players.show(match, names, gameFace(match.header.game).sides, state);
  views.canvas.setAttribute('aria-label', t('board.label'));
  views.turn.clear();
  views.console.show(undefined, names, async () => []);
  views.board.draw([]);
  setText(views.words, '');
}

/**
 * Bots' prints and answers may reveal what a human must not see.
 *
 * @param {readonly number[] | null} bound
 * @param {import('../../match/types.ts').TurnRecord | undefined} record
 */
function seenBy(bound, record) {
  if (!bound || !record) return record;
  return { ...record, answers: record.answers.filter(({ player }) => bound.includes(player)) };
}

/** @param {Views} views @param {Readonly<State>} state */
function showResult(views, { match, live }) {
  if (!match || match.origin === 'coming') return;
  const names = namesOf(match.header);
  if (match.result) views.verdict.result(match.result, names, match.header.hinted === true);
  else if (match.origin === 'live' && !live) views.verdict.note(t('match.stopped'));
  else views.verdict.clear();
}

/** @param {Match} match @param {any} view @param {Readonly<State>} state */
function positionInWords(match, view, { position, perspective }) {
  const face = gameFace(match.header.game);
  const names = namesOf(match.header);
  const lines = face.describe(view).map((message) => say(message, names));
  const place = { game: t(`game.${face.name}`), turn: position, text: sentences(lines) };
  if (perspective === null) return t('board.position', place);
  return t('board.positionSeen', { ...place, name: names[perspective] ?? '' });
}

/** Whether somebody plays this match by hand, now. @param {State} state */
const isByHand = ({ match, live }) =>
  live && match?.header.players.some(({ kind }) => kind === 'human') === true;

/**
 * What was done in a turn and what came of it; and how things stand, where a player does not see the others' orders.
 *
 * @param {Playback} playback
 * @param {number} position
 * @returns {[string, string]}
 */
function moveInWords({ state: { match, perspective }, view: viewAt }, position) {
  const view = viewAt(position);
  if (!match || !view || position === 0) return ['', ''];
  const face = gameFace(match.header.game);
  const turn = { face, view, previous: viewAt(position - 1), perspective, names: namesOf(match.header) };
  return turnInWords(turn, { t, say, sentences });
}

/** @param {Playback} playback */
function inWords({ state: { match, position }, view }) {
  if (!match) return '';
  const face = gameFace(match.header.game);
  const names = namesOf(match.header);
  const report = face.report(view(position), view(position - 1));
  const orders = report.rows.flatMap((row) =>
    row.cells.flatMap((cell, k) => {
      const [who, what] = [report.head?.[k] ?? names[k] ?? '', say(row.label, names)];
      const order = say(cell.text, names);
      // If players move one after the other, the others have no orders.
      return order ? [t('orders.line', { who, what, order })] : [];
    }),
  );
  const events = report.events.map((event) => say(event, names));
  const title = report.title ? say(report.title, names) : t('orders.turn', { turn: position });
  return sentences([title, ...(position ? orders : []), ...events]);
}
