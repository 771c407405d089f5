// The dialog that shows a version of a bot beside another, or beside its text as it stands now.

import type { Version } from '../../base/kept/versions.js';
import { find, h, icon, iconButton, on, setText } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { inNotice, tried } from '../../base/ui/lazy.js';
import type { Notices } from '../../base/ui/notices.js';
import { isSame, MAIN, textAt, textsOf } from '../../base/values/bundle-shape.js';
import { moment, sentences, t } from '../../base/words/index.js';
import type { Code } from '../../match/types.js';

/** Now: the working copy */
export interface Compared {
  name: string;
  now: Code;
  versions: readonly Version[];
  restore: (version: Version) => unknown;
}

/** The two sides stand beside each other in a window as wide as this. */
const WIDE = '(min-width: 1000px)';
const NOW = 'now';

export function createCompare(notices: Notices) {
  const dialog = find(document, '#compare', HTMLDialogElement);
  const parts = buildParts(dialog);
  const { title, left, right, file, said, body, back } = parts;
  const wide = matchMedia(WIDE);
  let compared: Compared | null = null;
  let view: {
    changed: () => { added: number; removed: number };
    next: () => void;
    previous: () => void;
    destroy: () => void;
  } | null = null;
  /** How many comparisons were asked for: only the last one is shown. */
  let asked = 0;

  const sideOf = (word: string): Code | null =>
    (word === NOW ? compared?.now : compared?.versions.find(({ number }) => String(number) === word)) ?? null;

  function showFiles() {
    const [before, after] = [sideOf(left.value), sideOf(right.value)];
    if (!before || !after) return;
    const paths = [...new Set([...textsOf(after), ...textsOf(before)])];
    const isChanged = (path: string) => textAt(before, path) !== textAt(after, path);
    const options = paths.map((path) =>
      h('option', { value: path }, isChanged(path) ? t('diff.fileChanged', { file: path }) : path),
    );
    const wanted = paths.includes(file.value) && isChanged(file.value) ? file.value : paths.find(isChanged);
    refill(file, ...options);
    file.hidden = paths.length < 2;
    file.value = wanted ?? after.main ?? MAIN;
    redraw();
  }

  async function showTexts(before: Code | null, after: Code | null) {
    if (!before || !after) return;
    const path = file.value;
    const texts = { before: textAt(before, path) ?? '', after: textAt(after, path) ?? '' };
    const labels = [left, right].map((select) => select.selectedOptions[0]?.text ?? '') as [string, string];
    asked += 1;
    const mine = asked;
    const { mountDiff } = await import('./diff-view.ts');
    if (mine !== asked) return;
    view?.destroy();
    const root = body.shadowRoot ?? body.attachShadow({ mode: 'open' });
    view = mountDiff(root, texts, { labels, isWide: wide.matches });
    const { added, removed } = view.changed();
    const counts = sentences([t('diff.added', { count: added }), t('diff.removed', { count: removed })]);
    setText(said, isSame(before, after) ? t('diff.same') : counts);
    const version = compared?.versions.find(({ number }) => String(number) === left.value);
    back.hidden = !version;
    setText(back, t('diff.restore', { number: version?.number ?? 0 }));
  }

  const say = inNotice(notices);
  const redraw = (): Promise<unknown> =>
    tried(() => showTexts(sideOf(left.value), sideOf(right.value)), say, redraw);

  on(left, 'change', showFiles);
  on(right, 'change', showFiles);
  on(file, 'change', redraw);
  wide.addEventListener('change', () => dialog.open && redraw());
  on(parts.next, 'click', () => view?.next());
  on(parts.previous, 'click', () => view?.previous());
  on(back, 'click', () => {
    const version = compared?.versions.find(({ number }) => String(number) === left.value);
    dialog.close();
    if (version) compared?.restore(version);
  });
  on(dialog, 'close' as any, () => {
    asked += 1;
    view?.destroy();
    view = null;
  });

  /** @param number the version that is looked at first; the newest one that differs from the text now */
  return (all: Compared, number?: number) => {
    compared = all;
    const versions = [...all.versions].reverse();
    const first =
      versions.find((each) => each.number === number) ?? versions.find((each) => !isSame(each, all.now));
    const options = () => [
      h('option', { value: NOW }, t('diff.now')),
      ...versions.map((each) =>
        h(
          'option',
          { value: String(each.number) },
          t('diff.version', { number: each.number, time: moment(each.time) }),
        ),
      ),
    ];
    setText(title, t('diff.title', { name: all.name }));
    refill(left, ...options());
    refill(right, ...options());
    [left.value, right.value] = sidesOf(versions, first ?? versions[0], all.now);
    if (!dialog.open) dialog.showModal();
    showFiles();
  };
}

function buildParts(dialog: HTMLDialogElement) {
  const title = h('h2', { id: 'compare-title' });
  const close = h(
    'button',
    { type: 'button', class: 'quiet only-icon', 'aria-label': t('notice.close') },
    icon('x'),
  );
  const left = h('select', { 'aria-label': t('diff.before') });
  const right = h('select', { 'aria-label': t('diff.after') });
  const file = h('select', { class: 'compare-file', 'aria-label': t('code.files') });
  const said = h('p', { class: 'hint', role: 'status' });
  const previous = iconButton('arrow-up', t('diff.previous'));
  const next = iconButton('arrow-down', t('diff.next'));
  const back = h('button', { type: 'button', class: 'plain' });
  const body = h('div', { class: 'compare-body', 'data-testid': 'compare' });
  dialog.setAttribute('aria-labelledby', title.id);
  dialog.append(
    h('header', {}, title, close),
    h('div', { class: 'compare-sides' }, left, icon('columns'), right, file),
    h('div', { class: 'compare-tools' }, said, previous, next, back),
    body,
  );
  on(close, 'click', () => dialog.close());
  on(dialog, 'click', (event) => event.target === dialog && dialog.close());
  return { title, left, right, file, said, previous, next, back, body };
}

/**
 * What is shown at first: a version beside the text as it is now; one that is the same beside the version before it.
 *
 * @param versions the newest first
 * @returns the values of both lists
 */
function sidesOf(versions: readonly Version[], first: Version | undefined, now: Code): [string, string] {
  if (!first) return [NOW, NOW];
  const before = isSame(first, now) ? versions[versions.indexOf(first) + 1] : undefined;
  return before ? [String(before.number), String(first.number)] : [String(first.number), NOW];
}
