// Wraps long lines of code. The rows after the first are indented a little more than the line.

import type { Text } from '@codemirror/state';
import { RangeSetBuilder, StateField } from '@codemirror/state';
import type { DecorationSet } from '@codemirror/view';
import { Decoration, EditorView } from '@codemirror/view';
import { isHeavy } from '../../base/text/legible.ts';

/** By how many characters the rows after the first are indented more. */
const FURTHER = 4;
/** The largest indentation of these rows; more would leave no room. */
const DEEPEST_INDENTATION = 24;

const hanging: Map<number, Decoration> = new Map();

/** The decoration of a line that begins with `indent` spaces. */
function hang(indent: number) {
  const by = Math.min(indent, DEEPEST_INDENTATION) + FURTHER;
  const found =
    hanging.get(by) ??
    Decoration.line({ attributes: { style: `text-indent: -${by}ch; padding-left: calc(${by}ch + 4px)` } });
  hanging.set(by, found);
  return found;
}

/**
 * The decorations of all lines, and whether some line is so long that a browser would take seconds to wrap it. Then no line
 * is wrapped.
 */
interface Lines {
  set: DecorationSet;
  isSlow: boolean;
}

function linesOf(doc: Text): Lines {
  const set: RangeSetBuilder<Decoration> = new RangeSetBuilder();
  for (let number = 1; number <= doc.lines; number += 1) {
    const { from, text } = doc.line(number);
    if (isHeavy(text)) return { set: Decoration.none, isSlow: true };
    // Not with tabs, whose width is no multiple of `ch`.
    if (!text.startsWith('\t')) set.add(from, from, hang(text.length - text.trimStart().length));
  }
  return { set: set.finish(), isSlow: false };
}

/**
 * For all lines, not only for visible ones: if heights changed while the editor scrolls to a line, it would be pushed out
 * of view again.
 */
const lines: StateField<Lines> = StateField.define({
  create: ({ doc }) => linesOf(doc),
  update: (before, { docChanged, state }) => (docChanged ? linesOf(state.doc) : before),
  provide: (field) => [
    EditorView.decorations.from(field, ({ set }) => set),
    EditorView.contentAttributes.from(field, ({ isSlow }) => ({ class: isSlow ? '' : 'cm-lineWrapping' })),
  ],
});

export const wrapped = lines;
