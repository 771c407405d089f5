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
    const { ratios, against, upper, lower, elo } = summary.test;
    const [better, worse] = [ratios, against].map((values) => fixed(values.at(-1) ?? 0, 2));
    test.show({
      title: t('compete.test', { elo }),
      along: t('compete.test.along'),
      // Before the first game nothing speaks for either.
      values: [0, ...ratios],
      label: t('compete.test.better', { name }),
      other: { values: [0, ...against], label: t('compete.test.better', { name: other }) },
      bounds: [
        { value: upper, label: t('compete.test.upper') },
        { value: lower, label: t('compete.test.lower') },
      ],
      words: t('compete.test.words', {
        ...{ name, other, better, worse },
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
