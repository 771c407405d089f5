// The verdict: who won, and why.

import { h, letScroll, swatch } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { MOST_SHOWN } from '../../base/values/seats.ts';
import { say, t } from '../../base/words/index.ts';

/** @typedef {import('../../match/types.ts').Result} Result */

/** A longer one has to be scrolled. */
const LONG = 100;

/**
 * Creates the verdict.
 *
 * @param {HTMLElement} host
 */
export function createVerdict(host) {
  return {
    /** @param {Result} result @param {string[]} names @param {boolean} [hinted] a person had hints */
    result(result, names, hinted = false) {
      const winners = result.places.flatMap((place, k) => (place === 1 ? [k] : []));
      const verdict = say(result.reason, names);
      const text = hinted ? t('verdict.hinted', { verdict, hints: t('hint.used') }) : verdict;
      refill(host, h('p', {}, ...winners.slice(0, MOST_SHOWN).map(swatch), h('span', {}, text)));
      letScroll(host, text.length > LONG);
    },
    /** @param {string} text something on the way to a verdict */
    note(text) {
      refill(host, h('p', { class: 'note' }, text));
    },
    clear() {
      refill(host);
    },
  };
}
