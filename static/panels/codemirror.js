import {
  acceptCompletion,
  autocompletion,
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
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
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
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { fixed, t } from '../i18n.js';
import { tidy } from '../incoming/python-text.js';

/**
 * The editor proper, in a chunk of its own: it is large, and the page is useful before it is there.
 *
 * @typedef {{line: number, text: string, hint?: import('../types.js').Message}} Problem the line counts from 1; hint: what we know
 *   of it beyond Python's own words
 * @typedef {[number, number, number][]} Profile line, how often it ran, milliseconds in all
 *
 * @typedef {object} Handlers
 * @property {(text: string) => void} changed
 * @property {() => void} run
 * @property {(tidied: {count: number, examples: string[]}) => void} pasted with what was changed before it went in
 */

/**
 * @param {ShadowRoot} root a shadow root: there CodeMirror's style sheets are adopted, which a strict policy allows
 * @param {{text: string, anchor: number, head: number}} initial
 * @param {Handlers} handlers
 */
export function mountEditor(root, initial, handlers) {
  const length = initial.text.length;
  const state = EditorState.create({
    doc: initial.text,
    selection: EditorSelection.single(Math.min(initial.anchor, length), Math.min(initial.head, length)),
    extensions: extensions(handlers),
  });
  const view = new EditorView({ state, root, parent: root });

  return {
    text: () => view.state.doc.toString(),
    focus: () => view.focus(),

    /** @param {string} text of another file, with a history of its own */
    open(text) {
      view.setState(EditorState.create({ doc: text, extensions: extensions(handlers) }));
    },

    /** @param {string} text goes in as one step that Undo takes back */
    replace(text) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: EditorSelection.single(0),
        annotations: isolateHistory.of('full'),
        scrollIntoView: true,
      });
    },

    /** @param {Problem[]} problems */
    mark(problems) {
      const marks = problems
        .filter((problem) => problem.line >= 1 && problem.line <= view.state.doc.lines)
        .map((problem) => ({
          ...lineRange(view, problem.line),
          severity: /** @type {const} */ ('error'),
          message: problem.text,
        }));
      view.dispatch(setDiagnostics(view.state, marks));
    },

    /** @param {Profile} lines how often each line ran, and for how long; none takes it away */
    profile(lines) {
      view.dispatch({ effects: setProfile.of(lines) });
    },

    /** @param {number} number */
    goToLine(number) {
      const line = view.state.doc.line(Math.max(1, Math.min(number, view.state.doc.lines)));
      view.dispatch({
        selection: EditorSelection.cursor(line.from + indentOf(line.text)),
        effects: EditorView.scrollIntoView(line.from, { y: 'center' }),
      });
      view.focus();
    },
  };
}

/** @typedef {ReturnType<typeof mountEditor>} MountedEditor */

/** @type {import('@codemirror/state').StateEffectType<Profile>} */
const setProfile = StateEffect.define();

/** By line; a change of the text makes it untrue. @type {StateField<Map<number, [number, number]>>} */
const profileLines = StateField.define({
  create: () => new Map(),
  update(lines, { effects, docChanged }) {
    for (const effect of effects) {
      if (effect.is(setProfile)) return new Map(effect.value.map(([line, hits, ms]) => [line, [hits, ms]]));
    }
    return docChanged && lines.size > 0 ? new Map() : lines;
  },
});

/** Milliseconds that a browser's clock can tell. */
const SEEN = 0.1;

/** The time of a line, with a bar as long as its share of the longest. */
class Spent extends GutterMarker {
  /** @param {number} hits @param {number} ms @param {number} share */
  constructor(hits, ms, share) {
    super();
    this.hits = hits;
    this.ms = ms;
    this.share = share;
  }

  /** @param {Spent} other @override */
  eq(other) {
    return this.hits === other.hits && this.ms === other.ms && this.share === other.share;
  }

  /** @override */
  toDOM() {
    const mark = document.createElement('span');
    mark.className = 'spent';
    // Where the clock is too coarse for a line, how often it ran still says something.
    mark.textContent =
      this.ms < SEEN ? t('again.times', { hits: this.hits }) : fixed(this.ms, this.ms < 10 ? 1 : 0);
    mark.title = t('again.gutter', { hits: this.hits, ms: fixed(this.ms, 2) });
    mark.style.setProperty('--share', `${Math.round(100 * this.share)}%`);
    return mark;
  }
}

const profileGutter = gutter({
  class: 'cm-profile',
  lineMarker(view, block) {
    const lines = view.state.field(profileLines);
    const found = lines.get(view.state.doc.lineAt(block.from).number);
    if (!found) return null;
    const most = Math.max(...[...lines.values()].map(([, ms]) => ms), Number.MIN_VALUE);
    return new Spent(...found, found[1] / most);
  },
  lineMarkerChange: (update) => update.startState.field(profileLines) !== update.state.field(profileLines),
});

/** @param {EditorView} view @param {number} number */
function lineRange(view, number) {
  const line = view.state.doc.line(number);
  return { from: line.from + indentOf(line.text), to: line.to };
}

/** @param {string} text */
const indentOf = (text) => text.length - text.trimStart().length;

