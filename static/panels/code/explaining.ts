// Explains the name under the pointer or at the caret: in a box beside the text, and for screen readers.

import type { StateEffectType } from '@codemirror/state';
import { StateEffect, StateField } from '@codemirror/state';
import type { Tooltip } from '@codemirror/view';
import { EditorView, hoverTooltip, keymap, showTooltip } from '@codemirror/view';
import { beginning } from '../../base/text/legible.ts';
import { h } from '../../base/ui/dom.ts';
import { t } from '../../base/words/index.ts';
import type { Asking } from './asking.ts';
import type { Choice } from './offers.ts';

/** An explanation, as py/sandlot_editor/explain.py returns it. */
export interface About {
  title: string;
  text: string;
  path: string;
  start?: number;
  end?: number;
}

/** Milliseconds that the pointer has to rest. */
const POINTER_REST_MS = 350;
/** The most characters of a docstring that screen readers read. */
const ALOUD = 300;

export function explaining(asking: Asking) {
  async function tooltipAt({ state }: EditorView, pos: number) {
    const { doc } = state;
    const line = doc.lineAt(pos);
    if (!asking.isReady()) return null;
    const place = { text: doc.toString(), line: line.number, column: pos - line.from };
    const about: About | null = await asking.ask({ kind: 'hover', ...place });
    if (!about) return null;
    const text = await told(asking, about);
    const ends = { pos: line.from + (about.start ?? 0), end: line.from + (about.end ?? 0) };
    return { ...ends, above: true, said: said(about, text), create: () => ({ dom: box(about, text) }) };
  }

  /** Shows the explanation at the caret, or hides it again. */
  function atCaret(view: EditorView) {
    if (view.state.field(shown)) return hide(view);
    const { doc, selection } = view.state;
    tooltipAt(view, selection.main.head).then((found) => {
      if (!found || view.state.doc !== doc) return;
      view.dispatch({ effects: [show.of(found), EditorView.announce.of(found.said)] });
    });
    return true;
  }

  return [
    hoverTooltip(tooltipAt, { hoverTime: POINTER_REST_MS }),
    shown,
    keymap.of([
      { key: 'Mod-k Mod-i', run: atCaret, preventDefault: true },
      { key: 'Escape', run: hide },
    ]),
  ];
}

const show: StateEffectType<Tooltip | null> = StateEffect.define();

const nothing: () => Tooltip | null = () => null;

/** The explanation shown at the caret, until the caret moves; null if none. */
const shown = StateField.define({
  create: nothing,
  update(tooltip, { effects, docChanged, selection }) {
    const effect = effects.find((each) => each.is(show));
    if (effect) return effect.value;
    return docChanged || selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

function hide(view: EditorView) {
  if (!view.state.field(shown)) return false;
  view.dispatch({ effects: show.of(null) });
  return true;
}

/** The explanation of an option in the list of completions; null if there is none. */
export async function explanation(asking: Asking, { label, path, detail = '' }: Choice, number: number) {
  const about: About | null = path
    ? { title: `${label}: ${detail}`, text: '', path }
    : await asking.ask({ kind: 'explain', number, label });
  if (!about) return null;
  const text = await told(asking, about);
  return text || !path ? box(about, text) : null;
}

async function told(asking: Asking, { path, text }: About) {
  if (!path) return text;
  const meaning = await asking.meaning(path);
  // The text about a key is also used for the values within it.
  return meaning && path.includes('.') ? t('reading.inside', { key: path.split('.')[0], meaning }) : meaning;
}

const said = ({ title }: About, text: string) => `${title}. ${beginning(text, ALOUD)}`;

function box({ title, path }: About, text: string) {
  const words = text ? [h('div', { class: path ? 'said' : 'said doc' }, text)] : [];
  return h('div', { class: 'cm-about' }, h('code', {}, title), ...words);
}
