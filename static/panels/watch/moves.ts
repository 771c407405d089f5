// The actions of keys that move through a match and its board, for the page, for embeds and for files. No DOM.

import { SPEEDS } from '../../base/storage/keys.ts';
import type { Store } from '../../base/storage/settings.ts';
import type { Board } from '../../board/board.ts';
import { gameViewOf } from '../../games/index.ts';
import type { Playback } from '../../match/playback.ts';
import type { Match } from '../../match/types.ts';

/** The number of turns in a long step. */
const LONG_STEP = 10;

export type Speed = ReturnType<typeof createSpeed>;

/** The choice of the speed, which is remembered. */
export function createSpeed(playback: Playback, store: Pick<Store, 'get' | 'set'>) {
  /** @param speed turns per second */
  function set(speed: number) {
    if (!SPEEDS.includes(speed)) return;
    playback.setSpeed(speed);
    store.set('speed', speed);
  }

  set(store.get('speed', playback.state.speed));
  return {
    set,
    /** @param by 1 for the next higher speed, -1 for the next lower one */
    change(by: 1 | -1) {
      const next = SPEEDS[SPEEDS.indexOf(playback.state.speed) + by];
      if (next) set(next);
    },
  };
}

/** The number of positions in which each player moves once. */
export const movesPerTurn = ({ header }: Pick<Match, 'header'>) =>
  gameViewOf(header.game).movesPerTurn?.(header.players.length) ?? 1;

/** The actions, by their names in the list of shortcuts. */
export const movesOf = (playback: Playback, speed: Speed, board: Board) => ({
  toggle: () => playback.toggle(),
  back: () => playback.step(-1),
  forward: () => playback.step(1),
  farBack: () => playback.goTo(playback.state.position - LONG_STEP),
  farForward: () => playback.goTo(playback.state.position + LONG_STEP),
  first: () => playback.goTo(0),
  last: () => playback.goTo(playback.state.last),
  slower: () => speed.change(-1),
  faster: () => speed.change(1),
  coordinates: board.toggleCoordinates,
  drawings: board.toggleDrawings,
  zoomIn: () => board.zoom(1),
  zoomOut: () => board.zoom(-1),
  zoomWhole: () => board.zoom(0),
});
