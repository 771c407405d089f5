// Opens a saved contest.

import { whatIs } from '../../base/values/contest-reports.ts';
import { t } from '../../base/words/index.ts';
import { titleOfRow } from '../../contest/sentences/titles.ts';
import type { Compete } from './view.tsx';

export function createOpening({ contests, notices, go }: Pick<Compete, 'contests' | 'notices' | 'go'>) {
  return async function openFile(file: File) {
    // A file that cannot be read is passed on: opening it reports the problem.
    const what = await whatIs(file).catch(() => 'zip' as const);
    if (what !== 'zip') {
      const id = what === 'empty' ? 'files.empty' : `compete.open.${what}`;
      notices.show(t(id, { name: file.name }), { bad: true, here: true });
      return;
    }
    const end = new AbortController();
    const work = notices.work(t('compete.opening', { name: file.name }), () => end.abort());
    const done = await contests.open(file, file.name, end.signal);
    work.remove();
    if ('stopped' in done) return;
    if ('problem' in done) {
      notices.show(t('compete.refused', { name: file.name, why: done.problem }), { bad: true, here: true });
      return;
    }
    const row = contests.list().find(({ id }) => id === done.id);
    // The file name, such as "bundle (3).zip", is not a title.
    if (row && !done.isTitled) contests.rename(done.id, titleOfRow(row), false);
    go({ tab: 'compete', game: row?.game ?? null, contest: done.id });
  };
}
