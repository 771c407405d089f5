// The line below the editor: play a hundred games, see how far they have come, and what came of them.

import { h, icon, iconButton, on, setText } from '../../base/ui/dom.js';
import { refill, showOnly } from '../../base/ui/focus.js';
import { say, t } from '../../base/words/index.js';
import { createLatest } from './latest.ts';
import { whatIsShown } from './length-field.js';
import { createRivals } from './rivals.ts';
import { shareWords, shortProgress, stateWords } from './status.ts';
import { shareDone, toolsFor } from './told.ts';

/** @typedef {import('../../contest/types.js').Contests} Contests */
/** @typedef {import('../../contest/types.js').ContestRow} ContestRow */
/** @typedef {import('../../contest/types.js').Summary} Summary */
/** @typedef {ReturnType<typeof import('./deeds.ts').createDeeds>} Deeds */
/** @typedef {ReturnType<typeof createRivals>} Rivals */
/**
 * @typedef {Omit<import('./view.ts').Outside, 'contests' | 'climb'> & {
 *   visit: import('../../match/visit.js').Visit,
 *   deeds: () => Promise<Deeds | null>,
 * }} Outside
 */

const TICK = 1000;
/** Between the menu and its button, in CSS pixels. */
const APART = 4;

/** @param {HTMLElement} host @param {Outside} outside */
export function createQuick(host, outside) {
  const { visit, deeds } = outside;
  /** Null until they are loaded. @type {Contests | null} */
  let contests = null;
  const rivals = createRivals(outside);
  const latest = createLatest();
  let isRead = false;
  const start = h('button', { type: 'button', class: 'plain', id: 'play-hundred' }, icon('play'), h('span'));
  const { quick } = outside.plans;
  const menu = createMenu(outside, rivals, {
    begin: () => begin(quick.hundred),
    untilSure: () => begin(quick.sure),
    climb: () => climb(),
  });
  const ways = h('div', { class: 'quick-start' }, start, menu.button);
  const line = createLine(outside.href, refresh);
  host.append(ways, line.element, menu.element, line.meter);

  /** @param {import('../../contest/types.js').QuickPlan} plan */
  async function begin(plan) {
    const { game } = visit;
    const rival = rivals.entrant();
    // Who pressed it goes on with what takes its place; without the focus a phone would also show the board again.
    const hadFocus = ways.contains(document.activeElement);
    start.disabled = true;
    await (await deeds())?.playQuick(game, rival, plan);
    start.disabled = false;
    refresh();
    if (hadFocus) (isUnderWay(rowNow()) ? line : start).focus();
  }

  /** What comes of it is seen on the ladder. */
  async function climb() {
    const { game } = visit;
    start.disabled = true;
    const found = await deeds();
    await found?.climb(game);
    start.disabled = false;
    if (found) outside.go({ tab: 'compete', game });
  }

  /** The series of this game that is shown. */
  const rowNow = () => (contests && isRead ? latest.of(contests.list(), visit.game) : null);

  /** @param {ReturnType<typeof rowNow>} row */
  const isUnderWay = (row) => row?.state === 'running' || row?.state === 'paused';

  function refresh() {
    const words = start.querySelector('span');
    if (words) setText(words, t('compete.quick', { name: rivals.nameOf(rivals.chosen()) }));
    const row = rowNow();
    ways.hidden = isUnderWay(row);
    line.show(contests, row);
  }

  /** @param {Contests} found */
  function use(found) {
    if (contests) return;
    contests = found;
    found.onChange(refresh);
    setInterval(() => rowNow()?.state === 'running' && refresh(), TICK);
    found.loaded.then(() => {
      isRead = true;
      refresh();
    });
  }

  on(start, 'click', () => begin(quick.hundred));
  visit.onGame(refresh);
  refresh();
  return { refresh, use };
}

/**
 * The rivals that can be chosen, one of them or one after another; a choice begins.
 *
 * @param {Outside} outside
 * @param {Rivals} rivals
 * @param {{begin: () => void, untilSure: () => void, climb: () => void}} deeds
 */
