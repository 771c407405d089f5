// What stands under the pointer, or at the caret, in words: beside the text, and for screen readers.

import { StateEffect, StateField } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, showTooltip } from '@codemirror/view';
import { beginning } from '../../base/text/legible.js';
import { h } from '../../base/ui/dom.js';
import { t } from '../../base/words/index.js';

/** @typedef {import('./asking.js').Asking} Asking */
/** @typedef {{title: string, text: string, path: string, start?: number, end?: number}} About see
 *   py/sandlot_editor/explain.py */

/** Milliseconds that the pointer rests first. */
const REST = 350;
/** Characters of a docstring that are read aloud. */
const ALOUD = 300;

/** @param {Asking} asking */
export function explaining(asking) {
  /** @param {EditorView} view @param {number} pos */
  async function tooltipAt({ state }, pos) {
    const { doc } = state;
    const line = doc.lineAt(pos);
    if (!asking.isReady()) return null;
    const place = { text: doc.toString(), line: line.number, column: pos - line.from };
    /** @type {About | null} */
    const about = await asking.ask({ kind: 'hover', ...place });
    if (!about) return null;
    const text = await told(asking, about);
    const ends = { pos: line.from + (about.start ?? 0), end: line.from + (about.end ?? 0) };
    return { ...ends, above: true, said: said(about, text), create: () => ({ dom: box(about, text) }) };
  }

  /** Shows what is at the caret, or hides it again. @param {EditorView} view */
  function atCaret(view) {
    if (view.state.field(shown)) return hide(view);
    const { doc, selection } = view.state;
    tooltipAt(view, selection.main.head).then((found) => {
      if (!found || view.state.doc !== doc) return;
      view.dispatch({ effects: [show.of(found), EditorView.announce.of(found.said)] });
    });
    return true;
  }

  return [
    hoverTooltip(tooltipAt, { hoverTime: REST }),
    shown,
    keymap.of([
      { key: 'Mod-k Mod-i', run: atCaret, preventDefault: true },
      { key: 'Escape', run: hide },
    ]),
  ];
}

/** @type {import('@codemirror/state').StateEffectType<import('@codemirror/view').Tooltip | null>} */
const show = StateEffect.define();

/** @type {() => import('@codemirror/view').Tooltip | null} */
const nothing = () => null;

/** What is shown at the caret, until the caret moves. */
const shown = StateField.define({
  create: nothing,
  update(tooltip, { effects, docChanged, selection }) {
    const effect = effects.find((each) => each.is(show));
    if (effect) return effect.value;
    return docChanged || selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

/** @param {EditorView} view */
function hide(view) {
  if (!view.state.field(shown)) return false;
  view.dispatch({ effects: show.of(null) });
  return true;
}

/**
 * What is told of an option of a list.
 *
 * @param {Asking} asking
 * @param {import('./offers.js').Choice} choice
 * @param {number} number
 */
export async function explanation(asking, { label, path, detail = '' }, number) {
  /** @type {About | null} */
  const about = path
    ? { title: `${label}: ${detail}`, text: '', path }
    : await asking.ask({ kind: 'explain', number, label });
  if (!about) return null;
  const text = await told(asking, about);
  return text || !path ? box(about, text) : null;
}

/** @param {Asking} asking @param {About} about */
async function told(asking, { path, text }) {
  if (!path) return text;
  const meaning = await asking.meaning(path);
  // What is said of a key is said of what lies deeper, too.
  return meaning && path.includes('.') ? t('reading.inside', { key: path.split('.')[0], meaning }) : meaning;
}

/** @param {About} about @param {string} text */
const said = ({ title }, text) => `${title}. ${beginning(text, ALOUD)}`;

/** @param {About} about @param {string} text */
function box({ title, path }, text) {
  const words = text ? [h('div', { class: path ? 'said' : 'said doc' }, text)] : [];
  return h('div', { class: 'cm-about' }, h('code', {}, title), ...words);
}
