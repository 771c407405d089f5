// Saves a contest as a file.

import { saveBlob, saveFile } from '../../base/ui/files.js';
import { inNotice, tried } from '../../base/ui/lazy.js';
import { fileName } from '../../base/values/file-name.js';
import { say } from '../../base/words/index.js';
import { contestJson, gamesCsv, standingsCsv } from './exports.js';

/** @typedef {import('./contest.js').Shown} Shown */
/** @typedef {import('../../contest/types.js').ContestRow} ContestRow */

/** @param {string} title @param {string} end */
const nameFor = (title, end) => fileName(`${title}${end}`, 'contest');

/** @param {Pick<import('./view.js').Outside, 'contests' | 'notices' | 'share'>} outside */
export function createSaving({ contests, notices, share }) {
  const tell = inNotice(notices);

  /** @param {ContestRow} row @param {boolean} sources */
  async function saveBundle({ id, title }, sources) {
    const made = await contests.bundle(id, { sources });
    if ('problem' in made) return void notices.show(say(made.problem), { bad: true });
    saveBlob(nameFor(title, '.zip'), made.file);
    if (made.without) notices.show(say(made.without), { bad: true });
  }

  /** @param {string} title @param {Shown['summary']} summary @param {Shown['calls']} calls */
  async function savePicture(title, summary, calls) {
    const again = () => savePicture(title, summary, calls);
    const found = await tried(() => import('./png.js'), tell, again);
    const picture = await found?.standingsPicture(title, summary, calls);
    if (picture) saveBlob(nameFor(title, '.png'), picture);
  }

  /** @param {import('./head.js').Export} kind @param {Shown} what */
  return async (kind, { row, summary, results, calls }) => {
    const { title, entrants } = row;
    /** @param {string} end @param {string} text @param {string} type */
    const save = (end, text, type) => saveFile(nameFor(title, end), text, type);
    if (kind === 'link') share(row);
    else if (kind === 'json') save('.json', contestJson(row, summary, results), 'application/json');
    else if (kind === 'csv') save('.csv', standingsCsv(summary.standings), 'text/csv');
    else if (kind === 'games')
      save(
        '-games.csv',
        gamesCsv(
          results,
          entrants.map(({ name }) => name),
        ),
        'text/csv',
      );
    else if (kind === 'png') await savePicture(title, summary, calls);
    else await saveBundle(row, kind === 'sources');
  };
}
