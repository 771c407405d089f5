// The select box for the files of a bot.

import { h, on } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { isBundle, textsOf } from '../../base/values/bundle-shape.js';
import { t } from '../../base/words/index.js';

/** @typedef {import('../../match/types.js').Code} Code */

/**
 * Creates the select box with the files of a bot of several files.
 *
 * @param {HTMLSelectElement} select
 * @param {(path: string) => void} chosen
 */
export function createFileChoice(select, chosen) {
  on(select, 'change', () => chosen(select.value));
  return {
    /** @param {Code} code @param {string} path of the file that is in the editor */
    show(code, path) {
      select.hidden = !isBundle(code);
      if (!isBundle(code)) return;
      const texts = textsOf(code).map((each) => h('option', { value: each }, each));
      const data = (code.files ?? []).filter((file) => !('text' in file));
      const rest = data.map((file) => h('option', { disabled: true }, file.path));
      refill(select, ...texts, rest.length > 0 ? h('optgroup', { label: t('code.data') }, ...rest) : '');
      select.value = path;
    },
  };
}
