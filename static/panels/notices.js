import { h, icon, on, setText } from '../dom.js';
import { t } from '../i18n.js';

const SHOWN = 10_000;

/**
 * Sentences that come up at the foot of the page and go again.
 *
 * @param {HTMLElement} host
 */
export function createNotices(host) {
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
    return remove;

    function remove() {
      clearTimeout(timer);
      for (const work of undo) work();
      notice.remove();
    }
  }

  /**
   * What is being done, with a button that ends it. Its words change as it goes on; it is there until it is taken away.
   *
   * @param {string} text
   * @param {() => void} cancel
   */
  function work(text, cancel) {
    const words = h('p', {}, text);
    const button = h('button', { type: 'button', class: 'plain' }, t('fork.cancel'));
    const notice = h('div', { class: 'notice' }, words, button);
    const undo = on(button, 'click', cancel);
    host.append(notice);
    return {
      /** @param {string} news */
      say: (news) => setText(words, news),
      remove() {
        undo();
        notice.remove();
      },
    };
  }

  return { show, work };
}

/** @typedef {ReturnType<typeof createNotices>} Notices */
