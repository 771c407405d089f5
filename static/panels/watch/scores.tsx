// How everybody stands, in a strip along the upper rim of the board: ranked, and who is out last and grey.

import { render } from 'preact';
import { h } from '../../base/ui/dom.ts';
import { Swatch } from '../../base/ui/parts.tsx';
import { MOST_SHOWN } from '../../base/values/seats.ts';
import { fixed } from '../../base/words/index.ts';
import { ranked } from './ranked.ts';
import type { Watched } from './state.ts';

/** @param board the frame of the board */
export function showScores(board: HTMLElement, { frame }: Watched) {
  // The panel beside the board says the same to screen readers.
  const host = h('div', { class: 'scores', 'aria-hidden': 'true' });
  board.append(host);

  function Rows() {
    const { face, view, names = [] } = frame.value ?? {};
    const scores = view ? (face?.scores?.(view) ?? []) : [];
    return ranked(scores)
      .slice(0, MOST_SHOWN)
      .map(({ player, numbers: [first = 0, ...more], out }) => (
        <span key={player} class="scores-one" data-out={out ? '' : undefined}>
          <Swatch player={player} />
          <span class="scores-name">{names[player]}</span>
          <b>{fixed(first, 0)}</b>
          {more.map((number) => (
            <span class="scores-rest">{fixed(number, 0)}</span>
          ))}
        </span>
      ));
  }
  render(<Rows />, host);
}
