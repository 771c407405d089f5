// The field with the seed of the next match.

import { find, on } from '../../base/ui/dom.ts';
import { LAST_SEED, readSeed } from '../../base/values/seats.ts';
import { t } from '../../base/words/index.ts';

/** Digits that fit into the field as it is. */
const SHORT_SEED = 10;

/**
 * Creates the field.
 *
 * @param {HTMLElement} host
 * @param {object} outside
 * @param {() => boolean} outside.hides whether the game hides something
 * @param {() => void} outside.changed
 */
export function createSeed(host, { hides, changed }) {
  const field = find(host, '#seed', HTMLInputElement);
  /** The last valid seed. */
  let last = newSeed(hides());

  const typed = () => readSeed(field.value.trim());
  const value = () => typed() ?? last;

  /** A long one is written smaller. */
  function fit() {
    host.toggleAttribute('data-long-seed', field.value.length > SHORT_SEED);
  }

  /** @param {string} seed */
  function set(seed) {
    last = seed;
    field.value = seed;
    field.setAttribute('aria-invalid', 'false');
    fit();
  }

  function check() {
    const bad = typed() === null;
    field.setAttribute('aria-invalid', String(bad));
    fit();
    if (!bad) changed();
  }

  on(field, 'input', check);
  on(find(host, '#new-seed', HTMLElement), 'click', () => {
    field.value = newSeed(hides());
    check();
  });

  return {
    set,
    value,
    /** @returns {string | null} what is wrong with it, in words */
    problem: () => (typed() === null ? t('setup.badSeed', { high: LAST_SEED }) : null),
  };
}

/**
 * Draws the seed of somebody's first match: one whose first position the page has, if there are any, because Python may not
 * be there yet when it is to begin.
 *
 * @param {{hides: boolean, starts: number}} game
 */
export function firstSeed({ hides, starts }) {
  const drawn = newSeed(hides);
  return starts ? String(1 + (Number(drawn) % starts)) : drawn;
}

/**
 * Draws a seed that is short enough to read out. In a game that hides something it is long, so that a bot cannot find
 * it by trying.
 *
 * @param {boolean} hides
 */
export function newSeed(hides) {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return String(hides ? (BigInt(high) << 32n) | BigInt(low) : low);
}
