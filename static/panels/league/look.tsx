// The dialog about one bot of a league: its rating over time, its opponents, and the actions on it.

import { Dialog } from '../../base/ui/dialog.tsx';
import { Button, Icon } from '../../base/ui/parts.tsx';
import { signed, t } from '../../base/words/index.ts';
import { saidOf } from './cross.tsx';
import { faultsOf } from './games.ts';
import type { Line } from './shapes.ts';
import type { Opened, State } from './state.ts';
import { pointsOf } from './table.tsx';

const WIDTH = 320;
const HEIGHT = 96;
const MARGIN = 6;

export function Look({ state }: { state: State; opened: Opened }) {
  const found = state.lookedAt.value;
  return (
    <Dialog
      id="league-look"
      class="league-look"
      says={found ? found.line.name : t('league.bot')}
      isOpen={state.isLooking}
    >
      {found && <Sheet state={state} at={found.at} line={found.line} />}
    </Dialog>
  );
}

function Sheet({ state, at, line }: { state: State; at: number; line: Line }) {
  const why = state.whyAway(line.name);
  const faults = faultsOf(line);
  const [low = 1, high = 1] = line.rank_interval;
  const rank = low === high ? String(low) : `${low}–${high}`;
  return (
    <>
      <h2>{line.name}</h2>
      <p class="league-note">
        {t('league.lookSays', {
          ...{ place: line.place, rank, points: pointsOf(line.points), games: line.games },
          rating: signed(line.rating),
        })}
      </p>
      {faults > 0 && (
        <p class="league-faulty">
          <Icon name="alert" />
          {t('league.faultsSay', { count: faults, games: line.games })}
        </p>
      )}
      <div class="league-actions">
        <Button
          icon="play"
          class="accent"
          says={t('league.beat')}
          disabled={why !== null}
          onClick={() => void state.challenge(line.name)}
        />
        <Button
          says={t('league.itsGames')}
          onClick={() => {
            state.listGames(line.name);
            document.querySelector('#league-games')?.scrollIntoView({ block: 'start' });
          }}
        />
      </div>
      {why && <p class="league-note">{why}</p>}
      <History state={state} name={line.name} />
      <Opponents state={state} at={at} />
    </>
  );
}

/** The chart of the rating after each run of the league. */
function History({ state, name }: { state: State; name: string }) {
  const { names = [], points = [] } = state.ratings.value ?? {};
  const at = names.indexOf(name);
  const all = points.flatMap(({ elo }, run) => {
    const rating = elo[at];
    return typeof rating === 'number' ? [{ run, rating }] : [];
  });
  const [first] = all;
  const last = all.at(-1);
  if (!first || !last) return null;
  // A single point makes no line.
  if (all.length === 1)
    return <p class="league-note">{t('league.historyBegins', { rating: signed(last.rating) })}</p>;
  const ratings = all.map(({ rating }) => rating);
  const [least, greatest] = [Math.min(...ratings), Math.max(...ratings)];
  const x = (run: number) => MARGIN + ((WIDTH - 2 * MARGIN) * run) / Math.max(points.length - 1, 1);
  const y = (rating: number) =>
    HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * (rating - least)) / Math.max(greatest - least, 1);
  const said = {
    first: signed(first.rating),
    last: signed(last.rating),
    least: signed(least),
    greatest: signed(greatest),
  };
  return (
    <>
      <h3>{t('league.history')}</h3>
      <svg
        class="league-history"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('league.historySays', said)}
      >
        <polyline points={all.map(({ run, rating }) => `${x(run)},${y(rating)}`).join(' ')} />
        {all.map(({ run, rating }) => (
          <circle key={run} cx={x(run)} cy={y(rating)} r={2.5} />
        ))}
      </svg>
      <p class="league-note">{t('league.historySays', said)}</p>
    </>
  );
}

function Opponents({ state, at }: { state: State; at: number }) {
  const { met, table, most } = state;
  const lines = table.value?.standings ?? [];
  const all = [...(met.value[at] ?? [])].sort(([one], [other]) => one - other);
  if (all.length === 0) return null;
  const shown = all.slice(0, most.value.met);
  return (
    <>
      <h3 id="league-met">{t('league.met')}</h3>
      <table class="league-table" aria-labelledby="league-met">
        <thead>
          <tr>
            <th scope="col">{t('league.head.place')}</th>
            <th scope="col" class="league-bot">
              {t('league.head.bot')}
            </th>
            <th scope="col">{t('league.head.points')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(([other, found]) => (
            <tr key={other}>
              <td>{lines[other]?.place}</td>
              <th scope="row" class="league-bot">
                <button type="button" class="quiet" onClick={() => state.look(lines[other]?.name ?? '')}>
                  {lines[other]?.name}
                </button>
              </th>
              <td>{saidOf(found)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < all.length && <Button says={t('library.more')} onClick={() => state.more('met')} />}
    </>
  );
}
