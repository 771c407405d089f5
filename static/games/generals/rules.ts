// The rules page of Generals.

import { arrow, at, cell, cross, drawing, grid, shape, text } from '../../board/diagram.ts';
import type { Part, Words } from '../index.ts';

function army(x: number, y: number, army: number, kind: string = 'ground') {
  return shape(
    'g',
    {},
    cell(x, y, kind),
    text(x + 0.5, y + 0.5, army, kind === 'ground' ? 'number' : 'white'),
  );
}

function mountain(x: number, y: number, kind: string = 'mountain') {
  const peak = `M${x + 0.15} ${y + 0.78}l.28 -.5 .16 .25 .1 -.13 .2 .38z`;
  return shape('g', {}, cell(x, y, kind), shape('path', { class: 'peak', d: peak }));
}

function city(x: number, y: number, units: number, kind: string) {
  const keep = `M${x + 0.28} ${y + 0.42}v-.32h.1v.1h.07v-.1h.1v.1h.07v-.1h.1v.32z`;
  return shape(
    'g',
    {},
    cell(x, y, kind),
    shape('path', { class: kind === 'city' ? 'ink' : 'inverse', d: keep }),
    text(x + 0.5, y + 0.7, units, kind === 'city' ? 'number low' : 'white low'),
  );
}

function capital(x: number, y: number, units: number, kind: string) {
  const crown = `M${x + 0.27} ${y + 0.42}v-.28l.12 .12 .11 -.17 .11 .17 .12 -.12v.3z`;
  return shape(
    'g',
    {},
    cell(x, y, kind),
    shape('path', { class: 'inverse', d: crown }),
    text(x + 0.5, y + 0.7, units, 'white low'),
  );
}

function kinds(words: Words) {
  const shown: [SVGElement, string][] = [
    [army(0, 0, 7, 'p1'), 'generals.plain'],
    [city(0, 0, 40, 'city'), 'generals.city'],
    [capital(0, 0, 12, 'p2'), 'generals.capital'],
    [mountain(0, 0), 'generals.mountain'],
    [cell(0, 0, 'fog'), 'generals.fog'],
  ];
  return drawing(
    13,
    2.1,
    shown.map(([picture, id], k) => at(0.8 + k * 2.6, 0.1, picture, text(0.5, 1.5, words(id)))),
  );
}

function sight() {
  const seen = new Set();
  const own = [
    [2, 2],
    [3, 2],
  ];
  for (const [x = 0, y = 0] of own)
    for (const dx of [-1, 0, 1]) for (const dy of [-1, 0, 1]) seen.add(`${x + dx},${y + dy}`);
  const cells = Array.from({ length: 35 }, (_, k) => [k % 7, Math.floor(k / 7)]);
  return drawing(
    7,
    5,
    cells.map(([x = 0, y = 0]) => cell(x, y, seen.has(`${x},${y}`) ? 'ground' : 'fog')),
    capital(2, 2, 4, 'p1'),
    army(3, 2, 3, 'p1'),
    mountain(4, 1),
    army(4, 3, 2, 'p2'),
    mountain(5, 2, 'fog'),
    mountain(0, 1, 'fog'),
  );
}

function moves(words: Words) {
  const before = (...parts: SVGElement[]) => [grid(3, 1), parts, arrow(1.05, 0.5, 1.95, 0.5)].flat();
  const rows: [SVGElement[], SVGElement[], string][] = [
    [before(army(0, 0, 7, 'p1')), [army(0, 0, 1, 'p1'), cell(1, 0), army(2, 0, 6, 'p1')], 'generals.all'],
    [before(army(0, 0, 7, 'p1')), [army(0, 0, 4, 'p1'), cell(1, 0), army(2, 0, 3, 'p1')], 'generals.half'],
    [
      before(army(0, 0, 7, 'p1'), army(2, 0, 4, 'p2')),
      [army(0, 0, 1, 'p1'), cell(1, 0), army(2, 0, 2, 'p1')],
      'generals.won',
    ],
    [
      before(army(0, 0, 7, 'p1'), army(2, 0, 6, 'p2')),
      [army(0, 0, 1, 'p1'), cell(1, 0), army(2, 0, 0, 'p2')],
      'generals.held',
    ],
  ];
  // The cells are neighbours; the one between is there for the arrow.
  return drawing(
    13,
    5.2,
    rows.map(([left, right, id], k) =>
      at(
        0,
        k * 1.3,
        at(0, 0, left),
        text(3.6, 0.5, '→', 'number'),
        at(4.2, 0, right),
        text(7.6, 0.5, words(id), 'note', 'start'),
      ),
    ),
  );
}

function taken() {
  const row = (...parts: SVGElement[]) => parts;
  return drawing(
    9,
    2.2,
    at(0, 0.1, row(army(0, 0, 9, 'p1'), capital(1, 0, 3, 'p2'), army(2, 0, 5, 'p2'), army(3, 0, 2, 'p2'))),
    cross(1, 0.1),
    arrow(0.6, 1.3, 1.5, 1.3),
    text(4.5, 0.6, '→', 'number'),
    at(5, 0.1, row(army(0, 0, 1, 'p1'), city(1, 0, 5, 'p1'), army(2, 0, 3, 'p1'), army(3, 0, 1, 'p1'))),
  );
}

const rules: Part[] = [
  { title: 'rules.goal', text: 'generals.goal' },
  { title: 'rules.board', text: 'generals.map' },
  { figure: kinds, caption: 'generals.kinds' },
  { list: ['generals.plainGrows', 'generals.cityGrows', 'generals.capitalGrows', 'generals.mountainStays'] },
  { text: 'generals.sight' },
  { figure: sight, caption: 'generals.sightDrawn' },
  { title: 'rules.turn' },
  { list: ['generals.order', 'generals.move', 'generals.fight', 'generals.nothing'] },
  { figure: moves, caption: 'generals.movesDrawn' },
  { text: 'generals.take' },
  { figure: taken, caption: 'generals.takenDrawn' },
  { title: 'rules.end', text: 'generals.end' },
  { title: 'rules.faults', text: 'generals.faults' },
  { clock: 'generals.times' },
  { title: 'rules.module', text: 'generals.module' },
  {
    code: [
      'from sandlot.games import generals',
      '',
      'def move(view):',
      '    return generals.go((3, 4), (3, 5), half=True)',
    ],
  },
  {
    fields: {
      'view["player"]': 'generals.view.player',
      'view["round"]': 'generals.view.round',
      'view["kind"][row][column]': 'generals.view.kind',
      'view["owner"][row][column]': 'generals.view.owner',
      'view["army"][row][column]': 'generals.view.army',
      'view["players"][number]': 'generals.view.players',
      'generals.mine(view)': 'generals.view.mine',
      'generals.neighbours(view, cell)': 'generals.view.neighbours',
    },
  },
  { text: 'rules.moduleMore' },
  { title: 'rules.program', text: 'generals.program' },
  { code: ['n m k id'] },
  { text: 'generals.before' },
  { list: ['generals.first', 'generals.totals', 'generals.cells'] },
  { text: 'generals.answer' },
  { code: ['-1', "option i j i' j'"] },
  { text: 'rules.flush' },
];

export default rules;
