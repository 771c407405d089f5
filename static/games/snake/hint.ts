// A hint in Snake, in words and as marks on the board.

import { WAYS } from '../../board/hand/keys.ts';
import type { Mark, Message } from '../../match/types.ts';
import type { HintOf } from '../index.ts';

export const hintOf: HintOf = ({ move, expects }, { view, player }) => {
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
};

/** @param move any answer of a program */
export const moveWords = (move: unknown): Message | null =>
  typeof move === 'number' && Number.isInteger(move) && move >= 0 ? [`snake.move.${move % 4}`, {}] : null;

function wayOf(view: any, player: number, move: number, colour: string): Mark[] {
  const [head] = view.snakes[player].body;
  const [dx, dy] = WAYS[move % 4] ?? [0, 0];
  return [['line', head, [head[0] + dy, head[1] + dx], colour]];
}
