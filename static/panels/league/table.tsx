// The standings of a season, with their confidence intervals.

import { Fragment } from 'preact';
import { fixed, signed, t } from '../../base/words/index.ts';
import { divisionsOf, faultsOf, hasDivisions, type Moved } from './games.ts';
import { Part } from './part.tsx';
import type { Line, Table as Standings } from './shapes.ts';
import type { State } from './state.ts';

const HEADS = ['place', 'bot', 'points', 'games', 'faults', 'rating', 'rank', 'group'] as const;
/** The confidence level of leagues of earlier versions, whose files do not name it. */
const LEVEL = 0.95;

export function Table({ state, table }: { state: State; table: Standings }) {
  const { most, changes } = state;
  const { shown } = state;
  const lines = table.standings.slice(0, most.value.lines);
  const moved = changes.value?.moved;
  const divisions = divisionsOf(table, shown.value?.standings);
  const isFinal = hasDivisions(table);
  const hasFaults = table.standings.some((line) => faultsOf(line) > 0);
  const heads = HEADS.filter((head) => head !== 'faults' || hasFaults);
  return (
    <Part
      id="league-standings"
      title={t('league.standings')}
      says={t('league.ranksSay', { level: fixed(100 * (table.level ?? LEVEL), 0) })}
      onMore={lines.length < table.standings.length ? () => state.more('lines') : null}
    >
      <table class="league-table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" class={`league-${head}`}>
                {t(`league.head.${head}`)}
              </th>
            ))}
            {moved && (
              <th scope="col" class="league-moved">
                {t('league.head.moved')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, k) => (
            <Fragment key={line.name}>
              {divisions[k] && divisions[k] !== divisions[k - 1] && (
                <tr class="league-division">
                  <th scope="rowgroup" colSpan={heads.length + (moved ? 1 : 0)}>
                    {t(isFinal ? 'league.division' : 'league.divisionNow', { number: divisions[k] })}
                  </th>
                </tr>
              )}
              <Row
                line={line}
                state={state}
                begins={k > 0 && line.group !== lines[k - 1]?.group}
                moved={moved?.get(line.name)}
                hasFaults={hasFaults}
              />
            </Fragment>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

interface RowProps {
  line: Line;
  state: State;
  /** whether it is the first line of another group */
  begins: boolean;
  moved?: Moved;
  /** whether any line has faults */
  hasFaults: boolean;
}

function Row({ line, state, begins, moved, hasFaults }: RowProps) {
  const [low = 1, high = 1] = line.rank_interval;
  return (
    <tr data-begins={begins || undefined}>
      <td class="league-place">{line.place}</td>
      <th scope="row" class="league-bot">
        <button type="button" class="quiet" onClick={() => state.look(line.name)}>
          {line.name}
        </button>
      </th>
      <td class="league-points">{pointsOf(line.points)}</td>
      <td class="league-games">{line.games}</td>
      {hasFaults && <td class="league-faults">{faultsOf(line) || ''}</td>}
      <td class="league-rating">{signed(line.rating)}</td>
      <td class="league-rank">{low === high ? low : `${low}–${high}`}</td>
      <td class="league-group">{line.group}</td>
      {moved && <td class="league-moved">{movedOf(moved)}</td>}
    </tr>
  );
}

export const pointsOf = (points: number) => fixed(points, Number.isInteger(points) ? 0 : 1);

function movedOf({ by }: Moved) {
  if (by === null) return t('league.new');
  if (by === 0) return '=';
  const up = by > 0;
  const count = Math.abs(by);
  return (
    <span class={up ? 'league-up' : 'league-down'}>
      <span aria-hidden="true">{`${up ? '▲' : '▼'} ${count}`}</span>
      <span class="unseen">{t(up ? 'league.up' : 'league.down', { count })}</span>
    </span>
  );
}
