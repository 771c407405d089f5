// Parts of the page that are loaded when they are first wanted. Where one does not come, a sentence says so, with a button
// that tries again.

import { lazy } from '../values/lazy.js';
import { t } from '../words/index.js';
import { h, on } from './dom.js';

/** @typedef {(again: (() => void) | null) => void} Say null: it is there now */

/**
 * Does what needs something that has to be loaded.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @param {Say} say
 * @param {() => unknown} again what the user wanted
 * @returns {Promise<T | null>} null: it did not come, which was said
 */
export async function tried(work, say, again) {
  try {
    const found = await work();
    say(null);
    return found;
  } catch {
    say(() => void again());
    return null;
  }
}

/**
 * @template T
 * @param {() => Promise<T>} load
 * @param {Say} say
 * @returns {(again?: () => unknown) => Promise<T | null>} the part, always the same; null: it did not come, which was said;
 *   again: what the user wanted, or else the part comes and the user asks once more
 */
export function lazyPart(load, say) {
  const once = lazy(load);
  /** @type {(again?: () => unknown) => Promise<T | null>} */
  const part = (again = part) => tried(once, say, () => again());
  return part;
}

/** Says it in a notice. @param {import('./notices.js').Notices} notices @returns {Say} */
export function inNotice(notices) {
  let remove = () => {};
  return (again) => {
    remove();
    const action = again && { label: t('lazy.again'), run: again };
    remove = action ? notices.show(t('lazy.failed'), { bad: true, action }) : () => {};
  };
}

/** Says it where the part would be. @param {HTMLElement} host @returns {Say} */
export function inPlace(host) {
  const button = h('button', { type: 'button', class: 'plain' }, t('lazy.again'));
  const element = h('div', { class: 'lazy-failed', role: 'alert' }, h('p', {}, t('lazy.failed')), button);
  let run = () => {};
  on(button, 'click', () => {
    element.remove();
    run();
  });
  return (again) => {
    element.remove();
    if (!again) return;
    run = again;
    host.append(element);
  };
}
