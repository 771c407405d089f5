// The theme of CodeMirror.

import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

// The editor's styles, with the colours and sizes of the page.

export const colours = HighlightStyle.define([
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

export const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', fontSize: 'var(--code-text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    fontVariantLigatures: 'none',
    lineHeight: '1.5',
    overflow: 'auto',
  },
  '.cm-leaving': {
    position: 'absolute',
    zIndex: '5',
    right: '12px',
    bottom: '8px',
    margin: '0',
    padding: '2px 8px',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    background: 'var(--surface)',
    color: 'var(--ink-2)',
    font: '400 var(--text-12)/1.5 var(--font)',
    pointerEvents: 'none',
  },
  '.cm-leaving[hidden]': { display: 'none' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 4px' },
  '.cm-cursor': { borderLeft: '2px solid var(--accent)' },
  '.cm-gutters': {
    background: 'var(--surface)',
    color: 'var(--ink-2)',
    border: 'none',
    fontSize: 'var(--text-12)',
  },
  '.cm-lineNumbers .cm-gutterElement': {
    minWidth: '24px',
    padding: '0 4px 0 6px',
    lineHeight: 'var(--code-line)',
  },
  '.cm-gutter-lint': { width: '10px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0' },
  '.cm-lint-marker': { width: '8px', height: '8px', margin: 'calc((var(--code-line) - 8px) / 2) 1px' },
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
  // So light that coloured words on it have enough contrast.
  '.cm-activeLine': { background: 'color-mix(in oklab, var(--ink) 3%, transparent)' },
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
  '.cm-tooltip-lint': { maxWidth: 'min(480px, 100vw - 16px)', maxHeight: '40vh', overflow: 'auto' },
  // `&` is needed because CodeMirror's own rule is as specific; its height is ten low rows, or only two of touch screens.
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    fontSize: 'var(--text-12)',
    maxHeight: 'min(224px, 40vh)',
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
    overflowWrap: 'anywhere',
  },
  '.cm-panels': { background: 'var(--surface)', color: 'var(--ink)' },
  '.cm-panels-top': {
    flex: 'none',
    maxHeight: '50%',
    borderBottom: '1px solid var(--line)',
    overflow: 'auto',
  },
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
