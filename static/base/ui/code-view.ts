// Shows code that nothing has run yet, to be read.

import { blocks } from '../text/legible.ts';
import { t } from '../words/index.ts';
import { isCopied } from './copy.ts';
import { h, icon, on, setText } from './dom.ts';
import { refill } from './focus.ts';

type Shown = { name: string; source: string };

/** The most characters that are shown at once; a button shows as many more. */
const SHOWN = 100_000;

export function createCodeView() {
  const whose = h('select', { 'aria-label': t('link.whose') });
  const text = h('pre', { class: 'linked-code', tabIndex: 0, role: 'region', 'aria-label': t('link.title') });
  const said = h('p', { class: 'hint', role: 'status' });
  const more = h('button', { type: 'button', class: 'plain' }, t('library.more'));
  const copy = h(
    'button',
    { type: 'button', class: 'plain' },
    icon('copy'),
    h('span', {}, t('console.copy')),
  );
  let all: readonly Shown[] = [];
  let shown = 0;

  const current = () => all[Number(whose.value)];

  function showMore() {
    const { source = '' } = current() ?? {};
    const part = source.slice(shown, shown + SHOWN);
    // A browser takes seconds over long texts of some scripts, unless they come in parts.
    for (const [from, to] of blocks(part))
      text.append(h('span', {}, part.slice(from, to)), to < part.length ? '\n' : '');
    shown += part.length;
    more.hidden = shown >= source.length;
  }

  function show() {
    refill(text);
    shown = 0;
    setText(said, '');
    showMore();
    text.scrollTo(0, 0);
  }

  on(whose, 'change', show);
  on(more, 'click', showMore);
  on(copy, 'click', async () => {
    const done = await isCopied(current()?.source ?? '');
    setText(said, t(done ? 'console.copied' : 'console.notCopied'));
  });

  return {
    ...{ whose, text, said, more, copy },
    /** The number of the one that is shown. */
    chosen: () => Number(whose.value),
    show(codes: readonly Shown[]) {
      all = codes;
      refill(whose, ...all.map(({ name }, k) => h('option', { value: String(k) }, name)));
      whose.hidden = all.length < 2;
      show();
    },
  };
}
