import '../../base/words/intl.js';
import uPlot from 'uplot';
import { h, on, setText, swatch } from '../../base/ui/dom.js';
import { fixed, list, say, sentences, t } from '../../base/words/index.js';
import { playerToken } from '../../board/brush.js';
import { gameFace } from '../../games/index.js';
import { namesOf } from '../../games/names.js';
import { BANK, createFigures, TIME } from '../../match/figures.js';
import { MOST_SHOWN } from '../../match/match.js';
import { answerOf } from './players.js';

/** @typedef {import('../../match/playback.js').Playback} Playback */
/** @typedef {import('../../match/types.js').Match} Match */
/** @typedef {import('../../match/figures.js').Figures} Figures */
/** @typedef {import('../../match/figures.js').Mark} Mark */
/** @typedef {import('../../base/kept/settings.js').Store} Store */

/** The slider's thumb keeps half its width from both ends; so does the chart, to stand above it. */
const INSET = 8;
/** The strip under the lines where the marks stand. */
const STRIP = 16;
/** How near to a mark a click means it. */
const NEAR = 5;
/** Where lines lie on each other, dashes let the one below show. */
const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 4], [12, 5], [1, 4], [6, 2, 1, 2]];
/** Milliseconds between two looks at a running match; a long one is drawn less often. */
const LIVE = 100;
const LIVE_LONG = 500;
const LONG = 2000;

/**
 * Above the slider, turn by turn: what matters in the game, or the time of every move against its limit. Marks tell
 * where something was taken, lost or over, and faults. A click goes to that turn; what the pointer is over is told in
 * numbers.
 *
 * @param {HTMLElement} host
 * @param {Playback} playback
 * @param {Store} store
 */
