// The ranked scores of all players, with those who are out last and grey: two players along the top of the board, more in rows.

import { effect } from '@preact/signals';
import { render } from 'preact';
import { h } from '../../base/ui/dom.ts';
import { Swatch } from '../../base/ui/parts.tsx';
import { MOST_SHOWN } from '../../base/values/seats.ts';
import { fixed, t } from '../../base/words/index.ts';
import type { Exit } from '../../match/exits.ts';
import { withSide } from './players.tsx';
import { ranked, SIDE_BY_SIDE } from './ranked.ts';
import type { Watched } from './state.ts';

/** @param board the frame of the board */
export function showScores(board: HTMLElement, { frame }: Watched) {
  // The panel beside the board says the same to screen readers.
  const host = h('div', { class: 'scores', 'aria-hidden': 'true' });
  board.append(host);

  function Rows() {
    const { gameView, view, names = [], exits } = frame.value ?? {};
    const scores = view ? ranked(gameView?.scores?.(view) ?? [], exits) : [];
    const heads = scores.length > SIDE_BY_SIDE ? (gameView?.scoreHeads ?? []) : [];
    return (
      <>
        {heads.length > 0 && (
          <span class="scores-head">
            {heads.map((head) => (
              <span>{t(head)}</span>
            ))}
          </span>
        )}
        {scores.slice(0, MOST_SHOWN).map(({ player, numbers: [first = 0, ...more], out }) => (
          <span
            key={player}
            class="scores-one"
            data-out={out ? '' : undefined}
            data-fell={exits?.has(player) ? '' : undefined}
          >
            <Swatch player={player} />
            <Name {...withSide(names[player] ?? '', t(gameView?.sides[player] ?? ''))} />
            <b>{fixed(first, 0)}</b>
            {more.map((number) => (
              <span class="scores-rest">{fixed(number, 0)}</span>
            ))}
            <Fell exit={exits?.get(player)} />
          </span>
        ))}
      </>
    );
  }
  /** A player's name. If two share it, their marks distinguish them, and the side if there is room. */
  const Name = ({ name, side }: { name: string; side: string }) => (
    <span class="scores-name">
      {name} <span class="scores-side">{side}</span>
    </span>
  );
  /** Shown in place of numbers, which are all 0, for a player who is out: the turn, and the mark of the player who did it. */
  function Fell({ exit }: { exit: Exit | undefined }) {
    if (!exit) return null;
    const { round, by } = exit;
    return (
      <span class="scores-fell">
        {round === null ? t('scores.out') : t('scores.round', { round })}
        {by !== null && <Swatch player={by} />}
      </span>
    );
  }

  effect(() => {
    const { gameView, names = [] } = frame.value ?? {};
    host.toggleAttribute('data-many', gameView?.scores !== undefined && names.length > SIDE_BY_SIDE);
  });
  render(<Rows />, host);
}
