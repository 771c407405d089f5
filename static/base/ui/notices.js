// Notices: short sentences at the foot of the page.

import { t } from '../words/index.js';
import { h, icon, on, setText } from './dom.js';

const SHOWN = 10_000;
/** From this many notices on, a button closes all of them. */
const MANY = 4;

/**
 * Creates the list of notices; most go away by themselves.
 *
 * @param {HTMLElement} host
 */
export function createNotices(host) {
  const closeAll = h('button', { type: 'button', class: 'plain', hidden: true }, t('notice.closeAll'));
  host.append(closeAll);
  /** The functions that remove each notice. @type {Set<() => void>} */
  const shown = new Set();
  on(closeAll, 'click', () => {
    for (const remove of shown) remove();
  });

  /**
   * @param {string} text
   * @param {{bad?: boolean, action?: {label: string, run: () => void}, code?: string}} [how] code: lines to copy; a bad one, or
   *   one with lines, stays until it is closed
   * @returns {() => void} removes it
   */
  function show(text, { bad = false, action, code } = {}) {
    const close = h(
      'button',
      { type: 'button', class: 'quiet only-icon', 'aria-label': t('notice.close') },
      icon('x'),
    );
    const act = action && h('button', { type: 'button', class: 'plain' }, action.label);
    const words = code === undefined ? h('p', {}, text) : withLines(text, code);
    const notice = h('div', { class: 'notice' }, bad && icon('alert'), words, act, close);
    if (bad) notice.dataset.kind = 'bad';
    const undo = [on(close, 'click', () => remove())];
    if (act) {
      const runAction = () => {
        action.run();
        remove();
      };
      undo.push(on(act, 'click', runAction));
    }
    const timer = bad || code !== undefined ? 0 : setTimeout(() => remove(), SHOWN);
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

  /**
   * Shows work in progress, with a button that ends it. Its words change as the work goes on; it stays until it is
   * removed.
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

/** @param {string} text @param {string} code */
function withLines(text, code) {
  const copy = h('button', { type: 'button', class: 'plain' }, icon('copy'), h('span', {}, t('notice.copy')));
  const said = h('span', { class: 'hint', role: 'status' });
  const tell = (/** @type {string} */ id) => setText(said, t(id));
  on(copy, 'click', () =>
    navigator.clipboard.writeText(code).then(
      () => tell('console.copied'),
      () => tell('console.notCopied'),
    ),
  );
  const lines = h('pre', {}, h('code', {}, code));
  return h('div', { class: 'words' }, h('p', {}, text), lines, h('div', { class: 'copy' }, copy, said));
}

/** @typedef {ReturnType<typeof createNotices>} Notices */