export function createChart(host, playback, store) {
  const select = h('select', { 'aria-label': t('chart.series'), title: t('chart.series') });
  const legend = h('span', { class: 'chart-legend' });
  const plot = h('div', { class: 'chart-plot', 'aria-hidden': 'true' });
  const now = h('div', { class: 'chart-now' });
  const tip = h('div', { class: 'chart-tip panel', hidden: true, 'aria-hidden': 'true' });
  host.append(h('div', { class: 'chart-head' }, select, legend), plot, tip);

  /** @type {Match | null} */
  let match = null;
  /** @type {WeakMap<Match, Figures>} */
  const known = new WeakMap();
  /** @type {Figures | null} */
  let figures = null;
  /** @type {uPlot | null} */
  let chart = null;
  let series = '';
  let offered = '';
  let width = 0;
  let height = 0;
  let later = 0;
  /** @type {number | null} */
  let hovered = null;
  /** @type {readonly number[] | null} */
  let bound = null;
  /** @type {string[]} */
  let names = [];
  /** @type {Map<string, string>} */
  const colours = new Map();

  /** @param {string} token */
  function colour(token) {
    let value = colours.get(token);
    if (value === undefined) {
      plot.style.color = `var(--${token})`;
      value = getComputedStyle(plot).color;
      plot.style.color = '';
      colours.set(token, value);
    }
    return value;
  }

  /** What a human who plays may not see taken is not marked until the end. */
  function marks() {
    const { bound } = playback.state;
    const all = figures?.marks ?? [];
    return bound ? all.filter(({ kind, player }) => kind !== 'capture' || bound.includes(player)) : all;
  }

  /** @param {Match} next */
  function use(next) {
    match = next;
    const face = gameFace(next.header.game);
    names = namesOf(next.header, face.sides);
    figures = known.get(next) ?? createFigures(next, face.sums);
    known.set(next, figures);
    figures.update();
    offered = '';
    offer();
  }

  /** The series there are to choose from; whoever has chosen gets that one back. */
  function offer() {
    if (!match || !figures) return;
    const { game } = match.header;
    const there = figures.names();
    if (there.join() === offered) return;
    offered = there.join();
    select.replaceChildren(...there.map((name) => h('option', { value: name }, labelOf(game, name))));
    const wanted = store.get(`chart.${game}`, '');
    show(there.includes(wanted) ? wanted : (there[0] ?? ''));
  }

  /** @param {string} name */
  function show(name) {
    series = name;
    select.value = name;
    build();
  }

  function build() {
    chart?.destroy();
    chart = null;
    hovered = null;
    if (!match || !figures || width < 2 * INSET + 1 || height < STRIP + 8) return;
    const lines = figures.lines(series);
    const log = series === TIME || (gameFace(match.header.game).logs ?? []).includes(series);
    chart = new uPlot(
      {
        width,
        height,
        padding: [6, INSET, STRIP, INSET],
        legend: { show: false },
        axes: [{ show: false }, { show: false }],
        scales: {
          x: { time: false, range: () => [0, Math.max(1, playback.state.last)] },
          y: { distr: log ? 3 : 1, range: (_, low, high) => rangeOf(log, low, high) },
        },
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
        series: [{}, ...lineStyles(lines.length), ...(series === TIME ? [limitStyle()] : [])],
        hooks: {
          drawAxes: [(u) => drawGrid(u, log, colour), (u) => drawForks(u, match?.header.forks ?? [], colour)],
          draw: [(u) => drawMarks(u, marks(), colour)],
          setCursor: [(u) => hover(pointedAt(u))],
        },
      },
      data(),
      plot,
    );
    chart.over.append(now);
    place();
  }

  /** @param {number} count @returns {uPlot.Series[]} */
  function lineStyles(count) {
    return Array.from({ length: count }, (_, k) => ({
      stroke: () => colour(count === 1 ? 'ink-2' : playerToken(k)),
      width: 1.5,
      dash: DASHES[k % DASHES.length] ?? [],
      spanGaps: true,
      points: { show: false },
    }));
  }

  /** @returns {uPlot.Series} */
  function limitStyle() {
    return {
      stroke: () => colour('bad'),
      width: 1,
      dash: [2, 4],
      spanGaps: true,
      points: { show: false },
    };
  }

  /** @returns {uPlot.AlignedData} */
  function data() {
    if (!figures) return [[]];
    return [figures.turns, ...figures.lines(series), ...(series === TIME ? [figures.limit] : [])];
  }

  /** A running match brings many turns a second; they are drawn together. */
  function grow() {
    if (later) return;
    const wait = (match?.records.length ?? 0) > LONG ? LIVE_LONG : LIVE;
    later = window.setTimeout(catchUp, playback.state.live ? wait : 0);
  }

  function catchUp() {
    later = 0;
    if (!figures?.update()) return;
    offer();
    chart?.setData(data());
    place();
    tell();
  }

  /** The line of the turn that is shown. */
  function place() {
    if (!chart) return;
    const x = chart.valToPos(playback.state.position, 'x');
    now.style.transform = `translateX(${x}px)`;
  }

  /** What a click would go to. @param {uPlot} u */
  function pointedAt({ cursor: { left = -1, idx } }) {
    if (left < 0 || !chart || !figures) return null;
    return nearest(chart, marks(), left)?.turn ?? idx ?? null;
  }

  /** @param {number | null} turn */
  function hover(turn) {
    if (turn === hovered) return;
    hovered = turn;
    tell();
  }

  function tell() {
    if (!match || !figures) return;
    renderLegend(legend, figures.lines(series), series, hovered ?? playback.state.position);
    tip.hidden = hovered === null;
    if (hovered === null) return;
    renderTip(tip, match, {
      figures,
      series,
      turn: hovered,
      names,
      marks: marks(),
      bound: playback.state.bound,
    });
    const x = chart ? chart.valToPos(hovered, 'x') + INSET : 0;
    const room = host.clientWidth - tip.offsetWidth;
    tip.style.left = `${Math.max(0, Math.min(room, x - tip.offsetWidth / 2))}px`;
  }

  /** @param {import('../../match/playback.js').State} state */
  function render(state) {
    if (!state.match || state.last < 0) return;
    if (state.match !== match) use(state.match);
    else if (figures && figures.turns.length < state.match.records.length) grow();
    if (state.bound !== bound) {
      ({ bound } = state);
      chart?.redraw(false);
    }
    place();
    if (hovered === null) tell();
  }

  /** @param {PointerEvent} event */
  function go(event) {
    if (event.buttons !== 1 || !chart || !figures) return;
    const x = event.clientX - chart.over.getBoundingClientRect().left;
    // Whoever drags wants every turn on the way.
    const near = event.type === 'pointerdown' ? nearest(chart, marks(), x) : null;
    playback.goTo(near?.turn ?? chart.posToVal(x, 'x'));
  }

  const observer = new ResizeObserver(([entry]) => {
    if (!entry) return;
    width = Math.floor(entry.contentRect.width);
    height = Math.floor(entry.contentRect.height);
    build();
    tell();
  });
  observer.observe(plot);
  if (playback.state.match) render(playback.state);

  return {
    /** The theme changed: colours are read anew. */
    repaint() {
      colours.clear();
      chart?.redraw(false);
    },
    /** Goes to the turn before or after with something to look at. @param {1 | -1} by */
    goToMark(by) {
      const turn = nextTurn(marks(), playback.state.position, by);
      if (turn !== null) playback.goTo(turn);
    },
    /** What the numbers of the turn that is shown are, in words. @returns {string} */
    inWords() {
      if (!match || !figures) return '';
      const { position: turn, bound } = playback.state;
      return wordsOf(match, { figures, series, turn, names, marks: marks(), bound });
    },
    undo: [
      () => observer.disconnect(),
      () => clearTimeout(later),
      playback.subscribe(render),
      on(select, 'change', () => {
        if (match) store.set(`chart.${match.header.game}`, select.value);
        show(select.value);
        tell();
      }),
      // uPlot remembers where it is, and the page may have moved it since.
      on(plot, 'pointerenter', () => chart?.syncRect()),
      on(plot, 'pointerdown', go),
      on(plot, 'pointermove', go),
      on(plot, 'pointerleave', () => hover(null)),
    ],
  };
}

