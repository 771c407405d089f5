// Faults of bots: of each bot and each kind how many there were, and the first one with its traceback.

import { h, on } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { say, t } from '../../base/words/index.js';
import { gamesOf } from './games.js';
import { reasonWords } from './reasons.js';

/** @typedef {import('../../contest/types.js').BlockResult} BlockResult */
/** @typedef {import('../../contest/types.js').Report} Report */
/** @typedef {import('./games.js').Cell} Cell */
/** @typedef {{entrant: number, kind: string, cells: Cell[]}} Group */

/** Groups that are listed: a crowd of broken bots has hundreds. */
const MOST = 30;
/** The last lines of standard error that are shown. */
const LINES = 20;

/**
 * @param {BlockResult[]} results
 * @param {number} entrants
 * @returns {Group[]} the most frequent first
 */
export function faultsOf(results, entrants) {
  /** @type {Group[]} */
  const groups = [];
  for (let entrant = 0; entrant < entrants; entrant += 1) {
    const marred = gamesOf(results, entrant).filter(({ fault }) => fault !== null);
    for (const kind of new Set(marred.map(({ fault }) => fault ?? '')))
      groups.push({ entrant, kind, cells: marred.filter(({ fault }) => fault === kind) });
  }
  return groups.sort((one, other) => other.cells.length - one.cells.length).slice(0, MOST);
}

/**
 * @param {object} outside
 * @param {string} outside.game
 * @param {(cell: Cell) => void} outside.open
 * @param {(cell: Cell) => Promise<Report[]>} outside.reports of a game
 */
export function createFaults({ game, open, reports }) {
  const element = h('div', { class: 'compete-faults' });
  /** Which group is unfolded, and what was read of its first game. @type {Map<string, Report | null>} */
  const read = new Map();
  let key = '';

  return {
    element,
    /** @param {BlockResult[]} results @param {string[]} names @returns {boolean} whether there are any */
    show(results, names) {
      const groups = faultsOf(results, names.length);
      const next = JSON.stringify(groups.map(({ entrant, kind, cells }) => [entrant, kind, cells.length]));
      if (next === key) return groups.length > 0;
      key = next;
      refill(element, ...groups.map((group) => part(group, names)));
      return groups.length > 0;
    },
  };

  /** @param {Group} group @param {string[]} names */
  function part({ entrant, kind, cells }, names) {
    const id = `${entrant}-${kind}`;
    const first = /** @type {Cell} */ (cells[0]);
    const text = t('compete.fault', {
      name: names[entrant] ?? '',
      kind: reasonWords(game, kind),
      count: cells.length,
    });
    const body = h('div', {});
    const details = h('details', { open: read.has(id) }, h('summary', { 'data-key': id }, text), body);
    const fill = async () => {
      if (!read.has(id)) read.set(id, (await reports(first)).find(({ seat }) => seat === first.seat) ?? null);
      refill(body, ...told(first, read.get(id) ?? null, names));
    };
    on(details, /** @type {any} */ ('toggle'), () => (details.open ? fill() : read.delete(id)));
    return details;
  }

  /** @param {Cell} cell @param {Report | null} report @param {string[]} names */
  function told(cell, report, names) {
    const says = t('compete.fault.open', { number: cell.number, seed: cell.seed });
    const button = h('button', { type: 'button', class: 'plain' }, says);
    on(button, 'click', () => open(cell));
    const inSeats = cell.seats.map((each) => names[each] ?? '');
    const errors = report?.errors.trimEnd().split('\n').slice(-LINES).join('\n') ?? '';
    return [
      report && h('p', {}, say(report.text, inSeats)),
      report?.trace && block(report.trace, t('compete.fault.trace')),
      errors && h('p', { class: 'hint' }, t('compete.fault.errors')),
      errors && block(errors, t('compete.fault.errors')),
      button,
    ].filter((each) => each !== null && each !== '' && each !== undefined);
  }
}

/** @param {string} text @param {string} label */
function block(text, label) {
  return h('pre', { tabIndex: 0, role: 'region', 'aria-label': label }, h('code', {}, text));
}
