// Long lines of code go on in the next row, indented by a little more than they began.

import type { Text } from '@codemirror/state';
import { RangeSetBuilder, StateField } from '@codemirror/state';
import type { DecorationSet } from '@codemirror/view';
import { Decoration, EditorView } from '@codemirror/view';
import { isHeavy } from '../../base/text/legible.ts';

/** Characters by which the rows after the first stand further in. */
const FURTHER = 4;
/** A deeper indentation would leave no room. */
const DEEPEST_INDENTATION = 24;

const hanging: Map<number, Decoration> = new Map();

/** The decoration of a line that begins after so many blanks. */
function hang(indent: number) {
  const by = Math.min(indent, DEEPEST_INDENTATION) + FURTHER;
  const found =
    hanging.get(by) ??
    Decoration.line({ attributes: { style: `text-indent: -${by}ch; padding-left: calc(${by}ch + 4px)` } });
  hanging.set(by, found);
  return found;
}

/**
 * What is known of the lines: how each hangs, and whether one of them would take a browser seconds to break into rows. Then
 * none is broken.
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
    // Tabs are as wide as they are, which `ch` does not know.
    if (!text.startsWith('\t')) set.add(from, from, hang(text.length - text.trimStart().length));
  }
  return { set: set.finish(), isSlow: false };
}

/**
 * Of all lines, not only those that are seen: lines whose height changed while the editor scrolls to one of them would
 * push it out of sight again.
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
