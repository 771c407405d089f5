// Long lines of code go on in the next row, indented by a little more than they began.

import { RangeSetBuilder, StateField } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import { isHeavy } from '../../base/text/legible.js';

/** Characters by which the rows after the first stand further in. */
const FURTHER = 4;
/** A deeper indentation would leave no room. */
const DEEPEST = 24;

/** @type {Map<number, Decoration>} */
const hanging = new Map();

/** The decoration of a line that begins after so many blanks. @param {number} indent */
function hang(indent) {
  const by = Math.min(indent, DEEPEST) + FURTHER;
  const found =
    hanging.get(by) ??
    Decoration.line({ attributes: { style: `text-indent: -${by}ch; padding-left: calc(${by}ch + 4px)` } });
  hanging.set(by, found);
  return found;
}

/**
 * What is known of the lines: how each hangs, and whether one of them would take a browser seconds to break into rows. Then
 * none is broken.
 *
 * @typedef {{set: import('@codemirror/view').DecorationSet, isSlow: boolean}} Lines
 */

/** @param {import('@codemirror/state').Text} doc @returns {Lines} */
function linesOf(doc) {
  /** @type {RangeSetBuilder<Decoration>} */
  const set = new RangeSetBuilder();
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
 *
 * @type {StateField<Lines>}
 */
const lines = StateField.define({
  create: ({ doc }) => linesOf(doc),
  update: (before, { docChanged, state }) => (docChanged ? linesOf(state.doc) : before),
  provide: (field) => [
    EditorView.decorations.from(field, ({ set }) => set),
    EditorView.contentAttributes.from(field, ({ isSlow }) => ({ class: isSlow ? '' : 'cm-lineWrapping' })),
  ],
});

export const wrapped = lines;
