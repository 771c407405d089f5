// A part of a league's page with a table, which scrolls sideways if there is too little room.

import type { ComponentChildren } from 'preact';
import { Button } from '../../base/ui/parts.tsx';
import { t } from '../../base/words/index.ts';

export interface PartProps {
  id: string;
  title: string;
  says: string;
  /** shows more rows; null if all are shown */
  onMore: (() => void) | null;
  /** the table */
  children: ComponentChildren;
}

export function Part({ id, title, says, onMore, children }: PartProps) {
  return (
    <section class="league-part">
      <h3 id={id}>{title}</h3>
      <p class="league-note">{says}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it. */}
      <section class="league-wide" tabIndex={0} aria-labelledby={id}>
        {children}
      </section>
      {onMore && <Button says={t('library.more')} onClick={onMore} />}
    </section>
  );
}
