// How long a series is: so many games, or until a test knows the answer.

import { h, setText } from '../../base/ui/dom.js';
import { t } from '../../base/words/index.js';
import { numberField } from './fields.js';

const USUAL = { elo: 20, alpha: 0.05, beta: 0.05 };
/** Blocks that a test may take at most. */
export const LONG = 2000;
const MOST_GAMES = 10_000;

/**
 * Which difference so many blocks can show, in a sentence.
 *
 * @param {import('../../contest/types.js').Plans} plans
 * @param {number} blocks
 */
export function whatIsShown({ shows }, blocks) {
  const found = shows.findLast(([fewest]) => fewest <= blocks);
  if (!found) return t('compete.shows.nothing', { games: 2 * blocks });
  return t('compete.shows', { games: 2 * blocks, percent: found[1] });
}

/** @param {import('../../contest/types.js').Plans} plans */
export function createLength(plans) {
  const games = numberField(t('compete.form.games'), {
    ...{ value: 100, low: 2, high: MOST_GAMES },
    hint: t('compete.form.games.hint'),
  });
  const stop = h('input', { type: 'checkbox' });
  const stops = h('span', {}, t('compete.form.stop'));
  const hint = h('span', { class: 'hint' }, t('compete.form.stop.hint'));
  const elo = numberField(t('compete.form.elo'), {
    ...{ value: USUAL.elo, low: 1, high: 1000, step: /** @type {const} */ ('any') },
    hint: t('compete.form.elo.hint'),
  });
  const [alpha, beta] = /** @type {const} */ (['alpha', 'beta']).map((name) =>
    numberField(t(`compete.form.${name}`), {
      ...{ value: USUAL[name], low: 0.001, high: 0.499, step: 'any' },
      hint: t(`compete.form.${name}.hint`),
    }),
  );
  if (!alpha || !beta) throw new Error('there are two chances of error');
  const bounds = h('div', { class: 'compete-bounds' }, elo.element, alpha.element, beta.element);
  const sum = h('p', { class: 'hint', 'aria-live': 'polite' });
  const shown = h('p', { class: 'hint' });
  const element = h(
    'fieldset',
    {},
    h('legend', {}, t('compete.form.length')),
    games.element,
    h('label', { class: 'compete-radio' }, stop, stops, hint),
    bounds,
    sum,
    shown,
  );

  return {
    element,
    /** @param {number} blocks @param {boolean} early */
    choose(blocks, early) {
      games.input.value = String(2 * blocks);
      stop.checked = early;
    },
    /** @param {number | null} listed the blocks that a list of seeds makes; null: as many as are asked for */
    show(listed) {
      bounds.hidden = !stop.checked;
      // A list is played as it is.
      games.element.hidden = listed !== null;
      const count = listed ?? Math.ceil((games.value() ?? 0) / 2);
      setText(sum, t(stop.checked ? 'compete.form.atMost' : 'compete.form.sum', { games: 2 * count, count }));
      // Of chosen seeds it is not known whether they are like others, and a test goes on until something is shown.
      shown.hidden = stop.checked || listed !== null || count === 0;
      if (!shown.hidden) setText(shown, whatIsShown(plans, count));
    },
    /** @returns {{blocks: number, stop: typeof USUAL | null} | null} null: a number is not valid */
    value() {
      const count = games.value();
      const numbers = { elo: elo.value(), alpha: alpha.value(), beta: beta.value() };
      if (count === null) return null;
      const blocks = Math.ceil(count / 2);
      if (!stop.checked) return { blocks, stop: null };
      if (Object.values(numbers).includes(null)) return null;
      return { blocks, stop: /** @type {typeof USUAL} */ (numbers) };
    },
  };
}
