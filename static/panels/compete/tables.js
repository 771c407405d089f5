// A tournament: its standings, its bracket or rounds, who met whom, and every seed.

import { h } from '../../base/ui/dom.js';
import { say, t } from '../../base/words/index.js';
import { createBracket } from './bracket-view.js';
import { createCross } from './cross.js';
import { gamesOf, rowsOf } from './games.js';
import { createGrid } from './grid.js';
import { createMaps } from './maps.js';
import { createRounds } from './rounds.js';
import { createStandings } from './standings.js';
import { inAWord, noneWords, sayPlain } from './status.js';

/** @typedef {import('./contest.js').Shown} Shown */
/** @typedef {import('./games.js').Cell} Cell */

/**
 * @param {object} outside
 * @param {string} outside.game
 * @param {(cell: Cell) => void} outside.open
 * @param {import('./memory.js').Memory} outside.memory
 * @param {(entrant: number) => void} outside.withdraw
 */
export function createTables({ game, open, memory, withdraw }) {
  const sentence = h('p', { class: 'compete-answer', role: 'status' });
  const standings = createStandings((name) => withdraw(entrantOf(name)));
  const bracket = createBracket(({ players }) => openPair(players[0] ?? 0, players[1] ?? null));
  const rounds = createRounds(({ players }) => openPair(players[0] ?? 0, players[1] ?? null));
  const cross = createCross((name, other) => openPair(entrantOf(name), entrantOf(other)));
  const maps = createMaps();
  const grid = createGrid({ game, open, memory });
  const gridTitle = h('h3', { tabIndex: -1 });
  const ofPair = h('section', { class: 'compete-pair', hidden: true }, gridTitle, grid.element);
  const parts = {
    standings: section('compete.standings', standings.element),
    bracket: section('compete.bracket', bracket.element),
    rounds: section('compete.rounds', rounds.element),
    cross: section('compete.cross', cross.element),
    maps: section('compete.maps', maps.element),
  };
  const element = h(
    'section',
    { class: 'compete-tournament' },
    ...[sentence, parts.standings, parts.bracket, parts.rounds, parts.cross, ofPair, parts.maps],
  );
  /** @type {Shown | null} */
  let last = null;
  /** Whose games the grid shows. @type {[number, number | null] | null} */
  let pair = memory.pair ?? null;

  /** @param {string} name as Python knows it */
  const entrantOf = (name) => last?.row.entrants.findIndex((each) => each.name === name) ?? -1;

  /** @param {number} one @param {number | null} other */
  function openPair(one, other) {
    pair = [one, other];
    memory.pair = pair;
    showPair();
    gridTitle.scrollIntoView({ block: 'start', behavior: 'auto' });
    gridTitle.focus({ preventScroll: true });
  }

  function showPair() {
    ofPair.hidden = !pair || !last;
    if (!pair || !last) return;
    const [one, other] = pair;
    const name = last.names[one] ?? '';
    gridTitle.textContent =
      other === null
        ? t('compete.pair.one', { name })
        : t('compete.pair', { name, other: last.names[other] ?? '' });
    grid.show(rowsOf(gamesOf(last.results, one, other)), t('compete.grid.legend', { name }));
  }

  return {
    element,
    /** @param {Shown} what */
    show(what) {
      last = what;
      const { summary, names, plan, row } = what;
      const many = what.results.some(({ players }) => players.length > 2);
      const isBracket = plan.kind.endsWith('elimination');
      const [round, of] = summary.rounds;
      // Nobody wins a gauntlet: it asks where one bot stands among the others.
      const isGauntlet = plan.kind === 'gauntlet' && summary.answer;
      const word = isGauntlet ? sayPlain(isGauntlet, what.calls) : inAWord(summary, what.calls);
      const now = !summary.over && of > 1 ? t('compete.round.of', { round, of }) : '';
      const why = summary.why ? say(summary.why, names) : '';
      const repeats = summary.repeats ? say(summary.repeats) : '';
      sentence.textContent = word ? [word, now, why, repeats].filter(Boolean).join(' · ') : noneWords(row);
      standings.show(summary, {
        canWithdraw: row.own && !summary.over && row.state !== 'stopped',
        many,
        kind: plan.kind,
        calls: what.calls,
      });
      parts.bracket.hidden = !isBracket || summary.pairings.length === 0;
      parts.rounds.hidden = isBracket || summary.pairings.length === 0;
      if (isBracket) bracket.show(summary.pairings, names, plan.kind.startsWith('double'));
      else rounds.show(summary.pairings, names);
      parts.cross.hidden = summary.cross.length === 0;
      cross.show(summary, what.calls);
      parts.maps.hidden = summary.seeds.length === 0;
      maps.show(summary, what.calls);
      showPair();
    },
    end() {},
  };
}

/** @param {string} title @param {HTMLElement} body */
function section(title, body) {
  return h('section', {}, h('h3', {}, t(title)), body);
}
