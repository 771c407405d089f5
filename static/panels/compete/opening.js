// Opens a contest that somebody has saved.

import { t } from '../../base/words/index.js';
import { planOf } from './plan-of.js';
import { titleOfPlayed } from './titles.js';

/** @param {Pick<import('./deeds.js').Outside, 'contests' | 'notices' | 'go'>} outside */
export function createOpening({ contests, notices, go }) {
  /** @param {File} file */
  return async function openFile(file) {
    const end = new AbortController();
    const work = notices.work(t('compete.opening', { name: file.name }), () => end.abort());
    const done = await contests.open(file, file.name, end.signal);
    work.remove();
    if ('stopped' in done) return;
    if ('problem' in done) {
      notices.show(t('compete.refused', { name: file.name, why: done.problem }), { bad: true });
      return;
    }
    const row = contests.list().find(({ id }) => id === done.id);
    // A name such as "bundle (3).zip" says nothing of what was played.
    if (row) contests.rename(done.id, titleOfPlayed(row, planOf(row).kind));
    go({ tab: 'compete', game: row?.game ?? null, contest: done.id });
  };
}
