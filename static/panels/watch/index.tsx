// Watching a match: the board with its timeline, and beside it players, turn, verdict, console and chart.

import type { App } from '../../app.ts';
import { copyText } from '../../base/ui/copy.ts';
import { part } from '../../base/ui/dom.ts';
import { withProgress } from '../../base/ui/working.ts';
import { t } from '../../base/words/index.ts';
import { placeOf } from '../../match/faults.ts';
import { playersAt } from '../../match/parts.ts';
import { createPlayback } from '../../match/playback.ts';
import type { Fault, QuestionOptions } from '../../match/types.ts';
import { createChart } from './chart.tsx';
import { createChartState } from './chart-state.ts';
import { showConsole } from './console.tsx';
import { bindRoom } from './console-room.ts';
import { createConsoleState } from './console-state.ts';
import { showExample } from './example.tsx';
import { createLook } from './look.tsx';
import { createSpeed, movesOf, movesPerTurn } from './moves.ts';
import { createPlayers } from './players.tsx';
import { showScores } from './scores.tsx';
import { showOnBoard } from './spectator.ts';
import type { Pin } from './state.ts';
import { createWatched } from './state.ts';
import { createTable } from './table.tsx';
import { showTimeline } from './timeline.tsx';
import { showTurn } from './turn.tsx';
import { createVerdict } from './verdict.tsx';

/** Milliseconds after which a notice tells that something takes a while. */
const SAY_SLOW_AFTER_MS = 1000;

/** The playback of the shown match. For a single player's view the arena plays the match again. */
export function createPlaybackOf({ arena, notices }: Pick<App, 'arena' | 'notices'>) {
  const words = (news: { done: number; of: number } | null) =>
    t('replay.looking', { ...{ done: 0, of: 0 }, ...news });
  return createPlayback(movesPerTurn, async (match, player, at, take) => {
    const text = (await match.replay()) ?? '';
    let rest = Promise.resolve();
    const begin = (how: QuestionOptions) =>
      new Promise<void>((done, fail) => {
        const hear = (pieces: [number, string][]) => {
          take(pieces);
          if (pieces.some(([k]) => k === at)) done();
        };
        rest = arena.views({ text, player, at }, hear, how);
        rest.then(done, fail);
      });
    await withProgress(notices, words, begin, { after: SAY_SLOW_AFTER_MS });
    await rest;
  });
}

export type WatchRoom = ReturnType<typeof createWatchRoom>;

export function createWatchRoom(app: App) {
  const { playback, board, canvas, store, notices, arena, games } = app;
  const watched = createWatched(playback);
  const chart = createChart(createChartState(watched, store), playback);
  const speed = createSpeed(playback, store);
  showOnBoard(watched, { playback, board, canvas, words: part('#turn-in-words') });
  showScores(part('.board-frame'), watched);
  showExample(part('.board-frame'), watched);
  const table = createTable(part('.board-frame'), part('#show-table'), watched);
  const look = createLook({
    watched,
    hides: (game) => games[game]?.hides === true,
    show: (player) => playback.setPerspective(player).catch(() => false),
  });
  showTimeline(part('.timeline'), {
    ...{ watched, playback, speed, board, numbers: chart.inWords },
    chart: <chart.Chart />,
    look: <look.Choice />,
  });
  const players = createPlayers(part('.players'), {
    ...{ watched, look, store },
    nameOf: (match) => app.replays.nameOf(match),
    goOn: (match) => void app.replays.goOnWith(match),
  });
  showTurn(part('.turn'), watched);
  const room = bindRoom(part('#split-console'), part('.console'), part('.side'), store);
  const prints = showConsole(part('.console'), {
    room,
    isOwn(match, player) {
      const { name = '', kind } = playersAt(match.header, playback.state.position)[player] ?? {};
      return kind === 'code' && app.editor.has(name, { line: 1 });
    },
    state: createConsoleState(watched, playback),
    copy: (text) => void copyText(text, notices),
    goTo: (player, fault) => leadTo(player, fault, app),
    texts: async (match, turn) => arena.texts((await match.replay()) ?? '', turn),
  });

  return {
    ...{ watched, players, verdict: createVerdict(part('.verdict'), watched), console: prints },
    /** Marks a turn of the shown match on its timeline; null removes the mark. */
    pin(mark: Omit<Pin, 'match'> | null) {
      const { match } = playback.state;
      watched.pin.value = mark && match && { match, ...mark };
    },
    /** To be called when the colours have changed. */
    repaint() {
      board.repaint();
      chart.repaint();
    },
    /** The actions of keys here. */
    actions: {
      ...movesOf(playback, speed, board),
      markBack: () => chart.goToMark(-1),
      markForward: () => chart.goToMark(1),
      table: table.toggle,
      hitBack: () => prints.go(-1),
      hitForward: () => prints.go(1),
      consoleWide: room.toggle,
    },
  };
}

/** The way from a fault to its line; null if the line is not in the editor. */
function leadTo(player: number, fault: Fault, { playback, editor, play, tools }: App) {
  const { match } = playback.state;
  const { name, kind } = (match && playersAt(match.header, playback.state.position)[player]) ?? {};
  if (!match || kind !== 'code') return null;
  // A bot that was ended has no traceback with a line; asking again finds its slow line.
  if (fault.kind === 'timeout' && playback.state.position > 0)
    return { says: t('console.whichLine'), go: () => void tools.askAgain(player) };
  if (!editor.has(name ?? '', fault)) return null;
  const { file, line } = fault;
  const problem = { ...(file ? { file } : {}), line: line ?? 1, text: fault.error ?? '', fault };
  return { says: placeOf(fault), go: () => play.toLine(match, player, problem) };
}
