// The plot with the lines of the chart, drawn by uPlot.

import '../../base/words/intl.ts';
import { effect, untracked } from '@preact/signals';
import uPlot from 'uplot';
import { h, on } from '../../base/ui/dom.ts';
import { playerToken } from '../../board/brush.ts';
import { createColours } from '../../board/colours.ts';
import type { Figures, Mark } from '../../match/figures.ts';
import { TIME } from '../../match/figures.ts';
import { drawForks, drawGrid, drawMarks, heights, nearest, STRIP, showNumbers } from './chart-marks.ts';
import type { Placed, Scale } from './chart-scale.ts';
import { INSET, placeOnTrack, rangeOf } from './chart-scale.ts';
import type { ChartState } from './chart-state.ts';

/** The dashes of the lines: where lines overlap, the lower one is visible between the dashes. */
const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 4], [12, 5], [1, 4], [6, 2, 1, 2]];

/** The width of a line in pixels, and that of an emphasized one among many paler ones. */
const LINE = 1.5;
const STRONG = 2.75;
const PALE = 0.6;

export type Plot = ReturnType<typeof createPlot>;

/**
 * The lines of the chart, above the slider.
 *
 * @param goTo goes to a turn
 */
export function createPlot(host: HTMLElement, state: ChartState, goTo: (turn: number) => void) {
  const now = h('div', { class: 'chart-now' });
  const numbers = h('div', { class: 'chart-numbers' });
  const { colour, forget } = createColours(host);
  let chart: uPlot | null = null;
  let width = 0;
  let height = 0;
  let groups: Placed[] = [];

  /** Makes the plot again, for other lines or another size. */
  function build() {
    chart?.destroy();
    chart = null;
    state.hovered.value = null;
    const charted = state.charted.peek();
    if (!charted || width < 2 * INSET + 1 || height < STRIP + 8) return;
    const scale = state.scale.peek();
    const series = state.series.peek();
    chart = new uPlot(
      {
        width,
        height,
        padding: [6, INSET, STRIP, INSET],
        legend: { show: false },
        axes: [{ show: false }, { show: false }],
        scales: {
          x: { time: false, range: () => [0, Math.max(1, state.last.peek())] },
          y: { distr: scale === 'log' ? 3 : 1, range: (_, low, high) => rangeOf(scale, low, high) },
        },
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
        series: seriesOf(charted.figures, series, colour),
        hooks: {
          drawAxes: [
            (u) => drawGrid(u, scale, colour),
            (u) => drawForks(u, charted.match.header.forks ?? [], colour),
          ],
          // New scales are in effect only from here on.
          draw: [
            (u) => showNumbers(u, heights(u, scale), numbers),
            (u) => {
              groups = drawMarks(u, state.marks.peek(), colour);
            },
            place,
          ],
          setCursor: [
            (u) => {
              state.hovered.value = turnUnder(u);
            },
          ],
        },
      },
      dataOf(charted.figures, series, scale),
      host,
    );
    chart.over.append(now, numbers);
    stress();
    place();
  }

  /** Emphasizes the lines of the leader and of the user's bot among many. */
  function stress() {
    const strong = state.strong.peek();
    const all = strong ? strong.split(',').map(Number) : [];
    for (const [k, line] of chart?.series.slice(1).entries() ?? []) {
      line.width = all.includes(k) ? STRONG : LINE;
      line.alpha = all.length > 0 && !all.includes(k) ? PALE : 1;
    }
  }

  /** Pixels from the left edge, independent of what the plot has drawn so far. */
  const left = (turn: number) => placeOnTrack(turn, state.last.peek(), width);

  /** Places the line of the shown turn. */
  function place() {
    now.toggleAttribute('data-last', state.position.peek() >= state.last.peek());
    now.style.transform = `translateX(${left(state.position.peek()) - INSET}px)`;
  }

  /** The turn that a click would go to. */
  function turnUnder({ cursor: { left: x = -1, idx } }: uPlot): number | null {
    if (x < 0 || !chart) return null;
    return nearest(chart, state.marks.peek(), x)?.turn ?? idx ?? null;
  }

  function go({ type, buttons, clientX }: PointerEvent) {
    if (buttons !== 1 || !chart) return;
    const x = clientX - chart.over.getBoundingClientRect().left;
    // A drag goes to all turns, not only to those with marks.
    const near = type === 'pointerdown' ? nearest(chart, state.marks.peek(), x) : null;
    goTo(near?.turn ?? chart.posToVal(x, 'x'));
  }

  new ResizeObserver(([entry]) => {
    if (!entry) return;
    width = Math.floor(entry.contentRect.width);
    height = Math.floor(entry.contentRect.height);
    build();
  }).observe(host);
  // uPlot remembers its position on the page, which may have changed.
  on(host, 'pointerenter', () => chart?.syncRect());
  on(host, 'pointerdown', go);
  on(host, 'pointermove', go);
  on(host, 'pointerleave', () => {
    state.hovered.value = null;
  });

  effect(() => {
    void [state.charted.value, state.series.value];
    untracked(build);
  });
  effect(() => {
    void state.grown.value;
    const charted = state.charted.peek();
    if (charted) chart?.setData(dataOf(charted.figures, state.series.peek(), state.scale.peek()));
  });
  effect(() => {
    void state.bound.value;
    chart?.redraw(false);
  });
  effect(() => {
    void state.strong.value;
    untracked(stress);
    chart?.redraw(false);
  });
  effect(() => {
    void [state.position.value, state.last.value];
    place();
  });

  return {
    /** The position of a turn, in pixels from the left edge. */
    left,
    /** The events of other turns that share a mark with those of a turn. */
    beside: (turn: number): Mark[] =>
      groups
        .filter(({ marks }) => marks.some((mark) => mark.turn === turn))
        .flatMap(({ marks }) => marks.filter((mark) => mark.turn !== turn)),
    /** To be called when the theme has changed: reads the colours again. */
    repaint() {
      forget();
      chart?.redraw(false);
    },
  };
}

/** The data of the lines. A logarithmic scale has no 0, so the curve of a player who is out ends. */
function dataOf(figures: Figures, series: string, scale: Scale) {
  const lines = figures.lines(series);
  const shown = scale === 'log' ? lines.map((line) => line.map((value) => value || null)) : lines;
  return [figures.turns, ...shown, ...(series === TIME ? [figures.limit] : [])] as uPlot.AlignedData;
}

function seriesOf(figures: Figures, series: string, colour: (token: string) => string): uPlot.Series[] {
  const { length } = figures.lines(series);
  const lines = Array.from({ length }, (_, k) => ({
    stroke: () => colour(length === 1 ? 'ink-2' : playerToken(k)),
    width: LINE,
    dash: DASHES[k % DASHES.length] ?? [],
    spanGaps: true,
    points: { show: false },
  }));
  const limit = {
    stroke: () => colour('bad'),
    width: 1,
    dash: [2, 4],
    spanGaps: true,
    points: { show: false },
  };
  return [{}, ...lines, ...(series === TIME ? [limit] : [])];
}
