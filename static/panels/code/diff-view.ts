// Two texts beside each other, or one within the other, with CodeMirror's merge view; in a chunk of its own.

import { python } from '@codemirror/lang-python';
import { syntaxHighlighting } from '@codemirror/language';
import { getChunks, goToNextChunk, goToPreviousChunk, MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightSpecialChars, lineNumbers } from '@codemirror/view';
import { t } from '../../base/words/index.ts';
import { colours, theme } from './codemirror-theme.ts';

/** Numbers of lines that were added and removed. */
export interface Changed {
  added: number;
  removed: number;
}

export type Diff = ReturnType<typeof mountDiff>;

/** Milliseconds after which a comparison ends with what was found by then. */
const TIMEOUT_MS = 2000;

/** @param root empty, where CodeMirror's style sheets are adopted @param how isWide: side by side */
export function mountDiff(
  root: ShadowRoot,
  { before, after }: { before: string; after: string },
  { labels, isWide }: { labels: [string, string]; isWide: boolean },
) {
  const diffConfig = { scanLimit: 1000, timeout: TIMEOUT_MS };
  const collapseUnchanged = { margin: 3, minSize: 6 };
  const shared = { root, diffConfig, collapseUnchanged };
  const sides = isWide
    ? sideBySide([before, after], labels, shared)
    : unified([before, after], labels[1], shared);
  root.append(sides.dom);
  const { view } = sides;

  return {
    changed(): Changed {
      const { chunks = [] } = getChunks(view.state) ?? {};
      const lines = [before, after].map((text) => EditorState.create({ doc: text }).doc);
      const count = (side: number, from: number, to: number) => {
        const doc = lines[side];
        if (!doc || from >= to) return 0;
        return doc.lineAt(Math.min(to - 1, doc.length)).number - doc.lineAt(from).number + 1;
      };
      return {
        removed: chunks.reduce((sum, { fromA, toA }) => sum + count(0, fromA, toA), 0),
        added: chunks.reduce((sum, { fromB, toB }) => sum + count(1, fromB, toB), 0),
      };
    },
    next: () => goToNextChunk(view),
    previous: () => goToPreviousChunk(view),
    destroy() {
      sides.destroy();
      sides.dom.remove();
    },
  };
}

function sideBySide([before = '', after = '']: string[], labels: [string, string], shared: any) {
  const merge = new MergeView({
    ...shared,
    a: { doc: before, extensions: extensions(labels[0]) },
    b: { doc: after, extensions: extensions(labels[1]) },
  });
  return { dom: merge.dom, view: merge.b, destroy: () => merge.destroy() };
}

function unified([before = '', after = '']: string[], label: string, { root, ...shared }: any) {
  const merge = unifiedMergeView({ ...shared, original: before, mergeControls: false });
  const view = new EditorView({ doc: after, extensions: [extensions(label), merge], root });
  return { dom: view.dom, view, destroy: () => view.destroy() };
}

function extensions(label: string) {
  return [
    lineNumbers(),
    highlightSpecialChars(),
    EditorState.tabSize.of(4),
    EditorState.readOnly.of(true),
    EditorView.lineWrapping,
    python(),
    syntaxHighlighting(colours),
    diffTheme,
    theme,
    EditorState.phrases.of({
      '$ unchanged lines': t('diff.unchanged', { count: '$' }),
    }),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  ];
}

const sign = { content: '"+"', position: 'absolute', left: '4px', color: 'var(--good)', fontWeight: '700' };
const minus = { ...sign, content: '"−"', color: 'var(--bad)' };
const added = 'color-mix(in oklab, var(--good) 12%, transparent)';

/** Changed lines have a sign, not only a colour. */
const diffTheme = EditorView.theme({
  // In the view side by side, the text within a removed line has the second class, too.
  '.cm-line, .cm-deletedChunk .cm-deletedLine': { position: 'relative', padding: '0 8px 0 18px' },
  '.cm-deletedChunk': { padding: '0', background: 'var(--bad-wash)' },
  '&.cm-merge-a .cm-changedLine': { background: 'var(--bad-wash)' },
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': { background: added },
  '&.cm-merge-b .cm-changedLine::before': sign,
  '&.cm-merge-a .cm-changedLine::before, .cm-deletedChunk .cm-deletedLine::before': minus,
  '&.cm-merge-a .cm-changedText, & .cm-deletedChunk .cm-deletedText': {
    background: 'none',
    textDecoration: 'underline var(--bad) 2px',
    textUnderlineOffset: '3px',
  },
  '&.cm-merge-b .cm-changedText': {
    background: 'none',
    textDecoration: 'underline var(--good) 2px',
    textUnderlineOffset: '3px',
  },
  '&.cm-merge-a .cm-changedLineGutter, & .cm-deletedLineGutter': { background: 'var(--bad)' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--good)' },
  '& .cm-collapsedLines': {
    padding: '4px 18px',
    background: 'var(--hover)',
    color: 'var(--ink-2)',
    font: '400 var(--text-12)/1.5 var(--font)',
  },
  // Few fonts have the character that CodeMirror shows here.
  '& .cm-collapsedLines:before, & .cm-collapsedLines:after': { content: 'none' },
});
