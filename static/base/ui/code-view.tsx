// Shows code from elsewhere, such as a link, so that the user can read it before it runs.

import { signal } from '@preact/signals';
import { createRef, Fragment } from 'preact';
import { blocks } from '../text/legible.ts';
import { t } from '../words/index.ts';
import { isCopied } from './copy.ts';
import { Button } from './parts.tsx';

type Shown = { name: string; source: string };

/** The number of characters that are shown at first; a button shows as many more. */
const SHOWN_AT_ONCE = 100_000;

/** @returns the parts of the view, which a dialog places, and the functions that change them */
export function createCodeView() {
  const all = signal<readonly Shown[]>([]);
  const chosen = signal(0);
  /** The number of characters that are shown. */
  const shown = signal(SHOWN_AT_ONCE);
  const said = signal('');
  const text = createRef<HTMLPreElement>();

  const source = () => all.value[chosen.value]?.source ?? '';

  function choose(number: number) {
    chosen.value = number;
    shown.value = SHOWN_AT_ONCE;
    said.value = '';
    text.current?.scrollTo(0, 0);
  }

  async function copy() {
    const done = await isCopied(source());
    said.value = t(done ? 'console.copied' : 'console.notCopied');
  }

  /** The choice between several bots' codes. */
  const Whose = () =>
    all.value.length > 1 && (
      <select
        aria-label={t('link.whose')}
        value={String(chosen.value)}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        {all.value.map(({ name }, k) => (
          <option key={`${k} ${name}`} value={String(k)}>
            {name}
          </option>
        ))}
      </select>
    );

  function Text() {
    const part = source().slice(0, shown.value);
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it.
      // biome-ignore lint/a11y/useSemanticElements: text as it was typed is a pre.
      <pre ref={text} class="linked-code" tabIndex={0} role="region" aria-label={t('link.title')}>
        {blocks(part).map(([from, to]) => (
          // Browsers take seconds to lay out long texts in some scripts, unless they are divided into parts.
          <Fragment key={from}>
            <span>{part.slice(from, to)}</span>
            {to < part.length && '\n'}
          </Fragment>
        ))}
      </pre>
    );
  }

  const Said = () => (
    <p class="hint" role="status">
      {said}
    </p>
  );

  const More = () =>
    shown.value < source().length && (
      <Button says={t('library.more')} onClick={() => (shown.value += SHOWN_AT_ONCE)} />
    );

  const Copy = () => <Button icon="copy" says={t('link.copy')} onClick={copy} />;

  /** The whole view, below a bar. */
  const Whole = ({ title }: { title?: string }) => (
    <>
      <div class="linked-bar">
        {title && <h3>{title}</h3>}
        <Whose />
        <Copy />
      </div>
      <Text />
      <Said />
      <More />
    </>
  );

  return {
    ...{ Whose, Text, Said, More, Copy, Whole },
    /** @returns the index of the code that is shown */
    chosen: () => chosen.value,
    show(codes: readonly Shown[]) {
      all.value = codes;
      choose(0);
    },
  };
}
