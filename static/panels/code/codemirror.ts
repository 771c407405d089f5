import {
  acceptCompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
import { python } from '@codemirror/lang-python';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import type { StateEffectType } from '@codemirror/state';
import { EditorSelection, EditorState, Prec, StateEffect, StateField } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  GutterMarker,
  gutter,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  tooltips,
  ViewPlugin,
} from '@codemirror/view';
import { tidy } from '../../base/text/python-text.ts';
import { briefMs, fixed, t } from '../../base/words/index.ts';
import type { Problem } from '../../match/faults.ts';
import type { Asking } from './asking.ts';
import { colours, theme } from './codemirror-theme.ts';
import { wrapped } from './codemirror-wrap.ts';
import { leaving } from './leaving.ts';
import { marksGoWithText, saidOnce, setMarks } from './marking.ts';
import type { Moves } from './moving.ts';
import { createMoving, hasLine } from './moving.ts';
import { reading } from './reading.ts';

// The real editor, CodeMirror, in a chunk of its own: it is large, and the page is usable before it has loaded.

/** For each line that ran: its number, how often it ran, and for how many milliseconds in all */
export type Profile = [number, number, number][];
export interface Handlers {
  changed: (text: string) => void;
  run: () => void;
  /** the lines of problems have moved, or are gone */
  moved: (moves: Moves) => void;
  /** called after a paste, with what was repaired in the text */
  pasted: (tidied: { count: number; examples: string[] }) => void;
  /** the questions to the reader */
  asking: Asking;
}

/**
 * @param root a shadow root: CodeMirror's style sheets are adopted there, which the page's strict policy allows
 * @param initial top: the position of the first visible line
 */
export function mountEditor(
  root: ShadowRoot,
  initial: {
    text: string;
    anchor: number;
    head: number;
    top: number;
    isCaretSeen: boolean;
    isFixed: boolean;
  },
  handlers: Handlers,
) {
  const length = initial.text.length;
  const moving = createMoving(handlers.moved);
  const shared = [extensions(handlers), EditorView.updateListener.of((update) => moving.follow(update))];
  /** @param isFixed whether it is read-only */
  const withEnds = (isFixed: boolean) => (isFixed ? [shared, EditorState.readOnly.of(true)] : shared);
  const state = EditorState.create({
    doc: initial.text,
    selection: EditorSelection.single(Math.min(initial.anchor, length), Math.min(initial.head, length)),
    extensions: withEnds(initial.isFixed),
  });
  const top = state.doc.line(Math.min(initial.top, state.doc.lines)).from;
  // Lines may wrap differently here than before, so a visible caret is a better anchor than the first line.
  const toTop = top > 0 ? EditorView.scrollIntoView(top, { y: 'start', yMargin: 0 }) : undefined;
  const scrollTo = initial.isCaretSeen
    ? EditorView.scrollIntoView(state.selection.main, { y: 'center' })
    : toTop;
  const view = new EditorView({ state, root, parent: root, scrollTo });
  /** The state of each file of this bot that is not shown now. */
  const left: Map<string, EditorState> = new Map();

  return {
    text: () => view.state.doc.toString(),
    focus: () => view.focus(),

    /** Shows another bot. @param text gets an undo history of its own */
    open(text: string) {
      left.clear();
      view.setState(EditorState.create({ doc: text, extensions: shared }));
    },

    /** Shows another file of the same bot, or of a version; each file keeps its own state. */
    turn(text: string, from: string, to: string, isFixed: boolean) {
      left.set(from, view.state);
      const before = left.get(to);
      const same = before?.doc.toString() === text;
      view.setState(same ? before : EditorState.create({ doc: text, extensions: withEnds(isFixed) }));
      view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main, { y: 'center' }) });
    },

    /** Replaces the text, in one step that can be undone. */
    replace(text: string) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: EditorSelection.single(0),
        annotations: isolateHistory.of('full'),
        scrollIntoView: true,
      });
    },

    /**
     * Takes over the text as another tab has changed it. Only the part that differs is replaced, in one step that can be
     * undone, so the caret and the scroll position stay where they are.
     */
    follow(text: string) {
      const changes = difference(view.state.doc.toString(), text);
      view.dispatch({ changes, annotations: isolateHistory.of('full') });
    },

    mark(problems: Problem[]) {
      moving.begin(view.state.doc, problems);
      const marks = problems
        .filter((problem) => hasLine(view.state.doc, problem))
        .map((problem) => ({
          ...lineRange(view, problem.line),
          severity: 'error' as const,
          message: problem.text,
        }));
      setMarks(view, marks, 'run');
    },

    /** Shows how often each line ran and for how long. @param lines empty removes it */
    profile(lines: Profile) {
      view.dispatch({ effects: setProfile.of(lines) });
    },

    goToLine(number: number) {
      showLine(view, number);
      view.focus();
    },

    /** Scrolls to a line; the focus stays where it is. */
    revealLine: (number: number) => showLine(view, number),
  };
}

