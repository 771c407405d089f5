// The table of who beats whom, for the best bots of the standings. One bot's results against all others are in its dialog.

import { t } from '../../base/words/index.ts';
import type { Met } from './games.ts';
import { Part } from './part.tsx';
import type { Table } from './shapes.ts';
import type { State } from './state.ts';
import { MOST_CROSSED } from './state.ts';
import { pointsOf } from './table.tsx';

const ENTRANTS_ADDED = 20;

export function Cross({ state, table }: { state: State; table: Table }) {
  const { most, met } = state;
  const count = Math.min(most.value.crossed, table.standings.length);
  const lines = table.standings.slice(0, count);
  if (count < 2) return null;
  const isMore = count < Math.min(table.standings.length, MOST_CROSSED);
  return (
    <Part
      id="league-cross"
      title={t('league.cross')}
      says={t('league.crossSays')}
      onMore={isMore ? () => state.more('crossed', ENTRANTS_ADDED) : null}
    >
      <table class="league-cross">
        <thead>
          <tr>
            <th scope="col">{t('league.head.bot')}</th>
            {lines.map(({ name }, k) => (
              <th key={name} scope="col">
                <abbr title={name}>{k + 1}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name }, one) => (
            <tr key={name}>
              <th scope="row">{`${one + 1}. ${name}`}</th>
              {lines.map((other, k) => (
                <Cell
                  key={other.name}
                  met={one === k ? null : (met.value[one]?.get(k) ?? null)}
                  isOwn={one === k}
                  says={t('league.gamesNamed', { one: name, other: other.name })}
                  list={() => {
                    state.listGames(name, other.name);
                    document.getElementById('league-games')?.scrollIntoView();
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

interface CellProps {
  met: Met | null;
  isOwn: boolean;
  says: string;
  /** lists the games between the two */
  list: () => void;
}

function Cell({ met, isOwn, says, list }: CellProps) {
  if (!met) return <td data-own={isOwn || undefined} />;
  return (
    <td data-share={shareOf(met)}>
      <button type="button" class="quiet" title={says} aria-label={`${saidOf(met)}: ${says}`} onClick={list}>
        {saidOf(met)}
      </button>
    </td>
  );
}

export const saidOf = ({ halves, games }: Met) => `${pointsOf(halves / 2)}/${games}`;

function shareOf({ halves, games }: Met) {
  if (halves === games) return 'even';
  return halves > games ? 'more' : 'less';
}
