// The table with the time of each line of a bot.

import { useState } from 'preact/hooks';
import { Button } from '../../base/ui/parts.tsx';
import { briefMs, fixed, t } from '../../base/words/index.ts';
import type { Profile } from '../code/codemirror.ts';

/** The columns, by which the table can be sorted; a second click reverses the order. */
const COLUMNS = ['line', 'hits', 'ms'] as const;
/** The number of rows that are shown at first. */
const ROWS = 100;

interface Props {
  profile: Profile;
  source: string;
  goToLine: (line: number) => void;
}

export function ProfileTable({ profile, source, goToLine }: Props) {
  const [{ by, isDown }, sort] = useState({ by: 2, isDown: true });
  const [rows, show] = useState(ROWS);
  if (profile.length === 0) return <p class="hint">{t('again.noProfile')}</p>;
  const lines = source.split('\n');
  const most = profile.reduce((longest, [, , ms]) => Math.max(longest, ms), Number.MIN_VALUE);
  const all = profile.reduce((sum, [, , ms]) => sum + ms, 0);
  const sorted = profile.toSorted((one, other) => (isDown ? -1 : 1) * ((one[by] ?? 0) - (other[by] ?? 0)));
  const order = isDown ? 'descending' : 'ascending';
  return (
    <div>
      <table class="again-profile">
        <caption>{t('again.profile', { ms: briefMs(all) })}</caption>
        <thead>
          <tr>
            {COLUMNS.map((name, k) => (
              <th key={name} scope="col" aria-sort={k === by ? order : 'none'}>
                <button
                  type="button"
                  class="quiet"
                  onClick={() => sort({ by: k, isDown: k === by ? !isDown : k > 0 })}
                >
                  {t(`again.${name}`)}
                </button>
              </th>
            ))}
            <th scope="col">{t('again.code')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, rows).map(([line, hits, ms]) => (
            <tr key={line}>
              <td>
                <button
                  type="button"
                  class="quiet"
                  title={t('again.goTo', { line })}
                  onClick={() => goToLine(line)}
                >
                  {line}
                </button>
              </td>
              <td>{fixed(hits, 0)}</td>
              <td>{fixed(ms, 2)}</td>
              <td>
                <span
                  class="again-bar"
                  aria-hidden="true"
                  style={{ width: `${Math.max(1, (100 * ms) / most)}%` }}
                />
                <code>{(lines[line - 1] ?? '').trim()}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows < sorted.length && <Button says={t('library.more')} onClick={() => show(rows + ROWS)} />}
    </div>
  );
}