/** The part in which two texts differ: from the first to the last character that is not the same. */
function difference(before: string, after: string) {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let rest = 0;
  while (rest < most - from && before.at(-1 - rest) === after.at(-1 - rest)) rest += 1;
  return { from, to: before.length - rest, insert: after.slice(from, after.length - rest) };
}

export type MountedEditor = ReturnType<typeof mountEditor>;

function showLine(view: EditorView, number: number) {
  const line = view.state.doc.line(Math.max(1, Math.min(number, view.state.doc.lines)));
  view.dispatch({
    selection: EditorSelection.cursor(line.from + indentOf(line.text)),
    // All rows of a wrapped line; if these are too many, its beginning.
    effects: EditorView.scrollIntoView(EditorSelection.range(line.to, line.from), { y: 'center' }),
  });
}

/**
 * Keeps a visible caret visible when the editor's size changes: a phone's keyboard, the search and the list of problems take
 * height from it, its column may become narrower, so that lines wrap, or be hidden for a while.
 */
const caretStaysSeen = ViewPlugin.define((view) => {
  const { scrollDOM, contentDOM } = view;
  const sizeNow = () => `${scrollDOM.clientWidth} ${scrollDOM.clientHeight}`;
  /** The size of the editor for which `wasSeen` is true or false. */
  let size = '';
  let wasSeen = false;
  // A new size also scrolls the text. Only scrolling at the same size is the user's, and may bring the caret out of view.
  const look = () => {
    if (sizeNow() === size) wasSeen = isCaretSeen(view);
  };
  const settle = (noticed: string) => {
    // The size has changed again. The observer will call again, and the lines were measured for the old size.
    if (sizeNow() !== noticed) return;
    if (scrollDOM.clientHeight > 0) {
      const isSeen = isCaretSeen(view);
      if (wasSeen && !isSeen) {
        const { head } = view.state.selection.main;
        view.dispatch({ effects: EditorView.scrollIntoView(head, { y: 'nearest', yMargin: 0 }) });
      }
      wasSeen ||= isSeen;
    }
    size = noticed;
  };
  scrollDOM.addEventListener('scroll', look);
  const events = ['keyup', 'pointerup'];
  for (const event of events) contentDOM.addEventListener(event, look);
  // The editor delays measuring its lines: it is asked to measure now, and scrolls in the next frame.
  const observer = new ResizeObserver(() => {
    const noticed = sizeNow();
    view.requestMeasure({ read: () => requestAnimationFrame(() => settle(noticed)) });
  });
  observer.observe(scrollDOM);
  return {
    update({ transactions }) {
      // The editor will scroll to the caret in a later frame; the size may change before that.
      if (transactions.some((each) => each.scrollIntoView)) wasSeen = true;
    },
    destroy() {
      observer.disconnect();
      scrollDOM.removeEventListener('scroll', look);
      for (const event of events) contentDOM.removeEventListener(event, look);
    },
  };
});

function isCaretSeen(view: EditorView) {
  const caret = view.coordsAtPos(view.state.selection.main.head);
  const { top } = view.scrollDOM.getBoundingClientRect();
  return caret !== null && caret.top >= top - 1 && caret.bottom <= top + view.scrollDOM.clientHeight + 1;
}

const setProfile: StateEffectType<Profile> = StateEffect.define();

/** Count and milliseconds by line, and the most milliseconds of a line. */
const NO_PROFILE: { lines: Map<number, [number, number]>; most: number } = { lines: new Map(), most: 0 };

/** The profile that is shown. A change of the text removes it. */
const profileLines: StateField<typeof NO_PROFILE> = StateField.define({
  create: () => NO_PROFILE,
  update(profile, { effects, docChanged }) {
    for (const effect of effects) {
      if (!effect.is(setProfile)) continue;
      const most = effect.value.reduce((longest, [, , ms]) => Math.max(longest, ms), Number.MIN_VALUE);
      return { lines: new Map(effect.value.map(([line, hits, ms]) => [line, [hits, ms]])), most };
    }
    return docChanged ? NO_PROFILE : profile;
  },
});

/** The resolution of a browser's clock, in milliseconds. */
const SEEN = 0.1;

/** The time of a line, with a bar in proportion to the slowest line. */
class Spent extends GutterMarker {
  constructor(
    readonly hits: number,
    readonly ms: number,
    readonly share: number,
  ) {
    super();
  }

  override eq(other: Spent) {
    return this.hits === other.hits && this.ms === other.ms && this.share === other.share;
  }

  override toDOM() {
    const mark = document.createElement('span');
    mark.className = 'spent';
    // If the clock is too coarse for the line, how often it ran is shown instead.
    mark.textContent =
      this.ms < SEEN ? t('again.times', { hits: this.hits }) : t('time.ms', { ms: briefMs(this.ms) });
    mark.title = t('again.gutter', { hits: this.hits, ms: fixed(this.ms, 2) });
    mark.style.setProperty('--share', `${Math.round(100 * this.share)}%`);
    return mark;
  }
}

