// What moves through a match and over its board: the same in the page, in an embed and in a file. No DOM.

import { SPEEDS } from '../../base/storage/keys.ts';
import type { Store } from '../../base/storage/settings.ts';
import type { Board } from '../../board/board.ts';
import { gameViewOf } from '../../games/index.ts';
import type { Playback } from '../../match/playback.ts';
import type { Match } from '../../match/types.ts';

/** How many turns a long step is. */
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
    /** @param by one notch */
    change(by: 1 | -1) {
      const next = SPEEDS[SPEEDS.indexOf(playback.state.speed) + by];
      if (next) set(next);
    },
  };
}

/** The positions of a turn of all players. */
export const movesPerTurn = ({ header }: Pick<Match, 'header'>) =>
  gameViewOf(header.game).movesPerTurn?.(header.players.length) ?? 1;

/** What keys do, by the names that the list of shortcuts has for it. */
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
