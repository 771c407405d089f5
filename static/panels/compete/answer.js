// The answer of a series: a sentence, then pictures, and the grid in which every cell is a game.

import { h, icon, on } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { say, sentences, t } from '../../base/words/index.js';
import { bars } from './bars.js';
import { createCharts } from './charts.js';
import { byReason, bySeat, gamesOf, lostSeeds, pointsOf, rowsOf, tallyOf, unchanged } from './games.js';
import { createGrid } from './grid.js';
import { reasonWords } from './reasons.js';
import { playedSet } from './seeds.js';
import { pointsText } from './standings.js';
import { noneWords, sayElo, sayPlain } from './status.js';

/** @typedef {import('./contest.js').Shown} Shown */
/** @typedef {import('./games.js').Cell} Cell */
/** @typedef {import('./seeds.js').SeedSet} SeedSet */
/** @typedef {{seeds: string[], points: number, games: number, average: number}} Lost */

/** What an unchanged bot would get on seeds that were picked. @param {SeedSet} set @param {number} count */
function unchangedWords(set, count) {
  const found = unchanged(set, count);
  if (!found) return t('compete.unchanged.unknown');
  const [least, most] = [pointsText(found.least), pointsText(found.most)];
  return t(least === most ? 'compete.unchanged.same' : 'compete.unchanged', { least, most });
}

/** The sentences about what an answer means. */
const MEANS = ['block', 'better', 'ahead', 'interval', 'same'];

/**
 * @param {object} outside
 * @param {string} outside.game
 * @param {(cell: Cell) => void} outside.open
 * @param {import('./memory.js').Memory} outside.memory
 * @param {() => SeedSet[]} outside.sets that are kept for this game
 * @param {(lost: Lost, against: string) => void} outside.keep
 * @param {(lost: Lost, against: string) => void} outside.again plays them once more, with the bot as it is now
 */
export function createAnswer({ game, open, memory, sets, keep, again }) {
  const sentence = h('p', { class: 'compete-answer', role: 'status' });
  const more = h('div', { class: 'compete-more' });
  const counts = h('div', { class: 'compete-counts' });
  const charts = createCharts();
  const grid = createGrid({ game, open, memory });
  const lostPart = h('div', { class: 'compete-lost' });
  const means = h(
    'details',
    { class: 'compete-means' },
    h('summary', {}, t('compete.means')),
    ...MEANS.map((part) => h('p', {}, t(`compete.means.${part}`))),
  );
  const gridTitle = h('h3', {}, t('compete.grid.label'));
  const element = h(
    'section',
    { class: 'compete-series' },
    sentence,
    more,
    means,
    counts,
    gridTitle,
    lostPart,
    grid.element,
    charts.element,
  );
  /** @type {{lost: Lost, against: string}} */
  let offered = { lost: { seeds: [], points: 0, games: 0, average: 0 }, against: '' };

  const keepButton = h(
    'button',
    { type: 'button', class: 'plain', 'data-key': 'keep' },
    t('compete.lost.keep'),
  );
  const againButton = h(
    'button',
    { type: 'button', class: 'plain', 'data-key': 'again' },
    icon('rotate'),
    h('span', {}, t('compete.lost.again')),
  );
  on(keepButton, 'click', () => keep(offered.lost, offered.against));
  on(againButton, 'click', () => again(offered.lost, offered.against));

  /** @param {Cell[]} cells @param {string} name */
  function showCounts(cells, name) {
    const seats = bySeat(cells).map(([seat, tally]) => ({
      label: t('compete.seat', { number: seat + 1 }),
      tally,
    }));
    const all = { label: t('compete.seats.all'), tally: tallyOf(cells) };
    const reasons = byReason(cells).map(({ reason, tally }) => ({ label: reasonWords(game, reason), tally }));
    refill(
      counts,
      bars(t('compete.bySeat', { name }), t('compete.column.seat'), [all, ...seats]),
      bars(t('compete.byReason', { name }), t('compete.column.reason'), reasons),
    );
  }

  /** @param {Cell[]} cells @param {Shown} what */
  function showMore(cells, { summary, names, plan }) {
    const told = [];
    if (summary.elo) told.push(sentences([sayElo(summary.elo)]));
    if (summary.repeats) told.push(sentences([sayPlain(summary.repeats, String)]));
    if (summary.why) told.push(say(summary.why, names));
    if (summary.beyond) told.push(t('compete.beyond', { count: summary.beyond }));
    const set = playedSet(sets(), plan.seeds, offered.against);
    if (set && cells.length > 0) {
      const compared = t('compete.compared', {
        ...{ set: set.name, was: pointsText(set.points), games: set.games },
        ...{ now: pointsText(pointsOf(tallyOf(cells))), count: cells.length },
      });
      told.push(sentences([compared, unchangedWords(set, cells.length)]));
    }
    refill(more, ...told.map((text) => h('p', {}, text)));
  }

  return {
    element,
    /** @param {Shown} what */
    show(what) {
      const { summary, results, names, row } = what;
      const cells = gamesOf(results, 0);
      const [name = ''] = names;
      offered = { lost: lostSeeds(cells), against: row.entrants[1]?.name ?? '' };
      const says = summary.answer ? sayPlain(summary.answer, what.calls) : noneWords(row);
      if (sentence.textContent !== says) sentence.textContent = says;
      showMore(cells, what);
      const hasGames = cells.length > 0;
      for (const part of [means, counts, charts.element, gridTitle, lostPart]) part.hidden = !hasGames;
      showCounts(cells, name);
      const { seeds } = offered.lost;
      const lostText = t(seeds.length > 0 ? 'compete.lost' : 'compete.lost.none', {
        count: seeds.length,
        name,
      });
      refill(lostPart, h('p', {}, lostText), ...(seeds.length > 0 ? [keepButton, againButton] : []));
      grid.show(rowsOf(cells), t('compete.grid.legend', { name }));
      if (hasGames) charts.show(cells, what);
    },
    end: charts.end,
  };
}