/** @typedef {ReturnType<typeof createChart>} Chart */

/** @param {string} game @param {string} series */
function labelOf(game, series) {
  if (series === BANK) return t('chart.bank');
  return t(series === TIME ? 'chart.time' : `${game}.series.${series}`);
}

/** @param {string} series @param {number | null | undefined} value */
function written(series, value) {
  if (value === null || value === undefined) return '–';
  if (series === BANK) return t('time.seconds', { seconds: fixed(value / 1000, 1) });
  return series === TIME ? t('time.ms', { ms: fixed(value, value < 10 ? 1 : 0) }) : fixed(value, 0);
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

/** Round numbers for two or three lines across the chart. @param {boolean} log @param {number} low @param {number} high */
function ticks(log, low, high) {
  if (log) {
    const powers = Array.from({ length: 9 }, (_, k) => 10 ** (k - 1)).filter(
      (power) => power > low && power < high,
    );
    return powers.filter((_, k) => (powers.length - 1 - k) % Math.ceil(powers.length / 3) === 0);
  }
  const rough = high / 2;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([5, 2.5, 2, 1].find((each) => each * power <= rough) ?? 1) * power);
  return [step, 2 * step].filter((value) => value < high && Number.isInteger(value));
}

/** @param {uPlot} u @param {boolean} log @param {(token: string) => string} colour */
function drawGrid(u, log, colour) {
  const { ctx, bbox } = u;
  const { min = 0, max = 1 } = u.scales.y ?? {};
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.font = `400 ${12 * ratio}px "Inter Variable", sans-serif`;
  ctx.textBaseline = 'bottom';
  ctx.fillStyle = colour('line');
  ctx.fillRect(bbox.left, bbox.top + bbox.height, bbox.width, ratio);
  let above = bbox.top + bbox.height;
  for (const value of ticks(log, min ?? 0, max ?? 1)) {
    const y = Math.round(u.valToPos(value, 'y', true));
    ctx.fillStyle = colour('line');
    ctx.fillRect(bbox.left, y, bbox.width, ratio);
    if (above - y < 14 * ratio || y - bbox.top < 13 * ratio) continue;
    above = y;
    ctx.fillStyle = colour('ink-2');
    ctx.fillText(fixed(value, value < 1 ? 1 : 0), bbox.left, y);
  }
  ctx.restore();
}

