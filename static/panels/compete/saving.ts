// Saves a contest as a file.

import { saveBlob, saveFile } from '../../base/ui/files.ts';
import { inNotice, tried } from '../../base/ui/lazy.ts';
import { withProgress } from '../../base/ui/working.ts';
import { fileName } from '../../base/values/file-name.ts';
import { day, say, t } from '../../base/words/index.ts';
import { isElimination } from '../../contest/stage-words.ts';
import type { ContestRow } from '../../contest/types.ts';
import type { Shown } from './contest-state.ts';
import type { Export } from './exporting.tsx';
import { contestJson, gamesCsv, standingsCsv } from './exports.ts';
import { playedWords } from './status.ts';
import type { Compete } from './view.tsx';

/** A byte order mark: without it Excel reads names in other scripts in the wrong coding. */
const BOM = '\uFEFF';

/** Milliseconds after which a notice tells that a file is being written. */
const SAY_SLOW_AFTER_MS = 300;

const nameFor = (title: string, end: string) => fileName(`${title}${end}`, 'contest');

export function createSaving({ contests, notices, share }: Pick<Compete, 'contests' | 'notices' | 'share'>) {
  const tell = inNotice(notices);
  /** The contests whose files are being written: another press does not begin again. */
  const writing = new Set<string>();

  /** Whether the contest is still stored. After all data was deleted, another contest may have its number. */
  const isKept = ({ id, created }: ContestRow) =>
    contests.list().some((each) => each.id === id && each.created === created);

  async function saveBundle(row: ContestRow, sources: boolean) {
    const { id, title } = row;
    const gone = isKept(row) ? undefined : row;
    const key = `${id} ${sources}`;
    if (writing.has(key)) return;
    writing.add(key);
    const words = (news: { done: number; of: number } | null) =>
      news ? t('compete.writing.of', { title, ...news }) : t('compete.writing', { title });
    const made = await withProgress(notices, words, (how) => contests.bundle(id, { sources, gone, ...how }), {
      after: SAY_SLOW_AFTER_MS,
    }).finally(() => writing.delete(key));
    if ('stopped' in made) return;
    if ('problem' in made) return void notices.show(say(made.problem), { bad: true, here: true });
    // The name tells whether code is in the file, so that nobody sends students' code by mistake.
    saveBlob(nameFor(title, sources && !made.without ? '-with-code.zip' : '.zip'), made.file);
    if (made.without) notices.show(say(made.without), { bad: true });
  }

  async function savePicture(shown: Shown) {
    const { row, results } = shown;
    const { title, game, created } = row;
    const again = () => savePicture(shown);
    const found = await tried(() => import('./png.ts'), tell, again);
    const count = results.reduce((sum, { games }) => sum + games.length, 0);
    // A picture is passed on alone, so it also shows the state of the contest.
    const now = {
      over: '',
      stopped: t('compete.state.stopped'),
      paused: t('compete.picture.notOver'),
      running: t('compete.picture.notOver'),
    }[row.state];
    const games = now ? playedWords({ ...row, games: count }, null) : t('compete.picture.games', { count });
    const told = [t(`game.${game}`), day(created), now, games].filter(Boolean).join(' · ');
    const picture = await found?.standingsPicture({ title, told }, shown);
    if (picture) saveBlob(nameFor(title, '.png'), picture);
  }

  async function save(kind: Export, row: ContestRow, shown: Shown | null) {
    const { title, entrants } = row;
    const saveText = (end: string, text: string, type: string) => saveFile(nameFor(title, end), text, type);
    if (kind === 'link' || kind === 'results')
      return void share(row, { results: kind === 'results' }, isKept(row) ? null : (shown?.all ?? []));
    if (kind === 'bundle' || kind === 'sources') return void (await saveBundle(row, kind === 'sources'));
    if (!shown) return;
    const { summary, results } = shown;
    if (kind === 'json') saveText('.json', contestJson(row, summary, results), 'application/json');
    else if (kind === 'csv')
      saveText(
        '.csv',
        BOM + standingsCsv(summary.standings, !summary.over && isElimination(shown.plan.kind)),
        'text/csv',
      );
    else if (kind === 'games')
      saveText(
        '-games.csv',
        BOM +
          gamesCsv(
            results,
            entrants.map(({ name }) => name),
          ),
        'text/csv',
      );
    else await savePicture(shown);
  }

  return { save, saveBundle };
}
