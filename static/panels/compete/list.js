// The list of the contests in this browser.

import { h, icon, iconButton, on, setText } from '../../base/ui/dom.js';
import { askForFile } from '../../base/ui/files.js';
import { refill } from '../../base/ui/focus.js';
import { moment, say, t } from '../../base/words/index.js';
import { callsOf } from './asks.js';
import { createLadder } from './ladder.js';
import { planOf } from './plan-of.js';
import { inAWord, progressWords, stateWords, verifiedWords } from './status.js';
import { shareDone } from './told.js';

/** @typedef {import('../../contest/types.js').ContestRow} ContestRow */
/** @typedef {import('./view.js').Outside} Outside */

/** Rows at first; a button shows more. */
const PAGE = 100;
const BUNDLES = '.zip,application/zip';
const TICK = 1000;

/**
 * @param {string | null} game null: of every game
 * @param {Outside} outside
 * @param {ReturnType<typeof import('./deeds.js').createDeeds>} deeds
 */
export function createList(game, outside, deeds) {
  const { contests, games, href, visit } = outside;
  const names = Object.keys(games);
  let most = PAGE;
  const filters = h('nav', { class: 'library-games', 'aria-label': t('compete.filter') });
  const rows = h('ul', { class: 'compete-list' });
  const more = h('button', { type: 'button', class: 'plain' }, t('compete.more'));
  const empty = h('div', { class: 'compete-empty' });
  const of = game ?? visit.game;
  const series = h(
    'a',
    { class: 'accent button', href: href({ tab: 'compete', game: of, contest: 'series' }) },
    t('compete.newSeries'),
  );
  const tournament = h(
    'a',
    { class: 'plain button', href: href({ tab: 'compete', game: of, contest: 'tournament' }) },
    t('compete.newTournament'),
  );
  const open = h(
    'button',
    { type: 'button', class: 'plain' },
    icon('folder-open'),
    h('span', {}, t('compete.open')),
  );
  const ownBots = h('button', { type: 'button', class: 'plain' }, t('bots.title'));
  const ways = h('div', { class: 'compete-tools' }, series, tournament, open, ownBots);
  const head = h('header', { class: 'compete-row' }, h('h2', {}, t('views.compete')), filters, ways);
  const ladder = createLadder(of, outside, deeds);
  const element = h('div', {}, head, ladder.element, rows, more, empty);
  const words = createWords(outside);
  const { rowOf, stateOf } = createRows(outside, deeds, words.known);

  function render() {
    const all = contests.list();
    const shown = all.filter((row) => game === null || row.game === game);
    refill(filters, ...[null, ...names].map((name) => filter(name, all)));
    refill(rows, ...shown.slice(0, most).map(rowOf));
    words.watch(rows);
    rows.hidden = shown.length === 0;
    more.hidden = shown.length <= most;
    empty.hidden = shown.length > 0;
    if (shown.length === 0)
      refill(empty, h('p', {}, t('compete.empty')), h('p', {}, t('compete.empty.first')));
  }

  /** @param {string | null} name @param {readonly ContestRow[]} all */
  function filter(name, all) {
    const count = name ? all.filter((row) => row.game === name).length : all.length;
    const text = name ? t(`game.${name}`) : t('library.all');
    const props = {
      href: href({ tab: 'compete', game: name }),
      'aria-current': name === game && 'true',
      'data-key': `f-${name}`,
    };
    return h('a', props, text, h('span', { class: 'count' }, t('library.number', { count })));
  }

  on(open, 'click', () => askForFile(BUNDLES, deeds.openFile));
  on(ownBots, 'click', outside.bot.showAll);
  on(more, 'click', () => {
    most += PAGE;
    render();
  });
  const forget = contests.onChange(render);
  // Only words change between two changes of the rows.
  const ticking = setInterval(() => {
    for (const row of contests.list().filter(({ state }) => state === 'running')) {
      const place = rows.querySelector(`[data-state="${row.id}"]`);
      if (place) setText(place, stateOf(row));
    }
  }, TICK);
  render();
  return {
    element,
    end() {
      forget();
      clearInterval(ticking);
      words.end();
      ladder.end();
    },
  };
}

/**
 * @param {Outside} outside
 * @param {ReturnType<typeof import('./deeds.js').createDeeds>} deeds
 * @param {(row: ContestRow) => string} word what is known of what came of it
 */
function createRows({ contests, href }, deeds, word) {
  /** @param {ContestRow} row */
  function stateOf(row) {
    const now = contests.progress(row.id);
    const percent = Math.floor(100 * shareDone(row, now));
    const done = row.state === 'over' ? progressWords(row, now) : t('compete.percent', { percent });
    return [verifiedWords(row) ?? stateWords(row, now), done].join(' · ');
  }

  /** @param {ContestRow} row */
  function rowOf(row) {
    const { id, game, title, created } = row;
    const said = h('span', { class: 'compete-word', 'data-contest': String(id) }, word(row));
    const address = href({ tab: 'compete', game, contest: id });
    const props = { class: 'compete-open', href: address, 'data-key': `open-${id}` };
    const link = h('a', props, h('span', { class: 'compete-name' }, title), said);
    const kindText = `${t(`game.${game}`)} · ${t(`compete.kind.${planOf(row).kind}`)}`;
    const state = h('span', { class: 'compete-state', 'data-state': String(id) }, stateOf(row));
    const says = t('compete.remove.one', { title });
    const removal = iconButton('trash', says, () => void deeds.remove(id), { 'data-key': `remove-${id}` });
    const time = h('time', { dateTime: new Date(created).toISOString() }, moment(created));
    return h('li', {}, link, h('span', { class: 'compete-kind' }, kindText), state, time, removal);
  }

  return { rowOf, stateOf };
}

/**
 * What came of each contest, in a word: worked out one after the other, and only for rows that are seen.
 *
 * @param {Pick<Outside, 'contests'>} outside
 */
function createWords({ contests }) {
  /** By contest and games played. @type {Map<string, string>} */
  const known = new Map();
  /** @type {HTMLElement[]} */
  let waiting = [];
  let busy = false;
  const sight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting && target instanceof HTMLElement) waiting.push(target);
    work();
  });
  const keyOf = (/** @type {ContestRow} */ { id, games, state }) => `${id}/${games}/${state}`;

  async function work() {
    if (busy) return;
    busy = true;
    for (let place = waiting.shift(); place; place = waiting.shift()) {
      const id = Number(place.dataset['contest']);
      const row = contests.list().find((each) => each.id === id);
      if (!row || !place.isConnected) continue;
      const key = keyOf(row);
      if (!known.has(key)) {
        const summary = await contests.summary(id).catch(() => null);
        if (summary)
          known.set(
            key,
            'problem' in summary ? say(summary.problem) : inAWord(summary, callsOf(row.entrants)),
          );
      }
      setText(place, known.get(key) ?? '');
    }
    busy = false;
  }

  return {
    /** @param {ContestRow} row */
    known: (row) => known.get(keyOf(row)) ?? '',
    /** @param {HTMLElement} rows */
    watch(rows) {
      sight.disconnect();
      waiting = [];
      for (const place of rows.querySelectorAll('[data-contest]')) sight.observe(place);
    },
    end() {
      sight.disconnect();
      waiting = [];
    },
  };
}
