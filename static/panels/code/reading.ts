// Completion, explanations and marks in the editor. The reader, a worker, analyses the text, so that typing never waits.
// Until it has loaded, or if it cannot be, the editor completes with the words of the text.

import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete';
import {
  autocompletion,
  completionStatus,
  pickedCompletion,
  startCompletion,
} from '@codemirror/autocomplete';
import { globalCompletion, localCompletionSource } from '@codemirror/lang-python';
import { syntaxTree } from '@codemirror/language';
import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { ViewUpdate } from '@codemirror/view';
import { EditorView, ViewPlugin } from '@codemirror/view';
import { say, t } from '../../base/words/index.ts';
import { atItsLine } from '../../match/faults.ts';
import type { Asking, Unasked } from './asking.ts';
import { explaining, explanation } from './explaining.ts';
import { setMarks } from './marking.ts';
import type { Box, Choices } from './offers.ts';
import { boostOf, closed, isInvited, isWaiting, placed, placeOfInfo, SAME } from './offers.ts';
import { readingTheme } from './reading-theme.ts';

/** Milliseconds without a key press after which the text is checked for mistakes. */
const TYPING_REST_MS = 700;
/** Milliseconds with the focus in the editor after which the reader is loaded, even if nothing was typed. */
const STAY_MS = 4000;
/** Milliseconds to wait for the reader's completions before the words of the text are offered instead. */
const LATE_MS = 800;
/** The most characters of a text that is analysed; see `LONGEST_FILE` in py/sandlot_editor/reader.py. */
const LONGEST_TEXT = 200_000;

export function reading(asking: Asking) {
  return [
    // Tab accepts a completion; Enter always begins a new line.
    autocompletion({
      ...{ defaultKeymap: false, icons: false, override: [sourceOf(asking)] },
      positionInfo: (view, list, option, info, space) =>
        placeOfInfo(list, option, info, space, isAboveCaret(view, list)),
    }),
    reachable,
    marksOf(asking),
    explaining(asking),
    readingTheme,
  ];
}

const isAboveCaret = (view: EditorView, list: Box) =>
  list.bottom <= (view.coordsAtPos(view.state.selection.main.head)?.bottom ?? 0);

/** Makes the scrolling list focusable, as accessibility rules require. The editor keeps the focus and chooses in the list. */
const reachable = EditorView.updateListener.of(({ view }) =>
  view.requestMeasure({
    key: 'reachable',
    read: () => view.dom.querySelector('.cm-tooltip-autocomplete > ul'),
    write: (list) => list?.setAttribute('tabindex', '0'),
  }),
);

function sourceOf(asking: Asking): CompletionSource {
  return async (context) => {
    const { state, pos, explicit } = context;
    const line = state.doc.lineAt(pos);
    const before = line.text.slice(0, pos - line.from);
    if (!explicit && !isInvited(before)) return null;
    if (syntaxTree(state).resolveInner(pos, -1).name === 'Comment') return null;
    // After a dot or a bracket, the words of the text are no use.
    const hasWords = !isWaiting(before);
    const words = () => (hasWords ? wordsOf(context) : null);
    if (!asking.isReady() || state.doc.length > LONGEST_TEXT) return words();
    const place = { text: state.doc.toString(), line: line.number, column: before.length };
    const answer = asking.ask({ kind: 'complete', ...place });
    const found = await (hasWords ? Promise.race([answer, late()]) : answer);
    if (context.aborted) return null;
    return found ? optionsOf(found, asking, line.from) : words();
  };
}

const late = (): Promise<null> => new Promise((resolve) => setTimeout(resolve, LATE_MS, null));

/** Completions without the reader: the names in the text, and Python's own. */
async function wordsOf(context: CompletionContext): Promise<CompletionResult | null> {
  const [own, all] = await Promise.all([localCompletionSource(context), globalCompletion(context)]);
  if (!own || !all || own.from !== all.from) return own ?? all;
  return { ...own, options: [...own.options, ...all.options] };
}

function optionsOf({ start, of, options }: Choices, asking: Asking, lineStart: number): CompletionResult {
  return {
    from: lineStart + start,
    validFor: SAME[of],
    options: options.map((choice, number) => ({
      label: choice.label,
      ...(choice.detail ? { detail: choice.detail } : {}),
      boost: boostOf(choice, number, of),
      info: () => explanation(asking, choice, number),
      ...(of === 'view' ? { apply: writeKey } : {}),
    })),
  };
}

function writeKey(view: EditorView, completion: Completion, from: number, to: number) {
  const line = view.state.doc.lineAt(from);
  const [before, after] = [line.text.slice(0, from - line.from), line.text.slice(to - line.from)];
  const { insert, over } = closed(completion.label, before, after);
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length + over },
    annotations: pickedCompletion.of(completion),
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
}

/** The mark for a bot that would never be asked for a move. */
function markOf({ why, line, name }: Unasked, doc: Text): Diagnostic {
  const { from, text } = doc.line(Math.min(line, doc.lines));
  const start = from + Math.max(0, text.indexOf(name));
  const severity = why[0] === 'entry.none' ? 'warning' : 'error';
  return {
    from: start,
    to: Math.min(start + name.length, from + text.length),
    severity,
    message: say(atItsLine(why)),
  };
}

/** Marks mistakes when the user has not typed for a while. */
function marksOf(asking: Asking) {
  return ViewPlugin.fromClass(
    class {
      isThere = true;
      timer = 0;
      stay = 0;

      constructor(readonly view: EditorView) {
        this.soon();
      }

      update({ docChanged, focusChanged, transactions, view }: ViewUpdate) {
        if (focusChanged) clearTimeout(this.stay);
        if (focusChanged && view.hasFocus) this.stay = window.setTimeout(() => this.wake(), STAY_MS);
        if (!docChanged) return;
        this.soon();
        if (transactions.some((each) => each.isUserEvent('input.type'))) this.wake();
      }

      wake() {
        asking.wake(() => {
          this.soon();
          this.offer();
        });
      }

      /** Shows completions now, if the user waits at a place where they could not be offered before the reader had loaded. */
      offer() {
        const { hasFocus, state } = this.view;
        const { head, empty } = state.selection.main;
        const line = state.doc.lineAt(head);
        if (!this.isThere || !hasFocus || !empty || completionStatus(state) !== null) return;
        if (isWaiting(line.text.slice(0, head - line.from))) startCompletion(this.view);
      }

      soon() {
        clearTimeout(this.timer);
        if (this.isThere) this.timer = window.setTimeout(() => this.look(), TYPING_REST_MS);
      }

      async look() {
        const { doc } = this.view.state;
        if (doc.length > LONGEST_TEXT) return;
        const text = doc.toString();
        const [found, unasked] = await Promise.all([
          asking.ask({ kind: 'marks', text }),
          asking.unasked(text),
        ]);
        if (this.view.state.doc !== doc || !this.isThere) return;
        const marks = placed(found ?? [], doc).map(({ id, params, ...mark }) => ({
          ...mark,
          message: t(id, params),
        }));
        setMarks(this.view, unasked ? [markOf(unasked, doc), ...marks] : marks, 'read');
      }

      destroy() {
        this.isThere = false;
        clearTimeout(this.timer);
        clearTimeout(this.stay);
      }
    },
  );
}
