// A hint in Snake, in words and as marks on the board.

import { WAYS } from '../../board/hand/keys.js';

/** @typedef {import('../../match/types.js').Mark} Mark */

/** @type {import('../index.js').HintOf} */
export function hintOf({ move, expects }, { view, player }) {
  const other = 1 - player;
  const theirs = expects[other];
  const isExpected = theirs !== undefined;
  return {
    what: [`snake.move.${move % 4}`, {}],
    expected: isExpected
      ? ['snake.hint.expects', { who: { player: other }, way: [`snake.move.${theirs % 4}`, {}] }]
      : null,
    ground: player,
    marks: [
      ...wayOf(view, player, move, 'good'),
      ...(isExpected ? wayOf(view, other, theirs, `p${other + 1}`) : []),
    ],
  };
}

/** @param {any} view @param {number} player @param {number} move @param {string} colour @returns {Mark[]} */
function wayOf(view, player, move, colour) {
  const [head] = view.snakes[player].body;
  const [dx, dy] = WAYS[move % 4] ?? [0, 0];
  return [['line', head, [head[0] + dy, head[1] + dx], colour]];
}
