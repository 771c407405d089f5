// The rules page of Snake.

import { arrow, at, cell, cross, drawing, grid, rims, shape, text } from '../../board/diagram.ts';
import type { Part, Words } from '../index.ts';

/** A snake through the middles of its cells, the head last. */
function snake(side: number, ...cells: [number, number][]) {
  const points = cells.map(([x, y]) => `${x + 0.5},${y + 0.5}`).join(' ');
  const [x, y] = cells.at(-1) ?? [0, 0];
  return shape(
    'g',
    {},
    shape('polyline', { class: `body s${side + 1}`, points }),
    shape('circle', { class: `p${side + 1}`, cx: x + 0.5, cy: y + 0.5, r: 0.38 }),
    shape('circle', { class: 'eye', cx: x + 0.38, cy: y + 0.42, r: 0.09 }),
    shape('circle', { class: 'eye', cx: x + 0.62, cy: y + 0.42, r: 0.09 }),
  );
}

function stone(x: number, y: number) {
  return shape('rect', { class: 'steel', x: x + 0.12, y: y + 0.16, width: 0.76, height: 0.7, rx: 0.3 });
}

function board() {
  const some: [number, number][] = [
    [2, 2],
    [5, 1],
    [9, 3],
    [3, 5],
    [6, 4],
  ];
  const stones = some.flatMap(([x, y]) => [stone(x, y), stone(13 - x, 12 - y)]);
  return drawing(
    15,
    14,
    at(0.9, 0.9, rims(14, 13), grid(14, 13), stones, snake(0, [0, 12]), snake(1, [13, 0])),
  );
}

/** The steps on which both grow. */
function growth(words: Words) {
  const steps = Array.from({ length: 20 }, (_, k) => k + 1);
  return drawing(
    10,
    3.4,
    steps.map((step) =>
      at(
        (step - 1) % 10,
        Math.floor((step - 1) / 10),
        cell(0, 0, step <= 10 || step % 3 === 1 ? 's1' : 'ground'),
        text(0.5, 0.5, step, 'number'),
      ),
    ),
    cell(0, 2.4, 's1'),
    text(1.2, 2.9, words('snake.grows'), 'note', 'start'),
    cell(5, 2.4),
    text(6.2, 2.9, words('snake.tailGoes'), 'note', 'start'),
  );
}

function ends(words: Words) {
  return drawing(
    13,
    6.4,
    at(
      0.4,
      0,
      grid(5, 2),
      snake(0, [0, 0], [1, 0], [1, 1], [2, 1]),
      snake(1, [4, 0], [3, 0], [3, 1]),
      arrow(2.9, 0.8, 2.4, 0.4, 'shot'),
      cross(2, 0),
      stone(2, 0),
      text(2.5, 2.5, words('snake.stone')),
    ),
    at(
      7.6,
      0,
      grid(5, 2),
      snake(0, [0, 1], [1, 1], [2, 1]),
      snake(1, [4, 0], [3, 0], [3, 1]),
      arrow(2.6, 1.15, 3.2, 1.15, 'shot'),
      arrow(3.4, 1.85, 2.8, 1.85, 'shot'),
      text(2.5, 2.5, words('snake.swap')),
    ),
    at(
      0.4,
      3.4,
      grid(5, 2),
      snake(0, [2, 0], [3, 0], [3, 1], [2, 1]),
      arrow(2.5, 1.1, 2.5, 0.55, 'shot'),
      text(2.5, 2.5, words('snake.freed')),
    ),
    at(
      7.6,
      3.4,
      grid(5, 2),
      snake(0, [0, 1], [1, 1], [2, 1], [2, 0], [1, 0]),
      arrow(1.5, 0.55, 1.5, 1.15, 'shot'),
      cross(1, 1),
      text(2.5, 2.5, words('snake.own')),
    ),
  );
}

function directions() {
  return drawing(
    4,
    4,
    cell(1.5, 1.5, 'p1'),
    arrow(2, 1.4, 2, 0.7),
    arrow(2.6, 2, 3.3, 2),
    arrow(2, 2.6, 2, 3.3),
    arrow(1.4, 2, 0.7, 2),
    text(2, 0.4, 0, 'number'),
    text(3.6, 2, 1, 'number'),
    text(2, 3.6, 2, 'number'),
    text(0.4, 2, 3, 'number'),
  );
}

const rules: Part[] = [
  { title: 'rules.goal', text: 'snake.goal' },
  { title: 'rules.board', text: 'snake.board' },
  { figure: board, caption: 'snake.boardDrawn' },
  { title: 'rules.turn', text: 'snake.step' },
  { figure: directions, caption: 'snake.directions' },
  { text: 'snake.tail' },
  { figure: growth, caption: 'snake.growth' },
  { text: 'snake.death' },
  { list: ['snake.deaths', 'snake.tails', 'snake.heads'] },
  { figure: ends, caption: 'snake.deathsDrawn' },
  { title: 'rules.end', text: 'snake.end' },
  { title: 'rules.faults', text: 'snake.faults' },
  { clock: 'snake.times' },
  { title: 'rules.module', text: 'snake.module' },
  { code: ['def move(view):', '    return 0'] },
  {
    fields: {
      'view["player"]': 'snake.view.player',
      'view["step"]': 'snake.view.step',
      'view["growing"]': 'snake.view.growing',
      'view["snakes"][number]["body"]': 'snake.view.body',
      'view["obstacles"]': 'snake.view.obstacles',
      'view["safe"]': 'snake.view.safe',
      'view["moves"]': 'snake.view.moves',
    },
  },
  { text: 'rules.moduleMore' },
  { text: 'rules.ahead' },
  {
    code: [
      'from sandlot.games import snake',
      '',
      'state = snake.from_view(view)',
      'after = snake.game.step(state, {0: 1, 1: 3})',
    ],
  },
  { title: 'rules.program', text: 'snake.program' },
  { code: ['MAP#row#column#(steps)#row#column#(steps)'] },
  { list: ['snake.map', 'snake.steps'] },
  { text: 'snake.function' },
  { code: ['def next_move(input):', '    return 0'] },
];

export default rules;
