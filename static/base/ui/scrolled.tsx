// A box for content wider than the page, which keys can scroll.

import type { ComponentChildren } from 'preact';

interface Props {
  /** its accessible name */
  says?: string;
  /** the id of a heading that names it, so that the name is not read twice */
  by?: string;
  children: ComponentChildren;
}

export function Scrolled({ says, by, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Keys scroll it.
    <section class="compete-scroll" tabIndex={0} aria-label={says} aria-labelledby={by}>
      {children}
    </section>
  );
}
