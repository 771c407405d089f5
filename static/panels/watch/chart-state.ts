// The state of the chart: the numbers of the shown match, as far as they are known. No DOM.

import { batch, computed, effect, signal } from '@preact/signals';
import type { Store } from '../../base/storage/settings.ts';
import { gameViewOf } from '../../games/index.ts';
import { namesAt } from '../../games/names.ts';
import type { Figures } from '../../match/figures.ts';
import { BANK, createFigures, TIME } from '../../match/figures.ts';
import { ownAmong } from '../../match/parts.ts';
import type { Match } from '../../match/types.ts';
import type { Scale } from './chart-scale.ts';
import type { Watched } from './state.ts';

/** Milliseconds between two updates of a running match; long matches are updated less often. */
const LIVE_MS = 100;
const LIVE_LONG_MS = 500;
const LONG_MATCH = 2000;

/** Up to this number, players are in the order of their seats; more players are ordered by who leads. */
const MOST_IN_SEATS = 4;
/** Up to this number of players, all lines are equally strong. */
const DUEL = 2;

/** The numbers of a match. */
export interface Charted {
  match: Match;
  figures: Figures;
  /** The names of the players of a turn. */
  names: (turn: number) => string[];
}

export type ChartState = ReturnType<typeof createChartState>;

/** @param store where the chosen series of each game is kept */
export function createChartState(
  { state, position, last, hidesAhead, called }: Watched,
  store: Pick<Store, 'get' | 'set'>,
) {
  const charted = signal<Charted | null>(null);
  /** The names of the available series. */
  const offered = signal<string[]>([]);
  const series = signal('');
  /** Increased when numbers were added. */
  const grown = signal(0);
  /** The turn under the pointer; null if none. */
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
    // A running match has many turns a second, which are drawn together.
    else if (now.figures.turns.length < match.records.length && !later)
      later = window.setTimeout(
        catchUp,
        live ? (match.records.length > LONG_MATCH ? LIVE_LONG_MS : LIVE_MS) : 0,
      );
  });

  const bound = computed(() => state.value.bound);
  /** The same, unless it would give away how the watched match goes on. */
  const pointed = computed(() => {
    const turn = hovered.value;
    return turn !== null && hidesAhead.value && turn > position.value ? null : turn;
  });

  /** The turn whose numbers are shown. */
  const turn = computed(() => pointed.value ?? position.value);
  const isOwn = computed(() => series.value !== TIME && series.value !== BANK);
  const linesNow = () => {
    void grown.value;
    return charted.value?.figures.lines(series.value) ?? [];
  };

  /** The players who are out by a turn. */
  function outAt(at: number): ReadonlySet<number> {
    const marks = charted.value?.figures.marks ?? [];
    return new Set(marks.flatMap(({ kind, player, turn }) => (kind === 'out' && turn <= at ? [player] : [])));
  }

  /** The players in the order of their numbers on a turn, with those who are out last. A few players are in the order of seats. */
  function orderAt(at: number): number[] {
    const lines = linesNow();
    const order = [...lines.keys()];
    if (lines.length <= MOST_IN_SEATS) return order;
    const out = outAt(at);
    const amount = (k: number) => lines[k]?.[at] ?? 0;
    return order.sort(
      (one, other) =>
        Number(out.has(one)) - Number(out.has(other)) || amount(other) - amount(one) || one - other,
    );
  }

  /** The player with the highest number of the game; null if nobody is ahead of all others. */
  function leaderAt(at: number): number | null {
    const values = linesNow().map((line) => line[at] ?? 0);
    if (!isOwn.value || values.length <= DUEL) return null;
    const most = Math.max(...values);
    const first = values.indexOf(most);
    return values.indexOf(most, first + 1) < 0 ? first : null;
  }

  const ownAt = (at: number): number[] => (charted.value ? ownAmong(charted.value.match.header, at) : []);

  /** Moves the players who are named to the front. */
  const namedFirst = (order: readonly number[], named: ReadonlySet<number>): number[] =>
    order.length <= MOST_IN_SEATS
      ? [...order]
      : [...order.filter((k) => named.has(k)), ...order.filter((k) => !named.has(k))];

  /** The emphasized players as a text, which does not change as long as they are the same. */
  const strong = computed(() => [leaderAt(position.value) ?? [], ownAt(position.value)].flat().join());

  return {
    ...{ charted, offered, series, grown, hovered, pointed, position, last, bound, called, hidesAhead },
    ...{ turn, isOwn, outAt, orderAt, namedFirst, leaderAt, ownAt, strong },
    scale: computed((): Scale => {
      const { logs = [] } = chartedView(charted.value) ?? {};
      return series.value === TIME || logs.includes(series.value) ? 'log' : 'even';
    }),
    /** The marks. Until the end, captures among others are left out for a human player who may not see them. */
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