/** Where a match went on from another one. @param {uPlot} u @param {{turn: number}[]} forks @param {(token: string) => string} colour */
function drawForks(u, forks, colour) {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.strokeStyle = colour('ink-2');
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
  for (const { turn } of forks) {
    const x = Math.round(u.valToPos(turn, 'x', true));
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

/** @param {Mark[]} marks @param {number} from @param {1 | -1} by @returns {number | null} the next turn with a mark */
function nextTurn(marks, from, by) {
  const turns = marks.map(({ turn }) => turn).filter((turn) => (by > 0 ? turn > from : turn < from));
  return turns.length
    ? turns.reduce((one, other) => (by > 0 ? Math.min(one, other) : Math.max(one, other)))
    : null;
}

/** What is drawn last lies on top. */
const ORDER = ['capture', 'kill', 'out', 'fault'];

/** @param {uPlot} u @param {Mark[]} marks @param {(token: string) => string} colour */
function drawMarks(u, marks, colour) {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio;
  const y = bbox.top + bbox.height + (STRIP / 2 + 1) * ratio;
  const drawn = new Set();
  ctx.save();
  ctx.lineWidth = ratio;
  for (const kind of ORDER) {
    for (const mark of marks) {
      if (mark.kind !== kind) continue;
      const x = u.valToPos(mark.turn, 'x', true);
      // Of many in one place one is enough.
      const key = `${kind} ${mark.player} ${Math.round(x / (4 * ratio))}`;
      if (drawn.has(key)) continue;
      drawn.add(key);
      ctx.fillStyle = colour(kind === 'fault' ? 'bad' : playerToken(mark.player));
      ctx.strokeStyle = colour('ink');
      ctx.beginPath();
      SHAPES[mark.kind](ctx, x, y, 4.5 * ratio);
      ctx.fill();
      if (kind !== 'fault') ctx.stroke();
    }
  }
  ctx.restore();
}

/** A mark's shape tells what it is; its colour tells who. @type {Record<Mark['kind'], (pen: CanvasRenderingContext2D, x: number, y: number, r: number) => void>} */
const SHAPES = {
  capture: (pen, x, y, r) =>
    polygon(pen, x, y, r, [
      [0, -1],
      [1, 0.9],
      [-1, 0.9],
    ]),
  kill: (pen, x, y, r) =>
    polygon(pen, x, y, r * 1.15, [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ]),
  out: (pen, x, y, r) => pen.arc(x, y, r, 0, 2 * Math.PI),
  fault: (pen, x, y, r) => polygon(pen, x, y, r * 1.1, CROSS),
};

/** @type {[number, number][]} */
const CROSS = [
  [-1, -0.6],
  [-0.6, -1],
  [0, -0.4],
  [0.6, -1],
  [1, -0.6],
  [0.4, 0],
  [1, 0.6],
  [0.6, 1],
  [0, 0.4],
  [-0.6, 1],
  [-1, 0.6],
  [-0.4, 0],
];

/** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} r @param {[number, number][]} corners */
function polygon(pen, x, y, r, corners) {
  for (const [dx, dy] of corners) pen.lineTo(x + r * dx, y + r * dy);
  pen.closePath();
}

/** @param {uPlot} u @param {Mark[]} marks @param {number} x */
function nearest(u, marks, x) {
  let best = null;
  let least = NEAR;
  for (const mark of marks) {
    const away = Math.abs(u.valToPos(mark.turn, 'x') - x);
    if (away <= least) [best, least] = [mark, away];
  }
  return best;
}

/** @param {HTMLElement} legend @param {import('../../match/figures.js').Lines} lines @param {string} series @param {number} turn */
function renderLegend(legend, lines, series, turn) {
  if (legend.childElementCount !== lines.length) {
    const shared = lines.length === 1;
    legend.replaceChildren(...lines.map((_, k) => h('span', {}, !shared && swatch(k), h('span'))));
  }
  for (const [k, line] of lines.entries()) {
    const value = legend.children[k]?.lastElementChild;
    if (value) setText(value, written(series, line[turn]));
  }
}

/**
 * @param {HTMLElement} tip
 * @param {Match} match
 * @param {Shown} shown
 */
function renderTip(tip, match, { figures, series, turn, names, marks: all, bound }) {
  const record = match.records[turn];
  const lines = figures.lines(series);
  const rows = names.slice(0, MOST_SHOWN).map((name, k) => {
    const answer = turn > 0 ? answerOf(record, k) : undefined;
    const value = lines.length === 1 ? '' : written(series, lines[k]?.[turn]);
    const budget = match.origin === 'demo' ? null : answer?.budget;
    const time =
      budget && answer ? t('time.ofBudget', { ms: Math.ceil(answer.ms), budget: Math.round(budget) }) : '';
    return h(
      'tr',
      {},
      h('th', {}, swatch(k), h('span', { class: 'name' }, name)),
      series !== TIME && h('td', {}, value),
      h('td', { class: 'time' }, time),
    );
  });
  const marks = all
    .filter((mark) => mark.turn === turn)
    .map((mark) => {
      const shape = h('span', { class: 'mark' });
      shape.dataset.kind = mark.kind;
      shape.style.setProperty('--mark', `var(--${playerToken(mark.player)})`);
      return h('li', {}, shape, markInWords(match, mark, names, bound));
    });
  const shared = lines.length === 1 ? written(series, lines[0]?.[turn]) : '';
  const title = h(
    'p',
    {},
    h('strong', {}, t('orders.turn', { turn })),
    ' ',
    labelOf(match.header.game, series),
    ' ',
    shared,
  );
  tip.replaceChildren(title, h('table', {}, ...rows), marks.length ? h('ul', {}, ...marks) : '');
}

/**
 * @typedef {object} Shown
 * @property {Figures} figures
 * @property {string} series
 * @property {number} turn
 * @property {string[]} names
 * @property {Mark[]} marks those that may be seen
 * @property {readonly number[] | null} bound while a human plays a game that hides something: the humans
 */

/** @param {Match} match @param {Mark} mark @param {string[]} names @param {Shown['bound']} bound */
function markInWords(match, { kind, player, turn }, names, bound) {
  // What somebody else did wrong may tell where he is.
  if (kind === 'fault' && bound && !bound.includes(player))
    return t('chart.fault', { who: { player } }, names);
  const fault = answerOf(match.records[turn], player)?.fault;
  if (kind === 'fault') return fault ? say(fault.message, names) : '';
  return t(`${match.header.game}.mark.${kind}`, { who: { player } }, names);
}

/** @param {Match} match @param {Shown} shown */
function wordsOf(match, { figures, series, turn, names, marks: all, bound }) {
  const lines = figures.lines(series);
  if (lines.length === 0) return '';
  const label = labelOf(match.header.game, series);
  const parts = lines.map((line, k) => {
    const value = written(series, line[turn]);
    return lines.length === 1 ? value : t('chart.value', { who: names[k] ?? '', value });
  });
  const marks = all
    .filter((mark) => mark.turn === turn)
    .map((mark) => markInWords(match, mark, names, bound));
  return sentences([t('chart.inWords', { label, values: list(parts, 'unit') }), ...marks]);
}
