// The chart above the slider.

import { h, on } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { t } from '../../base/words/index.ts';
import { gameFace } from '../../games/index.ts';
import { namesOf } from '../../games/names.ts';
import { createFigures, TIME } from '../../match/figures.ts';
import { nextTurn } from './chart-marks.js';
import { createPlot } from './chart-plot.js';
import { labelOf, renderLegend, renderTip, wordsOf } from './chart-words.js';

/** @typedef {import('../../match/playback.ts').Playback} Playback */
/** @typedef {import('../../match/types.ts').Match} Match */
/** @typedef {import('../../match/figures.ts').Figures} Figures */
/** @typedef {import('../../base/kept/settings.ts').Store} Store */

/** Milliseconds between two looks at a running match; a long one is drawn less often. */
const LIVE = 100;
const LIVE_LONG = 500;
const LONG = 2000;

/**
 * Plots the game's numbers, or the time of every move against its limit, turn by turn. Marks show captures, losses,
 * ends and faults. A click goes to its turn; the numbers under the pointer are shown as text.
 *
 * @param {HTMLElement} host
 * @param {Playback} playback
 * @param {Store} store
 */
export function createChart(host, playback, store) {
  const legend = h('span', { class: 'chart-legend' });
  const tip = h('div', { class: 'chart-tip panel', hidden: true, 'aria-hidden': 'true' });
  const lines = h('div', { class: 'chart-plot', 'aria-hidden': 'true' });
  /** What is shown of which match. @type {{match: Match, figures: Figures, names: string[]} | null} */
  let current = null;
  /** @type {WeakMap<Match, Figures>} */
  const known = new WeakMap();
  let later = 0;
  /** @type {readonly number[] | null} */
  let bound = null;
  const choice = createChoice(store);
  const plot = createPlot(lines, playback, { shown, marks, pointed: tell });
  host.append(h('div', { class: 'chart-head' }, choice.select, legend), lines, tip);

  /** What is taken from others is not marked for a human who plays and may not see it, until the end. */
  function marks() {
    const { bound } = playback.state;
    const all = current?.figures.marks ?? [];
    return bound ? all.filter(({ kind, player }) => kind !== 'capture' || bound.includes(player)) : all;
  }

  /** What is plotted. */
  function shown() {
    if (!current) return null;
    const { match, figures } = current;
    const series = choice.series();
    const isLog = series === TIME || (gameFace(match.header.game).logs ?? []).includes(series);
    return { figures, series, isLog, forks: match.header.forks ?? [] };
  }

  /** @param {Match} match */
  function use(match) {
    const face = gameFace(match.header.game);
    const figures = known.get(match) ?? createFigures(match, face.sums);
    known.set(match, figures);
    figures.update();
    current = { match, figures, names: namesOf(match.header) };
    choice.offer(match.header.game, figures.names());
    plot.build();
  }

  /** A running match brings many turns a second; they are drawn together. @param {Match} match */
  function grow(match) {
    if (later) return;
    const wait = match.records.length > LONG ? LIVE_LONG : LIVE;
    later = window.setTimeout(catchUp, playback.state.live ? wait : 0);
  }

  function catchUp() {
    later = 0;
    if (!current?.figures.update()) return;
    if (choice.offer(current.match.header.game, current.figures.names())) plot.build();
    plot.grow();
    tell();
  }

  /** @param {number} turn */
  function at(turn) {
    return { series: choice.series(), turn, marks: marks(), bound: playback.state.bound };
  }

  function tell() {
    if (!current) return;
    const { match, figures, names } = current;
    const hovered = plot.hovered();
    renderLegend(legend, figures.lines(choice.series()), choice.series(), hovered ?? playback.state.position);
    tip.hidden = hovered === null;
    if (hovered === null) return;
    renderTip(tip, match, { figures, names, ...at(hovered) });
    const room = host.clientWidth - tip.offsetWidth;
    const left = plot.left(hovered) - tip.offsetWidth / 2;
    tip.style.left = `${Math.max(0, Math.min(room, left))}px`;
  }

  /** @param {import('../../match/playback.ts').State} state */
  function render(state) {
    if (!state.match || state.last < 0) return;
    if (state.match !== current?.match) use(state.match);
    else if (current.figures.turns.length < state.match.records.length) grow(state.match);
    if (state.bound !== bound) {
      ({ bound } = state);
      plot.redraw();
    }
    plot.place();
    if (plot.hovered() === null) tell();
  }

  playback.subscribe(render);
  on(choice.select, 'change', () => {
    choice.keep();
    plot.build();
    tell();
  });
  if (playback.state.match) render(playback.state);

  return {
    /** The theme changed: colours are read anew. */
    repaint: plot.repaint,
    /** Goes to the turn before or after with something to look at. @param {1 | -1} by */
    goToMark(by) {
      const turn = nextTurn(marks(), playback.state.position, by);
      if (turn !== null) playback.goTo(turn);
    },
    /** What the numbers of the turn that is shown are, in words. @returns {string} */
    inWords() {
      if (!current) return '';
      const { match, figures, names } = current;
      return wordsOf(match, { figures, names, ...at(playback.state.position) });
    },
  };
}

/** @typedef {ReturnType<typeof createChart>} Chart */

/**
 * The series of numbers that is shown, of those that a game has. A choice is remembered for each game.
 *
 * @param {Store} store
 */
function createChoice(store) {
  const select = h('select', { 'aria-label': t('chart.series'), title: t('chart.series') });
  let game = '';
  let offered = '';
  return {
    select,
    series: () => select.value,
    /** @param {string} of the game @param {string[]} names @returns {boolean} whether they are others than before */
    offer(of, names) {
      const key = `${of} ${names.join()}`;
      if (key === offered) return false;
      [game, offered] = [of, key];
      refill(select, ...names.map((name) => h('option', { value: name }, labelOf(game, name))));
      const wanted = store.get(`chart.${game}`, '');
      select.value = names.includes(wanted) ? wanted : (names[0] ?? '');
      return true;
    },
    /** Keeps what was chosen. */
    keep: () => store.set(`chart.${game}`, select.value),
  };
}
