// Watching a match: the board with its timeline, and beside it players, turn, verdict, console and chart.

import { copyText } from '../../base/ui/copy.ts';
import { part } from '../../base/ui/dom.ts';
import { withProgress } from '../../base/ui/working.ts';
import { t } from '../../base/words/index.ts';
import { placeOf } from '../../match/faults.ts';
import { createPlayback } from '../../match/playback.ts';
import { createChart } from './chart.js';
import { createConsole } from './console.js';
import { movesOf, movesPerTurn } from './moves.js';
import { createPlayers } from './players.js';
import { createScores } from './scores.js';
import { createSpectator } from './spectator.js';
import { createTable } from './table.js';
import { bindTimeline, createSpeed } from './timeline.js';
import { createTurn } from './turn.js';
import { createVerdict } from './verdict.js';
import { bindZoom } from './zoom.js';

/** Milliseconds after which it is said that something takes a while. */
const SOON = 1000;

/**
 * The playback of the match that is shown.
 *
 * @param {object} outside
 * @param {import('../../engine/arena.ts').Arena} outside.arena plays a match again to see what one player saw
 * @param {import('../../base/ui/notices.ts').Notices} outside.notices
 */
export function createPlaybackOf({ arena, notices }) {
  /** @param {{done: number, of: number} | null} news */
  const words = (news) => t('replay.looking', { ...{ done: 0, of: 0 }, ...news });
  return createPlayback(movesPerTurn, async (match, player) => {
    const text = (await match.replay()) ?? '';
    return withProgress(notices, words, (how) => arena.views(text, player, how), { after: SOON });
  });
}

/**
 * @param {object} outside
 * @param {import('../../match/playback.ts').Playback} outside.playback
 * @param {import('../../board/board.ts').Board} outside.board
 * @param {HTMLCanvasElement} outside.canvas of that board
 * @param {import('../../base/kept/settings.ts').Store} outside.store
 * @param {import('../../base/ui/notices.ts').Notices} outside.notices
 * @param {import('../../engine/arena.ts').Arena} outside.arena
 * @param {Record<string, {hides: boolean}>} outside.games what every game offers: hides: something, from its players
 * @param {{has: (name: string, fault: {file?: string, line: number | null}) => boolean}} outside.code knows which lines are its own
 * @param {(line: number, file?: string) => void} outside.goToLine shows a line of the bot in the editor
 * @param {(player: number) => void} outside.askAgain asks the code in the editor on the turn that is shown, in a player's place
 */
export function createWatchRoom({
  playback,
  board,
  canvas,
  store,
  notices,
  arena,
  games,
  code,
  goToLine,
  askAgain,
}) {
  const chart = createChart(part('.chart'), playback, store);
  const players = createPlayers(
    part('.players'),
    (game) => games[game]?.hides === true,
    (player) => playback.setPerspective(player).catch(() => {}),
  );
  const verdict = createVerdict(part('.verdict'));
  const speed = createSpeed(playback, store);
  const copy = (/** @type {string} */ text) => void copyText(text, notices);
  const prints = createConsole(part('.console'), playback, copy, (player, fault) => {
    const { name, kind } = playback.state.match?.header.players[player] ?? {};
    if (kind !== 'code') return null;
    // A bot that was ended has no line of its own: the one that is asked again has.
    if (fault.kind === 'timeout' && playback.state.position > 0)
      return { says: t('console.whichLine'), go: () => askAgain(player) };
    if (!code.has(name ?? '', fault)) return null;
    return { says: placeOf(fault), go: () => goToLine(fault.line ?? 1, fault.file) };
  });
  createSpectator(playback, {
    board,
    canvas,
    words: part('#turn-in-words'),
    players,
    turn: createTurn(part('.turn')),
    scores: createScores(part('.board-frame')),
    console: prints,
    verdict,
    texts: async (match, turn) => arena.texts((await match.replay()) ?? '', turn),
  });
  bindZoom(part('.timeline'), board);
  const table = createTable(part('.board-frame'), part('#show-table'), playback);
  bindTimeline(part('.timeline'), playback, speed, chart.inWords);

  return {
    players,
    verdict,
    console: prints,
    /** The colours are others now. */
    repaint() {
      board.repaint();
      chart.repaint();
    },
    /** What keys do here. */
    actions: {
      ...movesOf(playback, speed, board),
      markBack: () => chart.goToMark(-1),
      markForward: () => chart.goToMark(1),
      table: table.toggle,
      hitBack: () => prints.go(-1),
      hitForward: () => prints.go(1),
    },
  };
}
