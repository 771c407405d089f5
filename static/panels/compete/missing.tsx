// Which entrants of a plan that came in a link are not there yet, and how they come.

import { short } from '../../base/text/legible.ts';
import { firstOf, list, t } from '../../base/words/index.ts';

/** Names in a sentence. */
const MOST_NAMED = 5;

/** @param props isSeries: the form has no place for many links */
export function Missing({ names, isSeries = false }: { names: readonly string[]; isSeries?: boolean }) {
  if (names.length === 0) return null;
  const named = list(firstOf(names.map(short), MOST_NAMED));
  return (
    <p class="hint" role="status">
      {t(isSeries ? 'compete.form.missing.series' : 'compete.form.missing', { names: named })}
    </p>
  );
}
