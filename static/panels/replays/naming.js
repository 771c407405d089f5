// The field that renames a replay.

import { LONGEST_NAME } from '../../base/text/legible.js';
import { h, on } from '../../base/ui/dom.js';
import { t } from '../../base/words/index.js';

/** @typedef {import('../../base/kept/replay-entries.js').Entry} Entry */

/**
 * Creates the field, which replaces the button that opens the replay. There is one at a time.
 *
 * @param {(id: IDBValidKey, name: string) => Promise<void>} rename
 * @param {() => void} ended called when the field is closed
 */
export function createNaming(rename, ended) {
  /** Ends the typing and keeps the name; null: no field is open. @type {(() => void) | null} */
  let end = null;

  return {
    isOpen: () => end !== null,
    end: () => end?.(),

    /** @param {HTMLElement} item the row @param {Entry} entry @param {string} title */
    begin(item, entry, title) {
      const field = h('input', {
        type: 'text',
        value: title,
        maxLength: LONGEST_NAME,
        class: 'library-field',
      });
      field.setAttribute('aria-label', t('library.name'));
      let done = false;
      /** @param {boolean} keep */
      const finish = async (keep) => {
        if (done) return;
        done = true;
        end = null;
        const changed = keep && field.value.trim() !== title;
        if (changed) await rename(entry.id, field.value).catch(() => {});
        ended();
      };
      end?.();
      end = () => finish(true);
      on(field, 'keydown', (event) => {
        if (event.key === 'Enter') finish(true);
        if (event.key === 'Escape') finish(false);
      });
      on(field, 'blur', () => finish(true));
      item.querySelector('.library-open')?.replaceWith(field);
      field.select();
    },
  };
}
