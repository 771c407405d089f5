// What the chart shows: which numbers of which match, as far as they are there. No DOM.

import { batch, computed, effect, signal } from '@preact/signals';
import type { Store } from '../../base/storage/settings.ts';
import { gameViewOf } from '../../games/index.ts';
import { namesAt } from '../../games/names.ts';
import type { Figures } from '../../match/figures.ts';
import { createFigures, TIME } from '../../match/figures.ts';
import type { Match } from '../../match/types.ts';
import type { Scale } from './chart-scale.ts';
import type { Watched } from './state.ts';

/** Milliseconds between two looks at a running match; a long one is drawn less often. */
const LIVE_MS = 100;
const LIVE_LONG_MS = 500;
const LONG_MATCH = 2000;

/** The numbers of a match. */
export interface Charted {
  match: Match;
  figures: Figures;
  /** Of those who played a turn. */
  names: (turn: number) => string[];
}

export type ChartState = ReturnType<typeof createChartState>;

/** @param store keeps for each game which series was chosen */
export function createChartState(
  { state, position, last, hidesAhead, called }: Watched,
  store: Pick<Store, 'get' | 'set'>,
) {
  const charted = signal<Charted | null>(null);
  /** The names of the series that there are. */
  const offered = signal<string[]>([]);
  const series = signal('');
  /** How often numbers were added. */
  const grown = signal(0);
  /** The turn that the pointer is over. */
  const hovered = signal<number | null>(null);
  const known: WeakMap<Match, Figures> = new WeakMap();
  let later = 0;

  const game = () => charted.peek()?.match.header.game ?? '';

  function offer(figures: Figures) {
    const names = figures.names();
    if (names.join() === offered.peek().join() && names.includes(series.peek())) return;
    offered.value = names;
    const wanted = store.get(`chart.${game()}`, '');
    series.value = names.includes(wanted) ? wanted : (names[0] ?? '');
  }

  function use(match: Match) {
    const figures = known.get(match) ?? createFigures(match, gameViewOf(match.header.game).sums);
    known.set(match, figures);
    figures.update();
    charted.value = { match, figures, names: (turn) => namesAt(match.header, turn) };
    hovered.value = null;
    offered.value = [];
    offer(figures);
  }

  function catchUp() {
    later = 0;
    const figures = charted.peek()?.figures;
    if (!figures?.update()) return;
    batch(() => {
      offer(figures);
      grown.value += 1;
    });
  }

  effect(() => {
    const { match, last: newest, live } = state.value;
    if (!match || newest < 0) return;
    const now = charted.peek();
    if (match !== now?.match) batch(() => use(match));
    // A running match brings many turns a second; they are drawn together.
    else if (now.figures.turns.length < match.records.length && !later)
      later = window.setTimeout(
        catchUp,
        live ? (match.records.length > LONG_MATCH ? LIVE_LONG_MS : LIVE_MS) : 0,
      );
  });

  const bound = computed(() => state.value.bound);
  /** The same, unless it would tell how a match goes on that is being watched. */
  const pointed = computed(() => {
    const turn = hovered.value;
    return turn !== null && hidesAhead.value && turn > position.value ? null : turn;
  });

  return {
    ...{ charted, offered, series, grown, hovered, pointed, position, last, bound, called },
    /** The turn whose numbers are shown. */
    turn: computed(() => pointed.value ?? position.value),
    scale: computed((): Scale => {
      const { logs = [], grows = [] } = chartedView(charted.value) ?? {};
      if (grows.includes(series.value)) return 'grows';
      return series.value === TIME || logs.includes(series.value) ? 'log' : 'even';
    }),
    /** What is taken from others is not marked for a human who plays and may not see it, until the end. */
    marks: computed(() => {
      void grown.value;
      const all = charted.value?.figures.marks ?? [];
      const seen = bound.value;
      return seen
        ? all.filter(({ kind, player }) => kind !== 'capture' || seen.includes(player))
        : all.slice();
    }),
    choose(name: string) {
      series.value = name;
      store.set(`chart.${game()}`, name);
    },
  };
}

const chartedView = (charted: Charted | null) => charted && gameViewOf(charted.match.header.game);
