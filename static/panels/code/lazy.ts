// A plain text area until CodeMirror has loaded, which is large.

import { isHeavy } from '../../base/text/legible.ts';
import { h, on } from '../../base/ui/dom.ts';
import { inPlace, tried } from '../../base/ui/lazy.ts';
import { t } from '../../base/words/index.ts';
import type { Problem } from '../../match/faults.ts';
import type { Handlers, MountedEditor, Profile } from './codemirror.ts';

/** Shows a plain text area at once, and replaces it with the real editor when the page has time. Typed text stays. */
export function lazyEditor(host: HTMLElement, text: string, handlers: Handlers, calm: () => Promise<void>) {
  const area = h('textarea', {
    spellcheck: false,
    'aria-label': t('editor.label'),
    wrap: 'off',
  });
  fill(text);
  const undo = [
    on(area, 'input', () => handlers.changed(area.value)),
    on(area, 'paste', () => handlers.pasted({ count: 0, examples: [] })),
  ];
  host.append(area);
  let mounted: MountedEditor | null = null;
  let marked: Problem[] = [];
  let profiled: Profile = [];
  /** The line that the real editor must show when it has loaded; 0 for the current scroll position. */
  let revealed = 0;

  const mount = async () => {
    await calm();
    const { mountEditor } = await import('./codemirror.ts');
    const shell = h('div', { class: 'shell' });
    const focused = document.activeElement === area;
    const initial = {
      text: area.value,
      anchor: area.selectionStart,
      head: area.selectionEnd,
      top: Math.round(area.scrollTop / lineHeight(area)) + 1,
      isCaretSeen: focused && isCaretSeen(area),
      isFixed: area.readOnly,
    };
    for (const forget of undo) forget();
    area.replaceWith(shell);
    mounted = mountEditor(shell.attachShadow({ mode: 'open' }), initial, handlers);
    mounted.mark(marked);
    mounted.profile(profiled);
    if (revealed) mounted.revealLine(revealed);
    if (focused) mounted.focus();
  };
  const say = inPlace(host);
  /** Loads the real editor; until then the plain area stays. */
  const begin = (): Promise<unknown> => tried(mount, say, begin);
  begin();

  function fill(source: string) {
    area.hidden = isHeavy(source);
    area.value = source;
    // The caret begins at the top; browsers put it at the end.
    area.setSelectionRange(0, 0);
  }

  return {
    /** Shows another file of the same bot. @param isFixed whether it is read-only */
    turn(source: string, from: string, to: string, isFixed: boolean) {
      if (mounted) return mounted.turn(source, from, to, isFixed);
      fill(source);
      area.readOnly = isFixed;
      revealed = 0;
    },
    /** Shows another bot; Undo does not lead back. */
    open(source: string) {
      if (mounted) return mounted.open(source);
      fill(source);
      area.readOnly = false;
      revealed = 0;
    },
    replace(source: string) {
      if (mounted) mounted.replace(source);
      else fill(source);
    },
    /** Takes over the text as another tab has changed it; the caret stays where it is. */
    follow(source: string) {
      if (mounted) return mounted.follow(source);
      const { selectionStart, selectionEnd, scrollTop } = area;
      fill(source);
      area.setSelectionRange(selectionStart, selectionEnd);
      area.scrollTop = scrollTop;
    },
    mark(problems: Problem[]) {
      marked = problems;
      mounted?.mark(problems);
    },
    profile(lines: Profile) {
      profiled = lines;
      mounted?.profile(lines);
    },
    focus() {
      if (mounted) mounted.focus();
      else area.focus();
    },
    goToLine(next: number) {
      if (mounted) mounted.goToLine(next);
      else goToLineOf(area, next);
    },
    /** Scrolls to a line; the focus stays where it is. */
    revealLine(next: number) {
      if (mounted) mounted.revealLine(next);
      else revealed = next;
    },
  };
}

function goToLineOf(area: HTMLTextAreaElement, line: number) {
  const before = area.value.split('\n').slice(0, line - 1);
  const place = before.reduce((sum, text) => sum + text.length + 1, 0);
  area.focus();
  area.setSelectionRange(place, place);
  area.scrollTo(0, Math.max(0, before.length * lineHeight(area) - area.clientHeight / 2));
}

/** Whether the line of the caret is visible. */
function isCaretSeen(area: HTMLTextAreaElement) {
  const height = lineHeight(area);
  const top = (area.value.slice(0, area.selectionEnd).split('\n').length - 1) * height;
  return top + height >= area.scrollTop && top <= area.scrollTop + area.clientHeight;
}

/** The height of a line, in pixels. */
const lineHeight = (element: Element) => Number.parseFloat(getComputedStyle(element).lineHeight);
