// The results of the entrants on each seed, that is, on each map.

import { useSignal } from '@preact/signals';
import { Button } from '../../base/ui/parts.tsx';
import { Scrolled } from '../../base/ui/scrolled.tsx';
import { pointsText, t } from '../../base/words/index.ts';
import type { Summary } from '../../contest/types.ts';

const ROWS = 25;
/** The number of entrants with a column, by their places. */
const COLUMNS = 12;

export function Maps({ summary, calls }: { summary: Summary; calls: (name: string) => string }) {
  const most = useSignal(ROWS);
  const names = summary.standings.slice(0, COLUMNS).map(({ name }) => name);
  const seeds = Map.groupBy(summary.seeds, ({ seed }) => String(seed));
  return (
    <div>
      <Scrolled by="compete.maps">
        <table class="compete-table maps" aria-labelledby="compete.maps">
          <thead>
            <tr>
              <th scope="col">{t('compete.column.seed')}</th>
              {names.map((name) => (
                <th key={name} scope="col" class="number">
                  <span class="whole-name" title={calls(name)}>
                    {calls(name)}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...seeds].slice(0, most.value).map(([seed, line]) => (
              <tr key={seed}>
                <th scope="row">{seed}</th>
                {names.map((name) => (
                  <td key={name} class="number">
                    {countOf(line.find((each) => each.name === name))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      <p class="hint">
        {t('compete.maps.hint')}
        {summary.standings.length > COLUMNS && ` ${t('compete.cross.most', { count: COLUMNS })}`}
      </p>
      {seeds.size > most.value && (
        <Button
          says={t('compete.more')}
          onClick={() => {
            most.value += 4 * ROWS;
          }}
        />
      )}
    </div>
  );
}

const countOf = (found: Summary['seeds'][number] | undefined) =>
  found && t('compete.of', { points: pointsText(found.points), games: found.games });
