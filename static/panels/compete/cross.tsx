// The cross table: each entrant's results against each other one. A cell opens the games of its pair.

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useArrows } from '../../base/ui/arrows.ts';
import { Scrolled } from '../../base/ui/scrolled.tsx';
import { pointsText, t } from '../../base/words/index.ts';
import type { Count, Summary } from '../../contest/types.ts';

/** The most entrants in the table, by their places: a larger table would not be readable. */
const MOST_ENTRANTS = 24;

interface Props {
  summary: Summary;
  calls: (name: string) => string;
  open: (name: string, other: string) => void;
}

export function Cross({ summary: { standings, cross }, calls, open }: Props) {
  const table = useRef<HTMLTableElement>(null);
  /** The key of the pair whose games were opened last. */
  const chosen = useSignal('');
  const names = standings.slice(0, MOST_ENTRANTS).map(({ name }) => name);
  const met = metBy(cross);
  useArrows(table);

  function cellOf(name: string, other: string) {
    const count = name === other ? null : met(name, other);
    if (!count)
      return (
        <td key={other} class="none">
          {name === other ? '·' : ''}
        </td>
      );
    const pair = JSON.stringify([name, other]);
    const { points, games, wins, draws, losses } = count;
    const says = t('compete.cross.words', {
      ...{ name: calls(name), other: calls(other), wins, draws, losses },
      ...{ points: pointsText(points), games },
    });
    return (
      <td key={other}>
        <button
          type="button"
          class="cell"
          title={says}
          aria-label={says}
          aria-pressed={pair === chosen.value}
          data-key={pair}
          data-outcome={points * 2 > games ? 'win' : points * 2 < games ? 'loss' : 'draw'}
          onClick={() => {
            chosen.value = pair;
            open(name, other);
          }}
        >
          {pointsText(points)}
        </button>
      </td>
    );
  }

  return (
    <div>
      <Scrolled by="compete.cross">
        <table class="compete-table cross" aria-labelledby="compete.cross" ref={table}>
          <thead>
            <tr>
              <td />
              {names.map((name, k) => (
                <th key={name} scope="col" class="number" title={calls(name)}>
                  {k + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name, k) => (
              <tr key={name}>
                <th scope="row">
                  <span class="hint">{k + 1}</span> {calls(name)}
                </th>
                {names.map((other) => cellOf(name, other))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      <p class="hint">
        {standings.length > MOST_ENTRANTS
          ? t('compete.cross.most', { count: MOST_ENTRANTS })
          : t('compete.cross.hint')}
      </p>
    </div>
  );
}

/** Finds the results of a pair, which is listed once, for one of the two. */
function metBy(cross: Summary['cross']): (name: string, other: string) => Count | null {
  const found = new Map(cross.map((each) => [JSON.stringify(each.names), each]));
  return (name, other) => {
    const own = found.get(JSON.stringify([name, other]));
    if (own) return own;
    const theirs = found.get(JSON.stringify([other, name]));
    if (!theirs) return null;
    const { points, games, wins, draws, losses } = theirs;
    return { points: games - points, games, wins: losses, draws, losses: wins };
  };
}
