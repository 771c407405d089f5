// The rules page of Planes.

import { at, cell, cross, dot, drawing, grid, rims, ring, shape, text } from '../../board/diagram.ts';
import type { Part, Words } from '../index.ts';

/** A plane that points up, the head first: rows and columns of its box. */
const UP = [
  [0, 2],
  ...[0, 1, 2, 3, 4].map((column) => [1, column]),
  [2, 2],
  ...[1, 2, 3].map((column) => [3, column]),
];
/** Rows and columns of the box of each direction: up, left, down, right. */
const BOXES = [
  [4, 5],
  [5, 4],
  [4, 5],
  [5, 4],
];

/** @returns rows and columns in its box, the head first */
function cellsOf(direction: number): [number, number][] {
  return UP.map(([row = 0, column = 0]) => {
    if (direction === 0) return [row, column];
    if (direction === 1) return [column, row];
    return direction === 2 ? [3 - row, column] : [column, 3 - row];
  });
}

/** @param row where its box begins */
function plane(row: number, column: number, direction: number, kind: string) {
  const cells = cellsOf(direction);
  const [headRow, headColumn] = cells[0] ?? [0, 0];
  return shape(
    'g',
    {},
    ...cells.map(([r, c]) => cell(column + c, row + r, kind)),
    shape('circle', { class: 'inverse', cx: column + headColumn + 0.5, cy: row + headRow + 0.5, r: 0.22 }),
  );
}

function directions(words: Words) {
  return drawing(
    12,
    13,
    BOXES.map(([rows = 0, columns = 0], d) =>
      at(
        (d % 2) * 6 + (6 - columns) / 2,
        Math.floor(d / 2) * 6.5 + 0.1 + (5 - rows) / 2,
        grid(columns, rows),
        plane(0, 0, d, 'p1'),
        shape('rect', { class: 'corner', x: 0.08, y: 0.08, width: 0.84, height: 0.84 }),
      ),
    ),
    BOXES.map((_, d) => text((d % 2) * 6 + 3, Math.floor(d / 2) * 6.5 + 5.6, words(`planes.direction.${d}`))),
  );
}

function board() {
  return drawing(
    10,
    10,
    at(
      0.9,
      0.9,
      rims(9, 9, 1),
      grid(9, 9),
      plane(0, 0, 0, 'p1'),
      plane(3, 3, 1, 'p1 soft'),
      plane(0, 4, 2, 'p1'),
      dot(1, 5, 'miss'),
      dot(7, 7, 'miss'),
      ring(3, 1, 'hit'),
      ring(4, 4, 'hit'),
      cross(6, 3),
    ),
  );
}

const rules: Part[] = [
  { title: 'rules.goal', text: 'planes.goal' },
  { title: 'rules.board', text: 'planes.cells' },
  { figure: directions, caption: 'planes.directions' },
  { text: 'planes.place' },
  { figure: board, caption: 'planes.boardDrawn' },
  { title: 'rules.turn', text: 'planes.turn' },
  { title: 'rules.end', text: 'planes.end' },
  { title: 'rules.faults', text: 'planes.faults' },
  { clock: 'planes.times' },
  { title: 'rules.module', text: 'planes.module' },
  {
    code: [
      'def move(view):',
      '    if view["phase"] == "place":',
      '        return [[1, 1, 0], [4, 4, 1], [1, 5, 2]]',
      '    return view["legal"][0]',
    ],
  },
  {
    fields: {
      'view["phase"]': 'planes.view.phase',
      'view["player"]': 'planes.view.player',
      'view["turn"]': 'planes.view.turn',
      'view["mine"]': 'planes.view.mine',
      'view["shots"]': 'planes.view.shots',
      'view["received"]': 'planes.view.received',
      'view["heads"]': 'planes.view.heads',
      'view["legal"]': 'planes.view.legal',
      'sandlot.games.planes.placements(9)': 'planes.view.placements',
    },
  },
  { text: 'rules.moduleMore' },
  { title: 'rules.functions', text: 'planes.functions' },
  {
    fields: {
      'init()': 'planes.function.init',
      'begin(player)': 'planes.function.begin',
      'play()': 'planes.function.play',
      'check(player, x, y)': 'planes.function.check',
      'rnd(l, r)': 'planes.function.rnd',
    },
  },
  { title: 'rules.program', text: 'planes.program' },
  { code: ['place 9 1', 'shoot 4 5 0 5 5 2'] },
  { list: ['planes.placeLine', 'planes.shootLine'] },
];

export default rules;
