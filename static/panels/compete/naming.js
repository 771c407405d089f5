// The title of a contest, and the field that changes it.

import { LONGEST_NAME } from '../../base/text/legible.js';
import { h, iconButton, on, setText } from '../../base/ui/dom.js';
import { t } from '../../base/words/index.js';

/**
 * @param {(title: string) => void} rename
 * @returns {{element: HTMLElement, show: (title: string) => void}}
 */
export function createTitle(rename) {
  /** The title as it is kept. */
  let kept = '';
  let isEdited = false;
  const text = h('h2', {});
  const says = t('compete.rename');
  const edit = iconButton('pencil', says);
  const field = h('input', {
    type: 'text',
    maxLength: LONGEST_NAME,
    hidden: true,
    'aria-label': t('compete.title'),
  });
  const element = h('div', { class: 'compete-title' }, text, field, edit);

  /** Shows the field in the place of the title, or the title again. @param {boolean} isField */
  function offer(isField) {
    isEdited = isField;
    field.hidden = !isField;
    for (const each of [text, edit]) each.hidden = isField;
  }

  /** @param {boolean} keep */
  function finish(keep) {
    if (!isEdited) return;
    const title = field.value.trim();
    offer(false);
    if (keep && title && title !== kept) rename(title);
    edit.focus();
  }

  on(edit, 'click', () => {
    field.value = kept;
    offer(true);
    field.select();
  });
  on(field, 'keydown', (event) => {
    if (event.key === 'Escape') finish(false);
    if (event.key !== 'Enter') return;
    // The key would press the button that has the focus by then, and open the field again.
    event.preventDefault();
    finish(true);
  });
  on(field, 'blur', () => finish(true));
  return {
    element,
    show(title) {
      kept = title;
      setText(text, title);
    },
  };
}
