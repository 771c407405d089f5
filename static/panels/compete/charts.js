// The charts of a series: how far ahead one bot is, and its test.

import { h } from '../../base/ui/dom.js';
import { fixed, signed, t } from '../../base/words/index.js';
import { marginOf } from './games.js';
import { createLine } from './lines.js';

/** @typedef {import('./contest.js').Shown} Shown */
/** @typedef {import('./games.js').Cell} Cell */

export function createCharts() {
  const margin = createLine();
  const test = createLine();
  const element = h('div', { class: 'compete-charts' }, margin.element, test.element);

  /** @param {Cell[]} cells @param {Shown} what */
  function show(cells, { names, summary }) {
    const values = marginOf(cells);
    const [name = '', other = ''] = names;
    const ahead = t('compete.margin.words', {
      name,
      other,
      margin: signed(values.at(-1) ?? 0),
      count: cells.length,
    });
    margin.show({
      title: t('compete.margin', { name, other }),
      along: t('compete.margin.along'),
      values,
      words: ahead,
    });
    test.element.hidden = !summary.test;
    if (!summary.test) return;
    const { ratios, upper, lower, elo } = summary.test;
    const last = fixed(ratios.at(-1) ?? 0, 2);
    test.show({
      title: t('compete.test', { elo }),
      along: t('compete.test.along'),
      values: ratios,
      first: 1,
      bounds: [
        { value: upper, label: t('compete.test.upper', { name }) },
        { value: lower, label: t('compete.test.lower') },
      ],
      words: t('compete.test.words', {
        last,
        count: ratios.length,
        upper: fixed(upper, 2),
        lower: fixed(lower, 2),
      }),
    });
  }

  return {
    element,
    show,
    end() {
      margin.end();
      test.end();
    },
  };
}
