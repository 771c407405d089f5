// A plain text area until CodeMirror has loaded. CodeMirror is large, so its chunk is loaded only when the editor is
// visible.

import { isHeavy } from '../../base/text/legible.js';
import { h, on } from '../../base/ui/dom.js';
import { inPlace, tried } from '../../base/ui/lazy.js';
import { t } from '../../base/words/index.js';

/** @typedef {import('../../match/faults.js').Problem} Problem */
/** @typedef {import('./codemirror.js').MountedEditor} MountedEditor */

/**
 * Shows a plain text area at once, and replaces it by the real editor when it is visible and the page has time. Typed
 * text stays.
 *
 * @param {HTMLElement} host
 * @param {string} text
 * @param {import('./codemirror.js').Handlers} handlers
 * @param {() => Promise<void>} calm
 */
export function lazyEditor(host, text, handlers, calm) {
  const area = h('textarea', {
    spellcheck: false,
    'aria-label': t('editor.label'),
    wrap: 'off',
  });
  fill(text);
  const undo = [
    on(area, 'input', () => handlers.changed(area.value)),
    on(area, /** @type {any} */ ('paste'), () => handlers.pasted({ count: 0, examples: [] })),
  ];
  host.append(area);
  /** @type {MountedEditor | null} */
  let mounted = null;
  /** @type {Problem[]} */
  let marked = [];
  /** @type {[number, number, number][]} */
  let profiled = [];

  const mount = async () => {
    await seen(host);
    await calm();
    const { mountEditor } = await import('./codemirror.js');
    const shell = h('div', { class: 'shell' });
    const focused = document.activeElement === area;
    const initial = {
      text: area.value,
      anchor: area.selectionStart,
      head: area.selectionEnd,
      top: Math.round(area.scrollTop / lineHeight(area)) + 1,
      isCaretSeen: focused && isCaretSeen(area),
    };
    for (const forget of undo) forget();
    area.replaceWith(shell);
    mounted = mountEditor(shell.attachShadow({ mode: 'open' }), initial, handlers);
    mounted.mark(marked);
    mounted.profile(profiled);
    if (focused) mounted.focus();
  };
  const say = inPlace(host);
  /** Until the real editor comes, the plain area stays. @returns {Promise<unknown>} */
  const begin = () => tried(mount, say, begin);
  begin();

  /** @param {string} source */
  function fill(source) {
    area.hidden = isHeavy(source);
    area.value = source;
    // Whoever comes to it begins above; browsers put the caret at the end.
    area.setSelectionRange(0, 0);
  }

  return {
    /** @param {string} source @param {string} from @param {string} to paths of the same bot */
    turn(source, from, to) {
      if (mounted) mounted.turn(source, from, to);
      else fill(source);
    },
    /** @param {string} source another bot: Undo does not lead back */
    open(source) {
      if (mounted) mounted.open(source);
      else fill(source);
    },
    /** @param {string} source */
    replace(source) {
      if (mounted) mounted.replace(source);
      else fill(source);
    },
    /** @param {Problem[]} problems */
    mark(problems) {
      marked = problems;
      mounted?.mark(problems);
    },
    /** @param {[number, number, number][]} lines */
    profile(lines) {
      profiled = lines;
      mounted?.profile(lines);
    },
    focus() {
      if (mounted) mounted.focus();
      else area.focus();
    },
    /** @param {number} next */
    goToLine(next) {
      if (mounted) mounted.goToLine(next);
      else goToLineOf(area, next);
    },
  };
}

/** @param {HTMLTextAreaElement} area @param {number} line */
function goToLineOf(area, line) {
  const before = area.value.split('\n').slice(0, line - 1);
  const place = before.reduce((sum, text) => sum + text.length + 1, 0);
  area.focus();
  area.setSelectionRange(place, place);
  area.scrollTo(0, Math.max(0, before.length * lineHeight(area) - area.clientHeight / 2));
}

/** Whether the line of the caret is in sight. @param {HTMLTextAreaElement} area */
function isCaretSeen(area) {
  const height = lineHeight(area);
  const top = (area.value.slice(0, area.selectionEnd).split('\n').length - 1) * height;
  return top + height >= area.scrollTop && top <= area.scrollTop + area.clientHeight;
}

/** In pixels. @param {Element} element */
const lineHeight = (element) => Number.parseFloat(getComputedStyle(element).lineHeight);

/** @param {HTMLElement} element @returns {Promise<void>} when it is first shown */
function seen(element) {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(element);
  });
}