/** @param {Handlers} handlers */
function extensions(handlers) {
  const run = () => {
    handlers.run();
    return true;
  };
  return [
    Prec.highest(keymap.of([{ key: 'Mod-Enter', run }])),
    lineNumbers(),
    lintGutter(),
    foldGutter({ markerDOM: foldMark }),
    profileLines,
    profileGutter,
    highlightSpecialChars(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    drawSelection(),
    history(),
    indentUnit.of('    '),
    EditorState.tabSize.of(4),
    EditorState.allowMultipleSelections.of(true),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    // Tab accepts; Enter always breaks the line, whatever is being offered.
    autocompletion({ defaultKeymap: false, icons: false }),
    highlightSelectionMatches(),
    search({ top: true }),
    python(),
    syntaxHighlighting(colours),
    theme,
    EditorState.phrases.of(phrases()),
    EditorView.contentAttributes.of({ 'aria-label': t('editor.label'), tabindex: '0' }),
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
 *
 * @param {InputEvent} event
 * @param {EditorView} view
 */
function replaceSelected(event, view) {
  const { data, inputType, isComposing } = event;
  const { from, to, empty } = view.state.selection.main;
  if (inputType !== 'insertText' || !data || isComposing || empty) return false;
  const insert = () =>
    view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
  const handled = view.state
    .facet(EditorView.inputHandler)
    .some((handle) => handle(view, from, to, data, insert));
  if (!handled) view.dispatch(insert());
  return true;
}

/** @param {boolean} open */
function foldMark(open) {
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

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  {
    tag: [tags.function(tags.definition(tags.variableName)), tags.className, tags.meta],
    color: 'var(--code-name)',
  },
  { tag: tags.definition(tags.className), color: 'var(--code-name)', fontWeight: '600' },
  { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--bad)' },
]);

const field = {
  height: '28px',
  margin: '0',
  padding: '0 8px',
  border: '1px solid var(--line)',
  borderRadius: 'var(--radius)',
  background: 'var(--surface)',
  color: 'var(--ink)',
  font: '400 var(--text-12)/1.5 var(--font)',
};

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', fontSize: 'var(--text-14)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    fontVariantLigatures: 'none',
    lineHeight: '1.5',
    overflow: 'auto',
  },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 16px 0 4px' },
  '.cm-cursor': { borderLeft: '2px solid var(--accent)' },
  '.cm-gutters': {
    background: 'var(--surface)',
    color: 'var(--ink-2)',
    border: 'none',
    fontSize: 'var(--text-12)',
  },
  '.cm-lineNumbers .cm-gutterElement': {
    minWidth: '24px',
    padding: '0 4px 0 0',
    lineHeight: '21px',
  },
  '.cm-gutter-lint': { width: '10px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0' },
  '.cm-lint-marker': { width: '8px', height: '8px', margin: '7px 1px' },
  '.cm-lint-marker-error': { content: 'none', background: 'var(--bad)', borderRadius: '50%' },
  '.cm-foldGutter .cm-gutterElement': { width: '10px', color: 'var(--ink-3)', cursor: 'pointer' },
  '.cm-profile .spent': {
    display: 'block',
    padding: '0 6px',
    background: 'linear-gradient(to left, var(--accent-wash) var(--share), transparent var(--share))',
    color: 'var(--ink-2)',
    lineHeight: '21px',
    textAlign: 'right',
  },
  '.fold-open': { opacity: '0' },
  '.cm-gutters:hover .fold-open': { opacity: '1' },
  '.cm-activeLine': { background: 'var(--hover)' },
  '.cm-activeLineGutter': { background: 'none' },
  '.cm-lineNumbers .cm-activeLineGutter': { color: 'var(--ink)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'var(--selection)',
  },
  '.cm-selectionMatch': { background: 'var(--press)' },
  '&.cm-focused .cm-matchingBracket': {
    background: 'var(--press)',
    outline: '1px solid var(--ink-3)',
    borderRadius: '2px',
  },
  '&.cm-focused .cm-nonmatchingBracket': { background: 'var(--bad-wash)', color: 'var(--bad)' },
  '.cm-foldPlaceholder': {
    background: 'var(--hover)',
    border: 'none',
    color: 'var(--ink-2)',
    padding: '0 6px',
  },
  '.cm-searchMatch': {
    background: 'var(--accent-wash)',
    outline: '1px solid var(--accent)',
    borderRadius: '2px',
  },
  '.cm-searchMatch-selected': { background: 'var(--selection)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad) 1px',
    textUnderlineOffset: '4px',
    paddingBottom: '0',
  },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    background: 'var(--surface)',
    color: 'var(--ink)',
    overflow: 'hidden',
  },
  '.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    fontSize: 'var(--text-12)',
    maxHeight: '180px',
  },
  '.cm-tooltip-autocomplete > ul > li': { padding: '2px 10px !important' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--accent-wash)',
    color: 'var(--ink)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-diagnostic': {
    padding: '6px 10px',
    borderLeft: '2px solid var(--bad)',
    font: '400 var(--text-12)/1.5 var(--font)',
  },
  '.cm-panels': { background: 'var(--surface)', color: 'var(--ink)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px',
    padding: '8px 36px 8px 8px',
    font: '400 var(--text-12)/1.5 var(--font)',
  },
  '.cm-panel.cm-search br': { flexBasis: '100%' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    margin: '0 4px',
    fontSize: 'inherit',
  },
  '.cm-panel.cm-search [name=close]': {
    top: '8px',
    right: '8px',
    width: '24px',
    height: '24px',
    cursor: 'pointer',
  },
  '.cm-panel.cm-gotoLine': { padding: '8px', font: '400 var(--text-12)/1.5 var(--font)' },
  '.cm-textfield': { ...field, flex: '1 1 120px', minWidth: '0' },
  '.cm-textfield:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '0' },
  '.cm-button': { ...field, backgroundImage: 'none', cursor: 'pointer' },
  '.cm-button:hover': { borderColor: 'var(--ink-3)' },
  '.cm-button:active': { backgroundImage: 'none', background: 'var(--press)' },
});
