// The plot of the chart: the lines, with uPlot.

import '../../base/words/intl.ts';
import uPlot from 'uplot';
import { h, on } from '../../base/ui/dom.ts';
import { playerToken } from '../../board/brush.ts';
import { createColours } from '../../board/colours.ts';
import { TIME } from '../../match/figures.ts';
import { drawForks, drawGrid, drawMarks, nearest, STRIP } from './chart-marks.js';
import { INSET, placeOnTrack } from './track.js';

/** @typedef {import('../../match/figures.ts').Figures} Figures */
/** @typedef {import('../../match/figures.ts').Mark} Mark */
/** @typedef {{figures: Figures, series: string, isLog: boolean, forks: {turn: number}[]}} Shown */

/** Where lines lie on each other, the one below shows through the dashes. */
const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 4], [12, 5], [1, 4], [6, 2, 1, 2]];

/**
 * The lines of the chart, above the slider. A click goes to a turn.
 *
 * @param {HTMLElement} host
 * @param {import('../../match/playback.ts').Playback} playback
 * @param {object} source
 * @param {() => Shown | null} source.shown which lines there are
 * @param {() => Mark[]} source.marks those that may be seen
 * @param {() => void} source.pointed the pointer is over another turn, or over none
 */
export function createPlot(host, playback, { shown, marks, pointed }) {
  const now = h('div', { class: 'chart-now' });
  const { colour, forget } = createColours(host);
  /** @type {uPlot | null} */
  let chart = null;
  /** The turn that the pointer is over. @type {number | null} */
  let hovered = null;
  let width = 0;
  let height = 0;

  /** Makes the plot anew, for other lines or another size. */
  function build() {
    chart?.destroy();
    chart = null;
    hovered = null;
    const wanted = shown();
    if (!wanted || width < 2 * INSET + 1 || height < STRIP + 8) return;
    const { isLog, forks } = wanted;
    chart = new uPlot(
      {
        width,
        height,
        padding: [6, INSET, STRIP, INSET],
        legend: { show: false },
        axes: [{ show: false }, { show: false }],
        scales: {
          x: { time: false, range: () => [0, Math.max(1, playback.state.last)] },
          y: { distr: isLog ? 3 : 1, range: (_, low, high) => rangeOf(isLog, low, high) },
        },
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
        series: seriesOf(wanted, colour),
        hooks: {
          drawAxes: [(u) => drawGrid(u, isLog, colour), (u) => drawForks(u, forks, colour)],
          // New scales hold only from here on.
          draw: [(u) => drawMarks(u, marks(), colour), place],
          setCursor: [(u) => hover(turnUnder(u))],
        },
      },
      dataOf(wanted),
      host,
    );
    chart.over.append(now);
    place();
  }

  /** From the left edge, whatever the plot has drawn by now. @param {number} turn */
  const left = (turn) => placeOnTrack(turn, playback.state.last, width);

  /** The line of the turn that is shown. */
  function place() {
    now.style.transform = `translateX(${left(playback.state.position) - INSET}px)`;
  }

  /** What a click would go to. @param {uPlot} u */
  function turnUnder({ cursor: { left = -1, idx } }) {
    if (left < 0 || !chart) return null;
    return nearest(chart, marks(), left)?.turn ?? idx ?? null;
  }

  /** @param {number | null} turn */
  function hover(turn) {
    if (turn === hovered) return;
    hovered = turn;
    pointed();
  }

  /** @param {PointerEvent} event */
  function go(event) {
    if (event.buttons !== 1 || !chart) return;
    const x = event.clientX - chart.over.getBoundingClientRect().left;
    // A drag goes to every turn on its way, not only to those with marks.
    const near = event.type === 'pointerdown' ? nearest(chart, marks(), x) : null;
    playback.goTo(near?.turn ?? chart.posToVal(x, 'x'));
  }

  new ResizeObserver(([entry]) => {
    if (!entry) return;
    width = Math.floor(entry.contentRect.width);
    height = Math.floor(entry.contentRect.height);
    build();
    pointed();
  }).observe(host);
  // uPlot remembers where it is, and the page may have moved it since.
  on(host, 'pointerenter', () => chart?.syncRect());
  on(host, 'pointerdown', go);
  on(host, 'pointermove', go);
  on(host, 'pointerleave', () => hover(null));

  return {
    build,
    place,
    /** @returns {number | null} the turn that the pointer is over */
    hovered: () => hovered,
    /** Where a turn is, from the left edge in pixels. @param {number} turn */
    left,
    /** The lines have grown. */
    grow() {
      const wanted = shown();
      if (wanted) chart?.setData(dataOf(wanted));
      place();
    },
    redraw: () => chart?.redraw(false),
    /** The theme changed: colours are read anew. */
    repaint() {
      forget();
      chart?.redraw(false);
    },
  };
}

/** @param {Shown} shown @returns {uPlot.AlignedData} */
function dataOf({ figures, series }) {
  return [figures.turns, ...figures.lines(series), ...(series === TIME ? [figures.limit] : [])];
}

/** @param {Shown} shown @param {(token: string) => string} colour @returns {uPlot.Series[]} */
function seriesOf({ figures, series }, colour) {
  const { length } = figures.lines(series);
  const lines = Array.from({ length }, (_, k) => ({
    stroke: () => colour(length === 1 ? 'ink-2' : playerToken(k)),
    width: 1.5,
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

/**
 * @param {boolean} log
 * @param {number | null} low
 * @param {number | null} high
 * @returns {[number, number]}
 */
function rangeOf(log, low, high) {
  if (log) return [0.7 * Math.max(0.1, low ?? 1), 1.6 * Math.max(1, high ?? 1)];
  return [0, 1.06 * Math.max(1, high ?? 1)];
}
