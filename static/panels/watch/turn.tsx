// The turn panel: the orders of a turn and their results.

import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { letScroll } from '../../base/ui/dom.ts';
import { Icon, Swatch } from '../../base/ui/parts.tsx';
import { say, t } from '../../base/words/index.ts';
import type { Report } from '../../games/index.ts';
import { ownAmong } from '../../match/parts.ts';
import { withSide } from './players.tsx';
import { ranked, SIDE_BY_SIDE } from './ranked.ts';
import { titleOf } from './spoken.ts';
import type { Frame, Watched } from './state.ts';

type Row = Report['rows'][number];

/** The number of letters at the end of a name that are never cut. */
const LAST_LETTERS = 5;

export function showTurn(host: HTMLElement, { frame }: Watched) {
  // The height of texts depends on what is beside them. An observer is called after the layout, so reading it is free.
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) if (target instanceof HTMLElement) letScroll(target, isTooLong(target));
  });
  const observe = (element: HTMLElement | null) => {
    if (element) observer.observe(element);
  };

  function Turn({ match, position, gameView, names, view, previous, exits }: Frame) {
    const list = useRef<HTMLUListElement>(null);
    useEffect(() => {
      observer.disconnect();
      observe(host);
      observe(list.current);
    });
    const report = gameView.report(view, previous);
    const standing = report.head ? ranked(gameView.scores?.(view) ?? [], exits) : [];
    const own = ownAmong(match.header, position);
    const number = say(titleOf(report, position), names);
    return (
      <>
        <h2>{position ? number : t('orders.start')}</h2>
        <table data-by-player={report.head ? '' : undefined}>
          <thead>
            <tr>
              <td />
              {report.head
                ? report.head.map((title) => (
                    <th scope="col">
                      <span class="at-times-unseen">{say(title, names)}</span>
                    </th>
                  ))
                : gameView.sides.slice(0, names.length).map((side, k) => (
                    <th scope="col">
                      <span class="order">
                        <Swatch player={k} />
                        {t(side)}
                      </span>
                    </th>
                  ))}
            </tr>
          </thead>
          <tbody>
            {inOrder(report.rows, standing).map((row) => (
              <Orders
                key={row.player}
                row={position || report.head || !row.isOrder ? row : blank(row)}
                names={names}
                sides={gameView.sides}
                isOwn={row.player !== undefined && own.includes(row.player)}
                isOut={standing.some(({ player, out }) => out && player === row.player)}
              />
            ))}
          </tbody>
        </table>
        <ul class="events" ref={list}>
          {report.events.map((event) => (
            <li>{say(event, names)}</li>
          ))}
        </ul>
      </>
    );
  }

  function Shown() {
    const shown = frame.value;
    return shown && !shown.curtain ? <Turn {...shown} /> : null;
  }
  render(<Shown />, host);
}

/** Orders the rows of many players by who leads, as in the scores at the board. */
function inOrder(rows: Row[], standing: readonly { player: number }[]): Row[] {
  if (standing.length <= SIDE_BY_SIDE) return rows;
  const place = new Map(standing.map(({ player }, k) => [player, k]));
  const placeOf = ({ player = -1 }: Row) => place.get(player) ?? standing.length;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

interface OrdersProps {
  row: Row;
  names: string[];
  sides: readonly string[];
  /** whether it is the user's own player among many */
  isOwn: boolean;
  isOut: boolean;
}

function Orders({ row, names, sides, isOwn, isOut }: OrdersProps) {
  const label = say(row.label, names);
  const called = row.player === undefined ? undefined : names[row.player];
  const side = t(sides[row.player ?? 0] ?? '');
  return (
    <tr
      data-moved={row.hasMoved ? '' : undefined}
      data-own={isOwn ? '' : undefined}
      data-out={isOut ? '' : undefined}
    >
      <th scope="row" title={called ?? label}>
        <span class="order">
          {row.player !== undefined && <Swatch player={row.player} />}
          <span class="name">{label}</span>
          {/* If many players have no other table, this one has their names. */}
          {called !== undefined && <Called name={called} side={side} />}
        </span>
      </th>
      {row.cells.map(({ icon, text }) => (
        <td title={say(text, names)}>
          <span class="order">
            {icon && <Icon name={icon} />}
            <span class="name at-times-unseen">{say(text, names)}</span>
          </span>
        </td>
      ))}
    </tr>
  );
}

/**
 * A name. If it is too long it is cut before its end, which is often the only difference between two bots. If players share a
 * name, the end is the side.
 */
function Called({ name: full, side: ofSeat }: { name: string; side: string }) {
  const { name, side } = withSide(full, ofSeat);
  if (name !== full)
    return (
      <span class="called" data-shared="">
        <span>{name}</span>
        <span>{side}</span>
      </span>
    );
  const signs = [...name];
  return (
    <span class="called">
      <span>{signs.slice(0, -LAST_LETTERS).join('')}</span>
      <span>{signs.slice(-LAST_LETTERS).join('')}</span>
    </span>
  );
}

/** Before the first turn there are no orders. */
const blank = (row: Row): Row => ({
  ...row,
  cells: row.cells.map(() => ({ icon: 'minus', text: ['orders.none', {}] })),
});

function isTooLong(element: Element) {
  const isClipped = getComputedStyle(element).overflowY !== 'visible';
  return isClipped && element.scrollHeight > element.clientHeight + 1;
}
