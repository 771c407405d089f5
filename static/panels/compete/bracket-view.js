// The bracket of an elimination, drawn as one; a match opens its games.

import { h, on } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { t } from '../../base/words/index.js';
import { layOut } from './bracket.js';
import { pointsText } from './standings.js';
import { arrows, s } from './svg.js';

/** @typedef {import('./bracket.js').Box} Box */
/** @typedef {import('./bracket.js').Drawing} Drawing */
/** @typedef {import('./bracket.js').Part} Part */
/** @typedef {import('./bracket.js').Pairing} Pairing */

const WIDTH = 184;
const GAP = 32;
const HEIGHT = 52;
const STEP = 64;

/** @param {(pairing: Pairing) => void} open */
export function createBracket(open) {
  const element = h('div', { class: 'compete-bracket' });
  const settle = arrows(element);

  return {
    element,
    /** @param {readonly Pairing[]} pairings @param {string[]} names of the entrants @param {boolean} isDouble */
    show(pairings, names, isDouble) {
      const parts = layOut(pairings, names.length, isDouble);
      const drawn = /** @type {Part[]} */ (['upper', 'lower', 'final']).flatMap((part) => {
        const drawing = parts[part];
        if (drawing.boxes.length === 0) return [];
        const says = t(`compete.bracket.${isDouble ? part : 'single'}`);
        return [h('section', {}, h('h4', {}, says), picture(drawing, names, { part, says }))];
      });
      refill(element, ...drawn);
      settle();
    },
  };

  /** @param {Drawing} drawing @param {string[]} names @param {{part: Part, says: string}} what */
  function picture({ boxes, columns, rows }, names, { part, says }) {
    const width = columns * (WIDTH + GAP) - GAP;
    const height = rows * STEP;
    const lines = s('svg', { width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' });
    for (const box of boxes)
      for (const at of box.from) {
        const from = boxes[at];
        if (from) lines.append(s('path', { d: joined(from, box), class: 'joint' }));
      }
    const list = h('ol', {}, ...boxes.map((box, k) => match(box, names, `${part}-${k}`)));
    const field = h('div', { class: 'bracket-field' }, lines, list);
    field.style.width = `${width}px`;
    field.style.height = `${height}px`;
    return h('div', { class: 'compete-scroll', tabIndex: 0, role: 'region', 'aria-label': says }, field);
  }

  /** @param {Box} box @param {string[]} names @param {string} key */
  function match(box, names, key) {
    const { pairing } = box;
    const item = h('li', { class: 'match' });
    item.style.left = `${box.column * (WIDTH + GAP)}px`;
    item.style.top = `${box.y * STEP + (STEP - HEIGHT) / 2}px`;
    if (!pairing) {
      item.append(h('span', { class: 'match-open' }, t('compete.bracket.later')));
      return item;
    }
    const { players, points, winner, how } = pairing;
    const sides = players.map((player, k) =>
      h(
        'span',
        { class: player === winner ? 'opponent won' : 'opponent' },
        h('span', { class: 'opponent-who' }, names[player] ?? ''),
        h('span', { class: 'opponent-points' }, points[k] === undefined ? '' : pointsText(points[k])),
        player === winner && h('span', { class: 'opponent-mark', 'aria-hidden': 'true' }, '✓'),
      ),
    );
    if (how === 'bye') sides.push(h('span', { class: 'opponent hint' }, t('compete.how.bye')));
    const says = pairingWords(pairing, names);
    const told = h('span', { class: 'unseen' }, howWords(pairing, names));
    const button = h(
      'button',
      { type: 'button', title: says, 'data-key': key },
      ...sides,
      how !== 'bye' && told,
    );
    button.disabled = points.length === 0;
    on(button, 'click', () => open(pairing));
    item.append(button);
    return item;
  }
}

/** @param {Pick<Box, 'column' | 'y'>} from @param {Pick<Box, 'column' | 'y'>} to */
function joined(from, to) {
  const x = from.column * (WIDTH + GAP) + WIDTH;
  const end = to.column * (WIDTH + GAP);
  const [y, last] = [from, to].map((each) => each.y * STEP + STEP / 2);
  const middle = end - GAP / 2;
  return `M${x} ${y}H${middle}V${last}H${end}`;
}

/** What decided. @param {Pairing} pairing @param {string[]} names */
function howWords({ winner, how }, names) {
  return t(`compete.how.${how}`, { name: winner === null ? '' : (names[winner] ?? '') });
}

/**
 * Who met whom, and what came of it.
 *
 * @param {Pairing} pairing
 * @param {string[]} names
 */
function pairingWords(pairing, names) {
  const { players, points } = pairing;
  const [name = '', other = ''] = players.map((player) => names[player] ?? '');
  if (players.length < 2) return t('compete.pairing.bye', { name });
  const score = points.map(pointsText).join(':');
  return t('compete.pairing', { name, other, score, how: howWords(pairing, names) });
}
