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

/** The real editor, CodeMirror, in a chunk of its own: it is large, and the page is usable before it has loaded. line, how often it ran, milliseconds in all */
export type Profile = [number, number, number][];
export interface Handlers {
  changed: (text: string) => void;
  run: () => void;
  /** problems stand elsewhere now, or nowhere */
  moved: (moves: Moves) => void;
  /** with what was changed before it went in */
  pasted: (tidied: { count: number; examples: string[] }) => void;
  /** what reads the text along */
  asking: Asking;
}

/**
 * @param root a shadow root: there CodeMirror's style sheets are adopted, which a strict policy allows
 * @param initial top: the first line that is seen
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
  /** @param isFixed it can be read, and not changed */
  const withEnds = (isFixed: boolean) => (isFixed ? [shared, EditorState.readOnly.of(true)] : shared);
  const state = EditorState.create({
    doc: initial.text,
    selection: EditorSelection.single(Math.min(initial.anchor, length), Math.min(initial.head, length)),
    extensions: withEnds(initial.isFixed),
  });
  const top = state.doc.line(Math.min(initial.top, state.doc.lines)).from;
  // Lines may take more rows here than before, so a caret that was seen says more than the first line.
  const toTop = top > 0 ? EditorView.scrollIntoView(top, { y: 'start', yMargin: 0 }) : undefined;
  const scrollTo = initial.isCaretSeen
    ? EditorView.scrollIntoView(state.selection.main, { y: 'center' })
    : toTop;
  const view = new EditorView({ state, root, parent: root, scrollTo });
  /** The files of this bot that were left for another one. */
  const left: Map<string, EditorState> = new Map();

  return {
    text: () => view.state.doc.toString(),
    focus: () => view.focus(),

    /** @param text of another bot, with a history of its own */
    open(text: string) {
      left.clear();
      view.setState(EditorState.create({ doc: text, extensions: shared }));
    },

    /** Shows another file of the same bot, or of a version of it; each file keeps its state. */
    turn(text: string, from: string, to: string, isFixed: boolean) {
      left.set(from, view.state);
      const before = left.get(to);
      const same = before?.doc.toString() === text;
      view.setState(same ? before : EditorState.create({ doc: text, extensions: withEnds(isFixed) }));
      view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main, { y: 'center' }) });
    },

    /** @param text goes in as one step that Undo takes back */
    replace(text: string) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: EditorSelection.single(0),
        annotations: isolateHistory.of('full'),
        scrollIntoView: true,
      });
    },

    /**
     * @param text as somebody else has gone on with it: only what differs is changed, in one step that Undo takes back, so
     * that the caret and what is in sight stay where they are
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

    /** @param lines how often each line ran, and for how long; none takes it away */
    profile(lines: Profile) {
      view.dispatch({ effects: setProfile.of(lines) });
    },

    goToLine(number: number) {
      showLine(view, number);
      view.focus();
    },

    /** The line comes into sight; the focus stays where it is. */
    revealLine: (number: number) => showLine(view, number),
  };
}

/** The part in which two texts differ: from the first character to the last one that is not in both. */
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
    // All of it, where it goes on over several rows; its beginning, where those are too many.
    effects: EditorView.scrollIntoView(EditorSelection.range(line.to, line.from), { y: 'center' }),
  });
}

/**
 * A phone's keyboard, the search and the list of problems take height from the text, its column may become narrower, so
 * that lines wrap, or be hidden for a while: a caret that was seen stays in sight.
 */
const caretStaysSeen = ViewPlugin.define((view) => {
  const { scrollDOM, contentDOM } = view;
  const sizeNow = () => `${scrollDOM.clientWidth} ${scrollDOM.clientHeight}`;
  /** The size that what follows was seen at. */
  let size = '';
  let wasSeen = false;
  // A new size scrolls, too. What that brings into sight or puts out of it is nobody's wish.
  const look = () => {
    if (sizeNow() === size) wasSeen = isCaretSeen(view);
  };
  const settle = (noticed: string) => {
    // It has changed once more, and the observer will say so: the lines' heights are those of before.
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
  // The editor puts off measuring its lines: it is asked to do it now, and scrolls in the frame after that.
  const observer = new ResizeObserver(() => {
    const noticed = sizeNow();
    view.requestMeasure({ read: () => requestAnimationFrame(() => settle(noticed)) });
  });
  observer.observe(scrollDOM);
  return {
    update({ transactions }) {
      // The scrolling comes with a later frame, and a new size may come before it.
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

/** What ran, by line, and the longest of it. */
const NO_PROFILE: { lines: Map<number, [number, number]>; most: number } = { lines: new Map(), most: 0 };

/** A change of the text makes it untrue. */
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

/** Milliseconds that a browser's clock can tell. */
const SEEN = 0.1;

/** The time of a line, with a bar as long as its share of the longest. */
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
    // Where the clock is too coarse for a line, how often it ran still says something.
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
 * Typing over a selection is done here, not by the browser: Chromium would keep the colour of what was selected in a
 * style attribute, which the page's policy refuses with an error in the console.
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

/** Where a list or a sentence beside the text can be seen: not under a phone's keyboard. */
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

/** CodeMirror's own words, by the ids of ours. */
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
