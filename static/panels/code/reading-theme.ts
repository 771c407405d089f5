// The styles of the editor's explanations, and of its marks by severity.

import { EditorView } from '@codemirror/view';

const underline = (line: string, colour: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline ${line} ${colour} 1px`,
  textUnderlineOffset: '4px',
  paddingBottom: '0',
});

const marker = (colour: string, shape: object) => ({ content: 'none', background: colour, ...shape });

export const readingTheme = EditorView.theme({
  '.cm-lintRange-warning': underline('dashed', 'var(--bad)'),
  '.cm-lintRange-info': underline('dotted', 'var(--ink-2)'),
  '.cm-lint-marker-warning': marker('var(--bad)', { clipPath: 'polygon(50% 0, 100% 100%, 0 100%)' }),
  '.cm-lint-marker-info': marker('transparent', {
    boxSizing: 'border-box',
    border: '2px solid var(--ink-3)',
    borderRadius: '50%',
  }),
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--bad)', borderLeftStyle: 'dashed' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--ink-3)' },
  '.cm-about': {
    maxWidth: 'min(560px, 100vw - 24px)',
    maxHeight: 'min(40vh, 280px)',
    padding: '8px 10px',
    overflow: 'auto',
    font: '400 var(--text-12)/1.5 var(--font)',
  },
  '.cm-about code': { fontFamily: 'var(--mono)', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '.cm-about .said': {
    marginTop: '4px',
    color: 'var(--ink-2)',
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
  },
  '.cm-about .doc': { fontFamily: 'var(--mono)', whiteSpace: 'pre-wrap' },
  '.cm-completionDetail': { marginLeft: '16px', color: 'var(--ink-2)', fontStyle: 'normal' },
  // The explanation of an option is outside of the list's box.
  '.cm-tooltip.cm-tooltip-autocomplete': { overflow: 'visible' },
  '.cm-tooltip.cm-completionInfo': {
    maxWidth: 'min(400px, 100vw - 24px)',
    width: 'max-content',
    padding: '0',
  },
  '.cm-completionInfo .cm-about': { maxWidth: 'none' },
  '.cm-tooltip-autocomplete > ul > li': { display: 'flex', justifyContent: 'space-between' },
  '@media (forced-colors: active)': {
    '.cm-lint-marker': { forcedColorAdjust: 'none' },
    '.cm-lint-marker-error, .cm-lint-marker-warning': { background: 'CanvasText' },
    '.cm-lint-marker-info': { borderColor: 'CanvasText' },
    '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      forcedColorAdjust: 'none',
      background: 'Highlight',
      color: 'HighlightText',
    },
  },
  '@media (pointer: coarse)': {
    '.cm-tooltip-autocomplete > ul > li': { minHeight: '44px', alignItems: 'center' },
  },
});
