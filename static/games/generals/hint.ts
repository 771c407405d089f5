// A hint in Generals, in words and as marks on the board. The bot sees as much as the person does.

import type { Message, Place } from '../../match/types.ts';
import type { HintOf } from '../index.ts';
import type { March } from './index.ts';

const PASS: Message = ['generals.hint.pass', {}];

export const hintOf: HintOf = ({ move, after }, { player }) => {
  if (!move) return { what: PASS, expected: null, ground: player, marks: [] };
  const { from, to } = move;
  const army = after?.army[to[0]]?.[to[1]];
  const isHeld = after?.owner[to[0]]?.[to[1]] === player;
  return {
    what: marchWords(move),
    expected: after ? [isHeld ? 'generals.hint.held' : 'generals.hint.left', { army }] : null,
    ground: player,
    // What stands in the two cells can still be read: the line is between their numbers, and the cell marked is the target.
    marks: [
      ['cell', to[0], to[1], 'good', ''],
      ['line', along(from, to, 0.3), along(from, to, 0.6), 'good'],
    ],
  };
};

/** @param move any answer of a program */
export const moveWords = (move: unknown): Message | null => {
  if (move === null) return PASS;
  const { from, to } = Object(move) as Partial<March>;
  return isCell(from) && isCell(to) ? marchWords(move as March) : null;
};

const isCell = (cell: unknown) => Array.isArray(cell) && cell.length === 2 && cell.every(Number.isInteger);

const marchWords = ({ from, to, half }: March): Message => [
  half ? 'generals.hint.half' : 'generals.hint.all',
  { row: from[0] + 1, column: from[1] + 1, to_row: to[0] + 1, to_column: to[1] + 1 },
];

/** @param share of the way from one cell to the other */
const along = ([row, column]: Place, [toRow, toColumn]: Place, share: number): Place => [
  row + (toRow - row) * share,
  column + (toColumn - column) * share,
];
