// In the editor, Tab indents. Users who came to it with Tab are told how to leave: Escape, then Tab.

import { EditorState } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import { h, on } from '../../base/ui/dom.ts';
import { t } from '../../base/words/index.ts';

/** Whether Tab was the last key pressed. */
let isTab = false;
for (const type of ['keydown', 'pointerdown'] as const)
  document.addEventListener(
    type,
    (event) => {
      isTab = event instanceof KeyboardEvent && event.key === 'Tab';
    },
    true,
  );

const hint = ViewPlugin.define((view) => {
  // A screen reader reads it as the description of the text.
  const line = h('p', { class: 'cm-leaving', hidden: true, 'aria-hidden': 'true' }, t('editor.leave'));
  const show = (isThere: boolean) => {
    line.hidden = !isThere;
  };
  const forget = [
    on(view.contentDOM, 'focus', () => show(isTab && !view.state.readOnly)),
    on(view.contentDOM, 'blur', () => show(false)),
  ];
  view.dom.append(line);
  return {
    update({ docChanged }) {
      if (docChanged) show(false);
    },
    destroy() {
      for (const each of forget) each();
      line.remove();
    },
  };
});

export const leaving = [
  EditorView.contentAttributes.compute(
    [EditorState.readOnly],
    ({ readOnly }): Record<string, string> => (readOnly ? {} : { 'aria-description': t('editor.leave') }),
  ),
  hint,
];
