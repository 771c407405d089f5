// A box in which keys scroll what is wider than the page.

import type { ComponentChildren } from 'preact';

export function Scrolled({ says, children }: { says: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Keys scroll it.
    <section class="compete-scroll" tabIndex={0} aria-label={says}>
      {children}
    </section>
  );
}
