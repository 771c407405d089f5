// The rounds of a tournament that pairs its entrants round by round, the newest one open.

import { useSignal } from '@preact/signals';
import { pointsText, t } from '../../base/words/index.ts';
import type { Pairing } from '../../contest/bracket/layout.ts';
import { hasScore } from '../../contest/bracket/layout.ts';
import { howWords } from '../../contest/bracket/view.tsx';

interface Props {
  pairings: readonly Pairing[];
  /** the names of the entrants */
  names: string[];
  open: (pairing: Pairing) => void;
}

export function Rounds({ pairings, ...rest }: Props) {
  const rounds = [...new Set(pairings.map(({ round }) => round))].sort((one, other) => other - one);
  return (
    <div class="compete-rounds">
      {rounds.map((round, k) => (
        <Round
          key={round}
          {...rest}
          number={round + 1}
          pairings={pairings.filter((each) => each.round === round)}
          isNewest={k === 0}
        />
      ))}
    </div>
  );
}

function Round({ number, pairings, names, open, isNewest }: Props & { number: number; isNewest: boolean }) {
  /** Whether the user has opened or closed it; null if neither. */
  const chosen = useSignal<boolean | null>(null);
  const isOpen = chosen.value ?? isNewest;
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) chosen.value = currentTarget.open;
      }}
    >
      <summary>{t('compete.round', { number })}</summary>
      <table class="compete-table">
        <thead>
          <tr>
            {['pairing', 'score', 'decided'].map((name) => (
              <th key={name} scope="col">
                {t(`compete.column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pairings.map((pairing) => (
            <tr key={pairing.players.join()}>
              <th scope="row">{pairing.players.map((player) => names[player] ?? '').join(' – ')}</th>
              <td>
                {hasScore(pairing) && (
                  <button type="button" class="link" onClick={() => open(pairing)}>
                    {pairing.points.map(pointsText).join(' : ')}
                  </button>
                )}
              </td>
              <td>{howWords(pairing, names)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
