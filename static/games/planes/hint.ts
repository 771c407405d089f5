// A hint in Planes, in words and as marks on the board: where to place, or where to shoot and how likely a plane is there.

import type { Mark, Message } from '../../match/types.ts';
import type { HintOf } from '../index.ts';
import type { Rules } from './fleet.ts';

export const hintOf: HintOf = ({ move }, { view, player, hand }) => {
  if (view.phase === 'place') {
    const chosen = new Set(move.map(String));
    const places = (hand as Rules).placements.filter((each) => chosen.has(String(each.move)));
    const marks: Mark[] = places.flatMap(({ cells }) => cells.map(([x, y]) => ['cell', x, y, 'good', '']));
    // The marks of the other stand on one's own board.
    return { what: ['planes.hint.place', {}], expected: null, ground: 1 - player, marks };
  }
  const [x, y] = move;
  const ways = hand.heat[x - 1]?.[y - 1] ?? 0;
  const percent = hand.possible ? Math.round((100 * ways) / hand.possible) : 0;
  return {
    what: shotWords(x, y),
    expected: ['planes.hint.chance', { percent }],
    ground: player,
    marks: [['cell', x, y, 'good', `${percent}%`]],
  };
};

/** Three planes are many numbers, which no sentence makes easier to read. @param move any answer of a program */
export const moveWords = (move: unknown): Message | null =>
  Array.isArray(move) && move.length === 2 && move.every(Number.isInteger)
    ? shotWords(move[0], move[1])
    : null;

const shotWords = (x: number, y: number): Message => ['planes.hint.shoot', { x, y }];
