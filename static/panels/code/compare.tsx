// The dialog that shows a version of a bot beside another one, or beside the current text.

import { batch, computed, signal } from '@preact/signals';
import { render } from 'preact';
import type { Version } from '../../base/storage/versions.ts';
import { Dialog } from '../../base/ui/dialog.tsx';
import { h, newPlace } from '../../base/ui/dom.ts';
import { inNotice, tried } from '../../base/ui/lazy.ts';
import type { Notices } from '../../base/ui/notices.tsx';
import { Icon, IconButton, Island } from '../../base/ui/parts.tsx';
import { BROAD_WINDOW } from '../../base/ui/widths.ts';
import { isSame, MAIN, textAt, textsOf } from '../../base/values/bundle-shape.ts';
import { moment, sentences, t } from '../../base/words/index.ts';
import type { Code } from '../../match/types.ts';
import type { Diff } from './diff-view.ts';

export interface Compared {
  name: string;
  /** the working copy */
  now: Code;
  /** the oldest first */
  versions: readonly Version[];
  restore: (version: Version) => unknown;
}

/** Stands for the current text among the numbers of versions. */
const NOW = 'now';

export function createCompare(notices: Notices) {
  const isOpen = signal(false);
  const compared = signal<Compared | null>(null);
  /** The versions on both sides, and the path of the compared file. */
  const [left, right, file] = [signal(NOW), signal(NOW), signal('')];
  const counts = signal('');
  const body = h('div', { class: 'compare-body', 'data-testid': 'compare' });
  /** Whether there is room to show both sides beside each other. */
  const wide = matchMedia(BROAD_WINDOW);
  let view: Diff | null = null;
  /** Counts the requested comparisons: only the last one is shown. */
  let asked = 0;

  const versionOf = (side: string) => compared.value?.versions.find(({ number }) => String(number) === side);
  const before = computed(() => versionOf(left.value) ?? compared.value?.now ?? null);
  const after = computed(() => versionOf(right.value) ?? compared.value?.now ?? null);
  /** The paths of the files on both sides, and whether each has changed. */
  const files = computed(() => {
    const [one, other] = [before.value, after.value];
    if (!one || !other) return [];
    const paths = [...new Set([...textsOf(other), ...textsOf(one)])];
    return paths.map((path) => ({ path, isChanged: textAt(one, path) !== textAt(other, path) }));
  });

  function choose(sides: { left?: string; right?: string }) {
    batch(() => {
      left.value = sides.left ?? left.value;
      right.value = sides.right ?? right.value;
      const changed = files.value.filter(({ isChanged }) => isChanged).map(({ path }) => path);
      const wanted = changed.includes(file.value) ? file.value : changed[0];
      file.value = wanted ?? after.value?.main ?? MAIN;
    });
    redraw();
  }

  async function draw() {
    const [one, other] = [before.value, after.value];
    if (!one || !other) return;
    const path = file.value;
    const texts = { before: textAt(one, path) ?? '', after: textAt(other, path) ?? '' };
    asked += 1;
    const mine = asked;
    const { mountDiff } = await import('./diff-view.ts');
    if (mine !== asked) return;
    view?.destroy();
    const root = body.shadowRoot ?? body.attachShadow({ mode: 'open' });
    const labels: [string, string] = [labelOf(versionOf(left.value)), labelOf(versionOf(right.value))];
    view = mountDiff(root, texts, { labels, isWide: wide.matches });
    const { added, removed } = view.changed();
    counts.value = isSame(one, other)
      ? t('diff.same')
      : sentences([t('diff.added', { count: added }), t('diff.removed', { count: removed })]);
  }

  const say = inNotice(notices);
  const redraw = (): Promise<unknown> => tried(draw, say, redraw);

  wide.addEventListener('change', () => isOpen.value && redraw());
  isOpen.subscribe((open) => {
    if (open) return;
    asked += 1;
    view?.destroy();
    view = null;
  });

  function View() {
    const all = compared.value;
    const title = t('diff.title', { name: all?.name ?? '' });
    const version = versionOf(left.value);
    const newestFirst = all?.versions.toReversed() ?? [];
    const options = [undefined, ...newestFirst].map((each) => (
      <option key={each?.number ?? NOW} value={each ? String(each.number) : NOW}>
        {labelOf(each)}
      </option>
    ));
    return (
      <Dialog id="compare" class="compare" says={title} isOpen={isOpen}>
        <header>
          <h2>{title}</h2>
        </header>
        <div class="compare-sides">
          <select
            aria-label={t('diff.before')}
            value={left.value}
            onChange={({ currentTarget }) => choose({ left: currentTarget.value })}
          >
            {options}
          </select>
          <Icon name="columns" />
          <select
            aria-label={t('diff.after')}
            value={right.value}
            onChange={({ currentTarget }) => choose({ right: currentTarget.value })}
          >
            {options}
          </select>
          <select
            class="compare-file"
            aria-label={t('code.files')}
            hidden={files.value.length < 2}
            value={file.value}
            onChange={({ currentTarget }) => {
              file.value = currentTarget.value;
              redraw();
            }}
          >
            {files.value.map(({ path, isChanged }) => (
              <option key={path} value={path}>
                {isChanged ? t('diff.fileChanged', { file: path }) : path}
              </option>
            ))}
          </select>
        </div>
        <div class="compare-tools">
          <p class="hint" role="status">
            {counts.value}
          </p>
          <IconButton icon="arrow-up" says={t('diff.previous')} onClick={() => view?.previous()} />
          <IconButton icon="arrow-down" says={t('diff.next')} onClick={() => view?.next()} />
          {version && (
            <button
              type="button"
              class="plain"
              onClick={() => {
                isOpen.value = false;
                all?.restore(version);
              }}
            >
              {t('diff.restore', { number: version.nth })}
            </button>
          )}
        </div>
        <Island element={body} />
      </Dialog>
    );
  }

  render(<View />, newPlace());

  /** @param number the version that is shown first; if left out, the newest one that differs from the current text */
  return (all: Compared, number?: number) => {
    batch(() => {
      compared.value = all;
      isOpen.value = true;
      choose(sidesOf(all, number));
    });
  };
}

const labelOf = (version: Version | undefined) =>
  version ? t('diff.version', { number: version.nth, time: moment(version.time) }) : t('diff.now');

/** The two sides at first: a version and the current text; if these are the same, the version before and this version. */
function sidesOf({ versions, now }: Compared, number: number | undefined) {
  const first =
    versions.find((each) => each.number === number) ??
    versions.findLast((each) => !isSame(each, now)) ??
    versions.at(-1);
  if (!first) return { left: NOW, right: NOW };
  const before = isSame(first, now) ? versions[versions.indexOf(first) - 1] : undefined;
  return before
    ? { left: String(before.number), right: String(first.number) }
    : { left: String(first.number), right: NOW };
}
