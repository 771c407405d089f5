// A box in which keys scroll what is wider than the page.

import type { ComponentChildren } from 'preact';

interface Props {
  /** its name */
  says?: string;
  /** the id of a heading that names it, so that the name does not stand there twice */
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
