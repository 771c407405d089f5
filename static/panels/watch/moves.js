// What moves through a match and over its board: the same in the page, in an embed and in a file.

import { gameFace } from '../../games/index.ts';

/** How many turns a long step is. */
const FAR = 10;

/** The positions of a turn of all players. @param {Pick<import('../../match/types.ts').Match, 'header'>} match */
export const movesPerTurn = ({ header }) => gameFace(header.game).movesPerTurn?.(header.players.length) ?? 1;

/**
 * What keys do, by the names that the list of shortcuts has for it.
 *
 * @param {import('../../match/playback.ts').Playback} playback
 * @param {import('./timeline.js').Speed} speed
 * @param {import('../../board/board.ts').Board} board
 */
export const movesOf = (playback, speed, board) => ({
  toggle: () => playback.toggle(),
  back: () => playback.step(-1),
  forward: () => playback.step(1),
  farBack: () => playback.goTo(playback.state.position - FAR),
  farForward: () => playback.goTo(playback.state.position + FAR),
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
