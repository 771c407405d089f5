import { h, icon, on } from '../dom.js';
import { t } from '../i18n.js';

const SHOWN = 10_000;
/** So many at once can be closed at once. */
const MANY = 4;

/**
 * Sentences that come up at the foot of the page and go again.
 *
 * @param {HTMLElement} host
 */
export function createNotices(host) {
  const closeAll = h('button', { type: 'button', class: 'plain', hidden: true }, t('notice.closeAll'));
  host.append(closeAll);
  /** What takes each of them away. @type {Set<() => void>} */
  const shown = new Set();
  on(closeAll, 'click', () => {
    for (const remove of shown) remove();
  });

  /**
   * @param {string} text
   * @param {{bad?: boolean, action?: {label: string, run: () => void}}} [how] a bad one stays until it is closed
   * @returns {() => void} takes it away
   */
  function show(text, { bad = false, action } = {}) {
    const close = h(
      'button',
      { type: 'button', class: 'quiet only-icon', 'aria-label': t('notice.close') },
      icon('x'),
    );
    const act = action && h('button', { type: 'button', class: 'plain' }, action.label);
    const notice = h('div', { class: 'notice' }, bad && icon('alert'), h('p', {}, text), act, close);
    if (bad) notice.dataset.kind = 'bad';
    const undo = [on(close, 'click', () => remove())];
    if (act) {
      const runAction = () => {
        action.run();
        remove();
      };
      undo.push(on(act, 'click', runAction));
    }
    const timer = bad ? 0 : setTimeout(() => remove(), SHOWN);
    host.append(notice);
    shown.add(remove);
    closeAll.hidden = shown.size < MANY;
    notice.scrollIntoView({ block: 'nearest' });
    return remove;

    function remove() {
      clearTimeout(timer);
      for (const work of undo) work();
      notice.remove();
      shown.delete(remove);
      closeAll.hidden = shown.size < MANY;
    }
  }

  return { show };
}

/** @typedef {ReturnType<typeof createNotices>} Notices */