function createMenu({ visit, href, plans }, rivals, { begin, untilSure, climb }) {
  const says = t('compete.quick.choose');
  const props = {
    type: 'button',
    class: 'plain only-icon',
    id: 'choose-rival',
    title: says,
    'aria-label': says,
  };
  const button = h('button', props, icon('chevron-down'));
  const element = h('div', { class: 'quick-menu panel', popover: 'auto', id: 'rivals', role: 'group' });
  element.setAttribute('aria-label', says);
  button.setAttribute('popovertarget', element.id);

  /** @param {string} text @param {() => void} chosen */
  function choice(text, chosen) {
    const each = h('button', { type: 'button', class: 'quiet' }, text);
    on(each, 'click', () => {
      element.hidePopover();
      // Not every browser gives it back.
      button.focus();
      chosen();
    });
    return each;
  }

  /** @param {string} word */
  const against = (word) =>
    choice(t('compete.quick', { name: rivals.nameOf(word) }), () => {
      rivals.choose(word);
      begin();
    });

  on(element, /** @type {any} */ ('beforetoggle'), () => {
    const all = h('a', { class: 'quiet button' }, t('compete.quick.more'));
    all.href = href({ tab: 'compete', game: visit.game, contest: 'series' });
    on(all, 'click', () => element.hidePopover());
    const { hundred, fewest, most } = plans.quick;
    const sure = choice(t('compete.quick.sure', { name: rivals.nameOf(rivals.chosen()) }), untilSure);
    refill(
      element,
      ...rivals.words().map(against),
      h('p', { class: 'hint' }, whatIsShown(plans, hundred.blocks)),
      sure,
      h('p', { class: 'hint' }, t('compete.quick.sure.hint', { few: fewest, many: most })),
      choice(t('compete.quick.ladder'), climb),
      all,
    );
    const box = button.getBoundingClientRect();
    element.style.setProperty('--bottom', `${innerHeight - box.top + APART}px`);
    element.style.setProperty('--left', `${Math.max(8, Math.min(box.right - 304, innerWidth - 312))}px`);
  });
  return { button, element };
}

/**
 * How far a series has come, what can be done with it, and the way to its answer.
 *
 * @param {Outside['href']} href
 * @param {() => void} refresh
 */
function createLine(href, refresh) {
  /** @type {{contests: Contests, row: ContestRow} | null} */
  let shown = null;
  const answers = createAnswers(refresh);
  const state = h('span', { class: 'quick-state', role: 'status' });
  const takeOver = tool('play', t('compete.takeOver'), (contests) => contests.takeOver());
  const pause = tool('pause', t('compete.pause'), (contests, id) => contests.pause(id));
  const resume = tool('play', t('compete.resume'), (contests, id) => contests.resume(id));
  const stop = tool('square', t('compete.stop'), (contests, id) => contests.stop(id));
  const answer = h('a', { class: 'quick-answer' }, t('compete.quick.answer'));
  const done = h('span', {});
  const meter = h('span', { class: 'quick-meter', 'aria-hidden': 'true' }, done);
  const element = h('div', { class: 'quick-line' }, state, takeOver, pause, resume, stop, answer);

  /** @param {string} sign @param {string} label @param {(contests: Contests, id: number) => void} press */
  function tool(sign, label, press) {
    return iconButton(sign, label, () => shown && press(shown.contests, shown.row.id));
  }

  return {
    element,
    meter,
    focus: () => pause.focus(),
    /** @param {Contests | null} contests @param {ContestRow | null} row */
    show(contests, row) {
      shown = contests && row ? { contests, row } : null;
      element.hidden = !row;
      meter.hidden = row?.state !== 'running';
      if (!contests || !row) return;
      const now = contests.progress(row.id);
      const isOpen = row.state === 'running' || row.state === 'paused';
      const words = shortProgress(row, now);
      const isHere = row.state === 'running' && now?.here;
      setText(
        state,
        isOpen ? (isHere ? words : `${stateWords(row, now)} · ${words}`) : answers(contests, row),
      );
      state.title = now?.trouble ? say(now.trouble) : row.title;
      const tools = { takeOver, pause, resume, stop };
      showOnly(Object.values(tools), toolsFor(row, now, tools), answer);
      answer.href = href({ tab: 'compete', game: row.game, contest: row.id });
      done.style.width = `${100 * shareDone(row, now)}%`;
    },
  };
}

/** How many of its games the first bot has won. @param {Summary} summary @param {ContestRow} row */
function shareOf({ standings }, { entrants }) {
  const line = standings.find(({ name }) => name === entrants[0]?.name);
  return line?.games ? shareWords(line) : '';
}

/**
 * What came of a series, in a word; it is worked out once.
 *
 * @param {() => void} known called when it is there
 * @returns {(contests: Contests, row: ContestRow) => string}
 */
function createAnswers(known) {
  let key = '';
  let text = '';
  return (contests, row) => {
    const next = `${row.id}/${row.games}/${row.state}`;
    if (next !== key) {
      key = next;
      text = '';
      contests.summary(row.id).then(
        (summary) => {
          if (key !== next) return;
          text = 'problem' in summary ? '' : shareOf(summary, row);
          known();
        },
        () => {},
      );
    }
    return text || stateWords(row, null);
  };
}
