// The board as a table of cells, shown in place of the board, for screen readers and for reading. It has the same view.

import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { h, on, setText } from '../../base/ui/dom.ts';
import { list, say, t } from '../../base/words/index.ts';
import type { Grid } from '../../board/table.ts';
import type { Frame, Watched } from './state.ts';

/** Milliseconds between two updates while a match plays. */
const UPDATE_EVERY_MS = 250;

/**
 * @param board the frame of the board
 * @param button shows and hides the table
 */
export function createTable(board: HTMLElement, button: HTMLElement, { frame, state }: Watched) {
  const isShown = signal(false);
  /** The position that the table shows. */
  const shown = signal<Frame | null>(null);
  let timer = 0;

  function fill() {
    clearTimeout(timer);
    timer = 0;
    shown.value = frame.peek();
  }

  effect(() => {
    if (!isShown.value || !frame.value) return;
    // While the device is passed to the next player, nothing may be read a moment longer.
    if (!state.value.playing || frame.value.curtain) fill();
    else if (!timer) timer = window.setTimeout(fill, UPDATE_EVERY_MS);
  });
  effect(() => {
    board.toggleAttribute('data-table', isShown.value);
    setText(button, t(isShown.value ? 'board.asPicture' : 'board.asTable'));
  });

  const host = h('div', { class: 'island' });
  board.append(host);
  render(<Table />, host);

  function Table() {
    const { gameView, view, names = [] } = shown.value ?? {};
    const region = useRef<HTMLDivElement>(null);
    const isOn = isShown.value;
    useLayoutEffect(() => {
      if (isOn) region.current?.focus();
    }, [isOn]);
    return (
      // biome-ignore lint/a11y/useSemanticElements: It takes the place of the canvas.
      <div
        ref={region}
        class="board-table"
        role="region"
        aria-label={t('board.table')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: Keys scroll it.
        tabIndex={0}
        hidden={!isOn}
      >
        {isOn &&
          gameView &&
          view &&
          gameView.table(view).map((grid, k) => <Cells key={k} grid={grid} names={names} />)}
      </div>
    );
  }

  function toggle() {
    isShown.value = !isShown.value;
    if (isShown.value) fill();
    else board.querySelector('canvas')?.focus();
  }

  on(button, 'click', toggle);
  return { toggle };
}

function Cells({ grid: { caption, cells, first }, names }: { grid: Grid; names: string[] }) {
  const line = (cell: Grid['cells'][number][number]) =>
    list(
      cell.map((message) => say(message, names)),
      'unit',
    );
  return (
    <table>
      <caption>{say(caption, names)}</caption>
      <thead>
        <tr>
          <td />
          {(cells[0] ?? []).map((_, k) => (
            <th scope="col" aria-label={t('board.column', { number: k + first })}>
              {k + first}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cells.map((row, k) => (
          <tr>
            <th scope="row" aria-label={t('board.row', { number: k + first })}>
              {k + first}
            </th>
            {row.map((cell) => (
              <td>{line(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
