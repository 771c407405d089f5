import { h, swatch } from '../dom.js';
import { say } from '../i18n.js';
import { MOST_SHOWN } from '../match.js';

/** @typedef {import('../types.js').Result} Result */

/**
 * Who won, and why.
 *
 * @param {HTMLElement} host
 */
export function createVerdict(host) {
  return {
    /** @param {Result} result @param {string[]} names */
    result(result, names) {
      const winners = result.places.flatMap((place, k) => (place === 1 ? [k] : []));
      host.replaceChildren(
        h('p', {}, ...winners.slice(0, MOST_SHOWN).map(swatch), h('span', {}, say(result.reason, names))),
      );
    },
    /** @param {string} text something on the way to a verdict */
    note(text) {
      host.replaceChildren(h('p', { class: 'note' }, text));
    },
    clear() {
      host.replaceChildren();
    },
  };
}
