// The grid of seeds by seats: every cell is a game, and opens its match.

// biome-ignore-all lint/a11y/useSemanticElements: As many seeds stand beside each other as there is room for, which no table does.
// biome-ignore-all lint/a11y/useFocusableInteractive: The buttons in the cells have the focus.

import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useArrows } from '../../base/ui/arrows.ts';
import { t } from '../../base/words/index.ts';
import type { Cell, Filter, SeedRow } from './games.ts';
import { endOf, FILTERS, filtered, tallyOf } from './games.ts';
import type { Memory } from './memory.ts';
import { endWords } from './reasons.ts';

/** The number of seeds on one page. */
const PAGE = 120;

interface Props {
  game: string;
  rows: SeedRow[];
  /** the name of the entrant, and that of the opponent; '' if there are several */
  names: readonly [string, string];
  /** the sentence about how to read the grid */
  says: string;
  memory: Memory;
  open: (cell: Cell) => void;
}

export function Grid({ game, rows, names, says, memory, open }: Props) {
  useMemo(() => reveal(rows, memory), []);
  const shown = filtered(rows, memory.filter.value);
  const pages = Math.max(1, Math.ceil(shown.length / PAGE));
  const page = Math.min(memory.page.value, pages - 1);
  const here = shown.slice(page * PAGE, (page + 1) * PAGE);
  if (rows.length === 0) return null;
  return (
    <div>
      <Filters rows={rows} memory={memory} />
      <p class="hint">{says}</p>
      <Cells game={game} rows={here} names={names} memory={memory} open={open} />
      {pages > 1 && <Pager page={page} pages={pages} turn={(to) => (memory.page.value = to)} />}
    </div>
  );
}

/** Shows the page with the game that the user comes back from, which may not be the page that they left. */
function reveal(rows: SeedRow[], memory: Memory) {
  const rowIn = (shown: SeedRow[]) =>
    shown.findIndex(({ cells }) => cells.some((cell) => keyOf(cell) === memory.cell));
  if (rowIn(rows) < 0) return;
  if (rowIn(filtered(rows, memory.filter.peek())) < 0) memory.filter.value = 'all';
  memory.page.value = Math.floor(rowIn(filtered(rows, memory.filter.peek())) / PAGE);
}

function Filters({ rows, memory }: Pick<Props, 'rows' | 'memory'>) {
  const all = rows.flatMap(({ cells }) => cells);
  const faults = all.filter(({ fault }) => fault !== null).length;
  const counts = { all: all.length, fault: faults, ...tallyOf(all) };
  function choose(filter: Filter) {
    memory.filter.value = filter;
    memory.page.value = 0;
  }
  return (
    <div class="compete-filters" role="group" aria-label={t('compete.grid.show')}>
      {FILTERS.map((filter) => (
        <button
          key={filter}
          type="button"
          class="quiet"
          aria-pressed={filter === memory.filter.value}
          onClick={() => choose(filter)}
        >
          {t(`compete.filter.${filter}`, { count: counts[filter] })}
        </button>
      ))}
    </div>
  );
}

function Cells({ game, rows, names, memory, open }: Omit<Props, 'says'>) {
  const grid = useRef<HTMLDivElement>(null);
  /** The key of the game that the user comes back from: its cell gets the focus. */
  const from = useRef(memory.cell);
  useArrows(grid);
  useLayoutEffect(() => {
    const found = from.current && grid.current?.querySelector<HTMLElement>(`[data-key="${from.current}"]`);
    // The game may not be loaded yet.
    if (!found) return;
    from.current = '';
    found.focus();
  });
  return (
    <div class="compete-grid" role="grid" aria-label={t('compete.grid.label')} ref={grid}>
      {rows.map(({ block, seed, cells }) => (
        <div key={block} role="row" class="seed-row">
          <span role="rowheader" class="seed-name">
            {seed}
          </span>
          {cells.map((cell) => (
            <GameCell key={cell.game} game={game} cell={cell} names={names} memory={memory} open={open} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The key by which the cell of a game is found again. */
export const keyOf = ({ block, game }: Pick<Cell, 'block' | 'game'>) => `${block}-${game}`;

type OfCell = Pick<Props, 'game' | 'names' | 'memory' | 'open'> & { cell: Cell };

function GameCell({ game, cell, names: [name, other], memory, open }: OfCell) {
  const { outcome, seat, seed, number, fault } = cell;
  const key = keyOf(cell);
  // The reason is about the loser; in a draw, about both players or neither.
  const end = endOf(cell);
  const cause = endWords(game, end);
  const isOfLoser = !end.isDraw && end.causes.length > 0;
  const loser = isOfLoser ? (outcome === 'loss' ? name : other) : '';
  const says = t('compete.cell.words', {
    outcome: [`compete.${outcome}`, {}],
    ...{ seat: seat + 1, seed, number },
    why: loser ? t('compete.cause.of', { name: loser, cause }) : cause,
  });
  return (
    <span role="gridcell">
      <button
        type="button"
        class="cell"
        title={says}
        aria-label={says}
        data-key={key}
        data-outcome={outcome}
        data-fault={fault === null ? undefined : ''}
        onClick={() => {
          Object.assign(memory, { cell: key, from: '' });
          open(cell);
        }}
      >
        {t(`compete.${outcome}.letter`)}
      </button>
    </span>
  );
}

function Pager({ page, pages, turn }: { page: number; pages: number; turn: (page: number) => void }) {
  const element = useRef<HTMLDivElement>(null);
  // At the first or the last page a button is disabled: the other one gets its focus.
  useLayoutEffect(() => {
    const isStuck = element.current?.querySelector('button:disabled:focus');
    if (isStuck) element.current?.querySelector<HTMLElement>('button:enabled')?.focus();
  }, [page, pages]);
  return (
    <div class="compete-pager" ref={element}>
      <button type="button" class="plain" disabled={page === 0} onClick={() => turn(page - 1)}>
        {t('compete.grid.before')}
      </button>
      <span>{t('compete.grid.page', { page: page + 1, pages })}</span>
      <button type="button" class="plain" disabled={page + 1 === pages} onClick={() => turn(page + 1)}>
        {t('compete.grid.after')}
      </button>
    </div>
  );
}
