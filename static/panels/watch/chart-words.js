// The texts of the chart: its legend, the numbers under the pointer, and a description for screen readers.

import { h, setText, swatch } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { MOST_SHOWN } from '../../base/values/seats.ts';
import { fixed, list, say, sentences, t } from '../../base/words/index.ts';
import { playerToken } from '../../board/brush.ts';
import { BANK, TIME } from '../../match/figures.ts';
import { isTimed } from '../../match/timed.ts';
import { answerOf } from './players.js';

/** @typedef {import('../../match/types.ts').Match} Match */
/** @typedef {import('../../match/figures.ts').Figures} Figures */
/** @typedef {import('../../match/figures.ts').Mark} Mark */
/**
 * @typedef {object} Shown
 * @property {Figures} figures
 * @property {string} series
 * @property {number} turn
 * @property {string[]} names
 * @property {Mark[]} marks those that may be seen
 * @property {readonly number[] | null} bound while a human plays a game that hides something: the humans
 */

/** @param {string} game @param {string} series */
export function labelOf(game, series) {
  if (series === BANK) return t('chart.bank');
  return t(series === TIME ? 'chart.time' : `${game}.series.${series}`);
}

/** @param {string} series @param {number | null | undefined} value */
function written(series, value) {
  if (value === null || value === undefined) return '–';
  if (series === BANK) return t('time.seconds', { seconds: fixed(value / 1000, 1) });
  return series === TIME ? t('time.ms', { ms: fixed(value, value < 10 ? 1 : 0) }) : fixed(value, 0);
}

/** @param {HTMLElement} legend @param {import('../../match/figures.ts').Lines} lines @param {string} series @param {number} turn */
export function renderLegend(legend, lines, series, turn) {
  if (legend.childElementCount !== lines.length) {
    const shared = lines.length === 1;
    refill(legend, ...lines.map((_, k) => h('span', {}, !shared && swatch(k), h('span'))));
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
export function renderTip(tip, match, { figures, series, turn, names, marks: all, bound }) {
  const record = match.records[turn];
  const lines = figures.lines(series);
  const rows = names.slice(0, MOST_SHOWN).map((name, k) => {
    const answer = turn > 0 ? answerOf(record, k) : undefined;
    const value = lines.length === 1 ? '' : written(series, lines[k]?.[turn]);
    const budget = isTimed(match) ? answer?.budget : null;
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
  refill(tip, title, h('table', {}, ...rows), marks.length ? h('ul', {}, ...marks) : '');
}

/** @param {Match} match @param {Mark} mark @param {string[]} names @param {Shown['bound']} bound */
function markInWords(match, { kind, player, turn }, names, bound) {
  // The fault of another player may reveal hidden information.
  if (kind === 'fault' && bound && !bound.includes(player))
    return t('chart.fault', { who: { player } }, names);
  const fault = answerOf(match.records[turn], player)?.fault;
  if (kind === 'fault') return fault ? say(fault.message, names) : '';
  return t(`${match.header.game}.mark.${kind}`, { who: { player } }, names);
}

/** @param {Match} match @param {Shown} shown */
export function wordsOf(match, { figures, series, turn, names, marks: all, bound }) {
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