const profileGutter = gutter({
  class: 'cm-profile',
  lineMarker(view, block) {
    const { lines, most } = view.state.field(profileLines);
    const found = lines.size > 0 && lines.get(view.state.doc.lineAt(block.from).number);
    return found ? new Spent(...found, found[1] / most) : null;
  },
  lineMarkerChange: (update) => update.startState.field(profileLines) !== update.state.field(profileLines),
});

function lineRange(view: EditorView, number: number) {
  const line = view.state.doc.line(number);
  return { from: line.from + indentOf(line.text), to: line.to };
}

const indentOf = (text: string) => text.length - text.trimStart().length;

function extensions(handlers: Handlers) {
  const run = () => {
    handlers.run();
    return true;
  };
  return [
    Prec.highest(keymap.of([{ key: 'Mod-Enter', run }])),
    lineNumbers(),
    linter(null, { tooltipFilter: saidOnce }),
    lintGutter({ tooltipFilter: saidOnce }),
    marksGoWithText,
    foldGutter({ markerDOM: foldMark }),
    profileLines,
    profileGutter,
    highlightSpecialChars(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    caretStaysSeen,
    drawSelection(),
    tooltips({ tooltipSpace: seenPart }),
    history(),
    indentUnit.of('    '),
    EditorState.tabSize.of(4),
    EditorState.allowMultipleSelections.of(true),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    reading(handlers.asking),
    highlightSelectionMatches(),
    search({ top: true }),
    python(),
    wrapped,
    syntaxHighlighting(colours),
    theme,
    EditorState.phrases.of(phrases()),
    EditorView.contentAttributes.of({ 'aria-label': t('editor.label'), tabindex: '0' }),
    leaving,
    EditorView.domEventHandlers({ beforeinput: replaceSelected }),
    EditorView.clipboardInputFilter.of((pasted, state) => {
      const { text, ...tidied } = tidy(pasted, state.sliceDoc(0, state.selection.main.from));
      handlers.pasted(tidied);
      return text;
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) handlers.changed(update.state.doc.toString());
    }),
    keymap.of([
      { key: 'Tab', run: acceptCompletion },
      indentWithTab,
      ...closeBracketsKeymap,
      ...completionKeymap.filter((binding) => binding.key !== 'Enter'),
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...lintKeymap,
      ...defaultKeymap.filter((binding) => binding.key !== 'Mod-Enter'),
    ]),
  ];
}

/**
 * Replaces a selection by what is typed, in place of the browser: Chromium would keep the selected text's colour in a style
 * attribute, which the page's policy refuses with an error in the console.
 */
function replaceSelected(event: InputEvent, view: EditorView) {
  const { data, inputType, isComposing } = event;
  const { from, to, empty } = view.state.selection.main;
  if (inputType !== 'insertText' || !data || isComposing || empty || view.state.readOnly) return false;
  const insert = () =>
    view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
  const handled = view.state
    .facet(EditorView.inputHandler)
    .some((handle) => handle(view, from, to, data, insert));
  if (!handled) view.dispatch(insert());
  return true;
}

/** The part of the window where lists and explanations are visible: above a phone's keyboard. */
function seenPart() {
  const { offsetTop = 0, height = innerHeight } = window.visualViewport ?? {};
  return { left: 0, top: offsetTop, right: document.documentElement.clientWidth, bottom: offsetTop + height };
}

function foldMark(open: boolean) {
  const mark = document.createElement('span');
  mark.className = open ? 'fold-open' : 'fold-closed';
  mark.textContent = open ? '⌄' : '›';
  return mark;
}

/** The ids of our sentences for CodeMirror's own words. */
const PHRASES = {
  Find: 'editor.find',
  Replace: 'editor.replaceBy',
  next: 'editor.next',
  previous: 'editor.previous',
  all: 'editor.all',
  'match case': 'editor.case',
  regexp: 'editor.regexp',
  'by word': 'editor.word',
  replace: 'editor.replace',
  'replace all': 'editor.replaceAll',
  close: 'editor.close',
  'Go to line': 'editor.goTo',
  go: 'editor.go',
  'Fold line': 'editor.fold',
  'Unfold line': 'editor.unfold',
  'folded code': 'editor.folded',
  'Folded lines': 'editor.folded',
  'Unfolded lines': 'editor.unfold',
  unfold: 'editor.unfold',
  'current match': 'editor.match',
  'on line': 'editor.onLine',
  'replaced match on line $': 'editor.replacedMatch',
  'replaced $ matches': 'editor.replacedMatches',
  Completions: 'editor.completions',
  Diagnostics: 'problems.label',
  'No diagnostics': 'problems.none',
  'Selection deleted': 'editor.deleted',
};

function phrases() {
  return Object.fromEntries(Object.entries(PHRASES).map(([phrase, id]) => [phrase, t(id)]));
}
