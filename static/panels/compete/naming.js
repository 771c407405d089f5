// The title of a contest, and the field that changes it.

import { LONGEST_NAME } from '../../base/text/legible.js';
import { h, iconButton, on, setText } from '../../base/ui/dom.js';
import { t } from '../../base/words/index.js';

/**
 * @param {(title: string) => void} rename
 * @returns {{element: HTMLElement, show: (title: string) => void}}
 */
export function createTitle(rename) {
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

  /** @param {boolean} keep */
  function finish(keep) {
    if (field.hidden) return;
    const title = field.value.trim();
    field.hidden = true;
    for (const each of [text, edit]) each.hidden = false;
    if (keep && title && title !== text.textContent) rename(title);
    edit.focus();
  }

  on(edit, 'click', () => {
    field.value = text.textContent ?? '';
    field.hidden = false;
    for (const each of [text, edit]) each.hidden = true;
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
  return { element, show: (title) => setText(text, title) };
}
