// Shows the current position on the board, and in words for screen readers.

import { computed, effect } from '@preact/signals';
import { setText } from '../../base/ui/dom.ts';
import { say, sentences, t } from '../../base/words/index.ts';
import type { Board } from '../../board/board.ts';
import type { Playback, State } from '../../match/playback.ts';
import { createSpeaker, titleOf, turnInWords } from './spoken.ts';
import type { Frame, Watched } from './state.ts';
import { seenBy } from './state.ts';

interface Views {
  playback: Playback;
  board: Board;
  canvas: HTMLCanvasElement;
  /** a live region */
  words: HTMLElement;
}

export function showOnBoard(watched: Watched, views: Views) {
  effect(() => {
    const frame = watched.frame.value;
    if (!frame) return;
    if (frame.curtain) hide(views);
    else show(frame, views);
  });
  showMarks(watched, views.board);
  tellTurns(watched, views);
}

function show(frame: Frame, { board, canvas }: Views) {
  const { gameView, view, previous, motion, names } = frame;
  board.show(gameView.name, view, previous, motion, names);
  canvas.setAttribute('aria-label', positionInWords(frame));
}

function hide({ board, canvas }: Views) {
  board.clear();
  canvas.setAttribute('aria-label', t('board.label'));
}

/** Shows a bot's drawings on the position that it was asked about; its answer belongs to the next position. */
function showMarks({ state, frame }: Watched, board: Board) {
  const next = computed(() => {
    // Reading the signal: positions may be added while this one is shown.
    void state.value;
    const shown = frame.value;
    return shown && !shown.curtain ? shown.match.records[shown.position + 1] : undefined;
  });
  effect(() => {
    const answers = seenBy(frame.value?.bound ?? null, next.value)?.answers ?? [];
    board.draw(answers.map(({ player, drawings }) => ({ player, marks: drawings })));
  });
}

/** A match of bots is not read out turn by turn. A user who steps through a match hears every turn. */
function tellTurns({ state, frame }: Watched, { playback, words }: Views) {
  const speaker = createSpeaker((text) => setText(words, text), sentences);
  let heard: Readonly<State> = { ...playback.state, match: null };

  /** Tells every move of a match that is played by hand, once. */
  function speak(next: Readonly<State>, isSameMatch: boolean, isSamePerson: boolean) {
    if (!isSameMatch || !isSamePerson) speaker.clear();
    if (!isSameMatch) return setText(words, '');
    // The next player at the device hears the newest move.
    const from = isSamePerson ? heard.position + 1 : next.position;
    for (let k = from; k <= next.position; k += 1) speaker.add(...moveInWords(frame.peek(), k, playback));
  }

  effect(() => {
    const next = state.value;
    if (!next.match || next.last < 0) return;
    const isSameMatch = next.match === heard.match;
    const isSamePerson = next.perspective === heard.perspective && next.curtain === heard.curtain;
    const byHand = next.live && next.match.header.players.some(({ kind }) => kind === 'human');
    if (next.curtain && !(isSameMatch && isSamePerson)) setText(words, '');
    if (!next.playing && !next.curtain) setText(words, inWords(frame.peek()));
    else if (next.playing && byHand) speak(next, isSameMatch, isSamePerson);
    else if (!isSameMatch) setText(words, '');
    heard = next;
  });
}

function positionInWords({ gameView, view, names, position, perspective }: Frame) {
  const lines = gameView.describe(view).map((message) => say(message, names));
  const place = { game: t(`game.${gameView.name}`), turn: position, text: sentences(lines) };
  if (perspective === null) return t('board.position', place);
  return t('board.positionSeen', { ...place, name: names[perspective] ?? '' });
}

/** The orders of a turn, which may be an earlier one, and the situation: see `turnInWords`. */
function moveInWords(frame: Frame | null, position: number, { view: viewAt }: Playback): [string, string] {
  const view = viewAt(position);
  if (!frame || !view || position === 0) return ['', ''];
  return turnInWords({ ...frame, position, view, previous: viewAt(position - 1) }, { t, say, sentences });
}

function inWords(frame: Frame | null) {
  if (!frame) return '';
  const { gameView, names, view, previous, position } = frame;
  const report = gameView.report(view, previous);
  const orders = report.rows.flatMap((row) =>
    row.cells.flatMap((cell, k) => {
      const [who, what] = [report.head?.[k] ?? names[k] ?? '', say(row.label, names)];
      const order = say(cell.text, names);
      // If players move one after the other, the others have no orders.
      return order ? [t('orders.line', { who, what, order })] : [];
    }),
  );
  const events = report.events.map((event) => say(event, names));
  const title = say(titleOf(report, position), names);
  return sentences([title, ...(position ? orders : []), ...events]);
}
