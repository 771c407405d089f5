// The rules page of Tank.

import { arrow, at, cell, cross, drawing, grid, rims, shape, text } from '../../board/diagram.ts';
import type { Part, Words } from '../index.ts';

const UP = 0;
const RIGHT = 1;
const DOWN = 2;
const LEFT = 3;

/** A tank that faces a direction. */
function tank(x: number, y: number, side: number, name: string | number, facing: number) {
  const turn = { transform: `rotate(${facing * 90} ${x + 0.5} ${y + 0.5})` };
  return shape(
    'g',
    {},
    shape(
      'g',
      turn,
      shape('rect', { class: 'barrel', x: x + 0.44, y: y + 0.05, width: 0.12, height: 0.4 }),
      shape('rect', { class: `p${side + 1}`, x: x + 0.2, y: y + 0.22, width: 0.6, height: 0.6, rx: 0.1 }),
    ),
    text(x + 0.5, y + 0.5, name, 'white'),
  );
}

function brick(x: number, y: number) {
  const hatching = `M${x + 0.12} ${y + 0.5}l.38 -.38M${x + 0.12} ${y + 0.88}l.76 -.76M${x + 0.5} ${y + 0.88}l.38 -.38`;
  return shape('g', {}, cell(x, y, 'brick'), shape('path', { class: 'hatching', d: hatching }));
}

function base(x: number, y: number, side: number) {
  const flag = `M${x + 0.3} ${y + 0.15}v.7M${x + 0.3} ${y + 0.18}h.45l-.14 .18 .14 .18h-.45z`;
  return shape('g', {}, cell(x, y, 'ground'), shape('path', { class: `flag p${side + 1}`, d: flag }));
}

function field() {
  const always = [
    ...[3, 5].flatMap((x) => [0, 1, 7, 8].map((y) => [x, y])),
    ...Array.from({ length: 9 }, (_, x) => [x, 4]),
    ...[2, 3, 5, 6].map((y) => [4, y]),
  ];
  return drawing(
    10,
    10,
    at(
      0.9,
      0.9,
      rims(9, 9),
      grid(9, 9),
      always.map(([x, y]) => brick(x ?? 0, y ?? 0)),
      [1, 7].map((y) => cell(4, y, 'steel')),
      base(4, 0, 0),
      base(4, 8, 1),
      tank(2, 0, 0, 0, DOWN),
      tank(6, 0, 0, 1, DOWN),
      tank(6, 8, 1, 0, UP),
      tank(2, 8, 1, 1, UP),
    ),
  );
}

function orders(words: Words) {
  const rose = (first: number, kind: string) => [
    cell(1.5, 1.5, 'p1'),
    arrow(2, 1.4, 2, 0.7, kind),
    arrow(2.6, 2, 3.3, 2, kind),
    arrow(2, 2.6, 2, 3.3, kind),
    arrow(1.4, 2, 0.7, 2, kind),
    text(2, 0.4, first, 'number'),
    text(3.6, 2, first + 1, 'number'),
    text(2, 3.6, first + 2, 'number'),
    text(0.4, 2, first + 3, 'number'),
  ];
  return drawing(
    13,
    4.9,
    at(0.5, 0, rose(0, 'arrow')),
    text(2.5, 4.5, words('tank.move')),
    at(4.9, 0, rose(4, 'shot')),
    text(6.9, 4.5, words('tank.shoot')),
    at(9.5, 0, cell(1, 1.5, 'p1'), text(1.5, 2, -1, 'white')),
    text(11, 4.5, words('tank.stay')),
  );
}

function shots(words: Words) {
  return drawing(
    13,
    5,
    at(
      0,
      0.2,
      grid(5, 1),
      tank(0, 0, 0, 0, RIGHT),
      arrow(1, 0.5, 2.95, 0.5, 'shot'),
      brick(3, 0),
      brick(4, 0),
      cross(3, 0),
      text(2.5, 1.5, words('tank.first')),
    ),
    at(
      7.5,
      0.2,
      grid(5, 1),
      tank(0, 0, 0, 0, RIGHT),
      tank(4, 0, 1, 1, LEFT),
      arrow(1, 0.5, 2.4, 0.5, 'shot'),
      arrow(4, 0.5, 2.6, 0.5, 'shot'),
      text(2.5, 1.5, words('tank.headOn')),
    ),
    at(
      0,
      2.8,
      grid(5, 1),
      tank(0, 0, 0, 0, RIGHT),
      arrow(1, 0.5, 3.95, 0.5, 'shot'),
      at(0, 0, tank(3.78, 0, 1, 0, LEFT), tank(4.22, 0, 1, 1, LEFT)),
      cross(3.78, 0),
      cross(4.22, 0),
      text(2.5, 1.5, words('tank.both')),
    ),
    at(
      7.5,
      2.8,
      grid(5, 1),
      tank(0, 0, 0, 0, RIGHT),
      arrow(1, 0.5, 2.95, 0.5, 'shot'),
      cell(3, 0, 'steel'),
      tank(4, 0, 1, 1, LEFT),
      text(2.5, 1.5, words('tank.stops')),
    ),
  );
}

const rules: Part[] = [
  { title: 'rules.goal', text: 'tank.goal' },
  { title: 'rules.board', text: 'tank.field' },
  { figure: field, caption: 'tank.always' },
  { text: 'tank.bricks' },
  { title: 'rules.turn', text: 'tank.orders' },
  { figure: orders, caption: 'tank.numbers' },
  { list: ['tank.moves', 'tank.shots', 'tank.exception', 'tank.reload', 'tank.dead'] },
  { figure: shots, caption: 'tank.shotsDrawn' },
  { title: 'rules.end', text: 'tank.end' },
  { title: 'rules.faults', text: 'tank.faults' },
  { clock: 'tank.times' },
  { title: 'rules.module', text: 'tank.module' },
  { code: ['def move(view):', '    return [-1, 2]  # tank 0, tank 1'] },
  {
    fields: {
      'view["player"]': 'tank.view.player',
      'view["turn"]': 'tank.view.turn',
      'view["tanks"][side][number]': 'tank.view.tanks',
      'view["bases"][side]': 'tank.view.bases',
      'view["bricks"], view["steel"]': 'tank.view.cells',
      'view["orders"]': 'tank.view.orders',
      'view["legal"][number]': 'tank.view.legal',
    },
  },
  { text: 'rules.moduleMore' },
  { text: 'rules.ahead' },
  {
    code: [
      'from sandlot.games import tank',
      '',
      'state = tank.from_view(view)',
      'after = tank.game.step(state, {0: [-1, 2], 1: [0, -1]})',
    ],
  },
  { title: 'rules.program', text: 'tank.program' },
  {
    code: ['{"requests": [request, ...], "responses": [response, ...], "data": "...", "globaldata": "..."}'],
  },
  { list: ['tank.request', 'tank.requests', 'tank.bits'] },
  { text: 'tank.response' },
  { code: ['{"response": [-1, 2], "data": "...", "globaldata": "...", "debug": "..."}'] },
  { text: 'tank.keep' },
  { code: ['>>>BOTZONE_REQUEST_KEEP_RUNNING<<<'] },
];

export default rules;
