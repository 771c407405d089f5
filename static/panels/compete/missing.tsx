// Tells which entrants of a plan from a link are missing, and how to add them.

import { short } from '../../base/text/legible.ts';
import { firstOf, list, t } from '../../base/words/index.ts';

/** The most names in a sentence. */
const MOST_NAMED = 5;

/** @param props isSeries: whether it is the form for a series, which has no field for many links */
export function Missing({ names, isSeries = false }: { names: readonly string[]; isSeries?: boolean }) {
  if (names.length === 0) return null;
  const named = list(firstOf(names.map(short), MOST_NAMED));
  return (
    <p class="hint" role="status">
      {t(isSeries ? 'compete.form.missing.series' : 'compete.form.missing', { names: named })}
    </p>
  );
}
