// Reports stored values that were set aside.

import { local } from '../base/kept/settings.js';
import { saveFile } from '../base/ui/files.js';
import { list, t } from '../base/words/index.js';

/** Milliseconds: what is found within them is said at once. */
const TOGETHER = 1000;
/** Names in the notice; what it saves has all of them. */
const NAMED = 5;

/**
 * Shows one notice for all stored values that were set aside at the same time, and offers them as a file.
 *
 * @param {import('../base/ui/notices.js').Notices} notices
 */
export function createAside(notices) {
  /** @type {Set<string>} */
  const found = new Set();
  /** What the small storage does not hold. @type {Record<string, unknown>} */
  const others = {};
  let timer = 0;

  function save() {
    const all = { ...local.aside(), ...others };
    saveFile('sandlot-aside.json', JSON.stringify(all, null, 1), 'application/json');
  }

  function say() {
    timer = 0;
    const names = [...found].slice(0, NAMED);
    const count = found.size - names.length;
    found.clear();
    if (count > 0) names.push(t('store.more', { count }));
    notices.show(t('store.aside', { names: list(names) }), {
      bad: true,
      action: { label: t('store.saveAside'), run: save },
    });
  }

  return {
    /** @param {string} key what it stood under @param {unknown} [value] what it was, if the small storage does not hold it */
    add(key, value) {
      found.add(key.slice(0, 80));
      if (value !== undefined) others[key] = inText(value);
      timer ||= setTimeout(say, TOGETHER);
    },
  };
}

/** A database holds what no file can. @param {unknown} value */
function inText(value) {
  try {
    return JSON.stringify(value);
  } catch {
    return String(value);
  }
}
