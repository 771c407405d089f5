// The page of one contest.

import { h } from '../../base/ui/dom.js';
import { say, t } from '../../base/words/index.js';
import { createAnswer } from './answer.js';
import { callsOf } from './asks.js';
import { createFaults } from './faults.js';
import { createHead } from './head.js';
import { createLooks } from './looks.js';
import { planOf } from './plan-of.js';
import { createTables } from './tables.js';

/** @typedef {import('../../contest/types.js').ContestRow} ContestRow */
/** @typedef {import('../../contest/types.js').Summary} Summary */
/** @typedef {import('../../contest/types.js').BlockResult} BlockResult */
/** @typedef {import('./games.js').Cell} Cell */
/** @typedef {import('./head.js').Export} Export */
/** @typedef {import('./view.js').Outside} Outside */
/**
 * @typedef {object} Shown all that the parts of the page show
 * @property {ContestRow} row
 * @property {Summary} summary
 * @property {BlockResult[]} results
 * @property {string[]} names of the entrants, as people see them
 * @property {(name: string) => string} calls what people see instead of a name that Python knows
 * @property {import('./plan-of.js').Plan} plan
 */

const TICK = 500;
/** What is saved of what is shown. @type {Export[]} */
const TABLES = ['json', 'csv', 'games', 'png'];

/**
 * @param {number} id
 * @param {Outside} outside
 * @param {ReturnType<typeof import('./deeds.js').createDeeds>} deeds
 * @param {import('./memory.js').Memory} memory
 */
export function createContest(id, outside, deeds, memory) {
  const { contests } = outside;
  const row = contests.list().find((each) => each.id === id);
  if (!row) return gone(outside);
  const { game } = row;
  const plan = planOf(row);
  const calls = callsOf(row.entrants);
  const open = (/** @type {Cell} */ cell) => deeds.open(id, cell);
  const isSeries = plan.kind === 'series';
  const head = createHead({
    id,
    contests,
    back: outside.href({ tab: 'compete', game }),
    save: (kind) => saves.ask(kind),
    remove: () => deeds.remove(id),
  });
  const main = isSeries
    ? createAnswer({
        ...{ game, open, memory, sets: () => deeds.sets(game) },
        keep: (...lost) => last && deeds.keepSeeds(last.row, ...lost),
        again: (...lost) => last && deeds.playSeeds(last.row, ...lost),
      })
    : createTables({ game, open, memory, withdraw: (entrant) => last && deeds.withdraw(last, entrant) });
  const faults = createFaults({
    game,
    open,
    reports: async ({ block, game: number }) => (await contests.game(id, block, number))?.reports ?? [],
  });
  const ofFaults = h('section', { hidden: true }, h('h3', {}, t('compete.faults')), faults.element);
  const problem = h('p', { class: 'compete-trouble', role: 'alert', hidden: true });
  const reading = h('p', { class: 'hint compete-reading', role: 'status' }, t('compete.reading'));
  const element = h('article', { class: 'compete-contest' });
  element.append(head.element, problem, reading, main.element, ofFaults);
  // Tables without a line would look as if nothing had been played. After a reload Python has to come first.
  main.element.hidden = true;
  /** @type {Shown | null} */
  let last = null;
  const looks = createLooks();
  let timer = 0;
  let isOpen = true;
  let busy = false;
  /** Whether something has changed since the look that is under way began. */
  let isStale = false;

  const rowNow = () => contests.list().find((each) => each.id === id);
  const isBehind = () => {
    const now = rowNow();
    return now !== undefined && looks.isBehind(now);
  };
  const saves = createSaves(isBehind, (kind) => last && deeds.save(kind, last));

  /** The numbers of games and the state change often; everything else is read again more slowly. */
  function refresh() {
    const now = rowNow();
    if (!now || !isOpen) return;
    head.show(now, t(`compete.kind.${plan.kind}`));
    if (last) reading.hidden = !isBehind();
    clearTimeout(timer);
    timer = window.setTimeout(look, looks.wait(now));
  }

  async function look() {
    const before = rowNow();
    if (!isOpen || !before) return;
    isStale = busy;
    if (busy) return;
    busy = true;
    looks.begin(before);
    let isShown = false;
    try {
      const [summary, results] = await Promise.all([contests.summary(id), contests.results(id)]);
      const now = rowNow();
      if (!now || !isOpen) return;
      problem.hidden = !('problem' in summary);
      reading.hidden = true;
      if ('problem' in summary) problem.textContent = say(summary.problem);
      else {
        // What was played beyond the end of a series does not count.
        const counted = results.slice(0, results.length - summary.beyond);
        const names = now.entrants.map(({ name }) => calls(name));
        last = { row: now, summary, results: counted, names, calls, plan };
        main.element.hidden = false;
        main.show(last);
        ofFaults.hidden = !faults.show(results, last.names);
        isShown = true;
      }
    } finally {
      busy = false;
      looks.end(isShown);
      if (isStale) refresh();
      if (last) reading.hidden = !isBehind();
      saves.shown();
    }
  }

  const forget = contests.onChange(refresh);
  const ticking = setInterval(() => {
    const now = rowNow();
    if (now?.state === 'running') head.show(now, t(`compete.kind.${plan.kind}`));
  }, TICK);
  refresh();
  return {
    element,
    end() {
      isOpen = false;
      forget();
      clearTimeout(timer);
      clearInterval(ticking);
      main.end();
    },
  };
}

/**
 * Files of what is shown: those of a contest that has ended wait until all of its games are in it.
 *
 * @param {() => boolean} isBehind whether games are missing in what is shown
 * @param {(kind: Export) => void} save
 */
function createSaves(isBehind, save) {
  /** @type {Export[]} */
  const waiting = [];
  return {
    /** @param {Export} kind */
    ask(kind) {
      if (TABLES.includes(kind) && isBehind()) waiting.push(kind);
      else save(kind);
    },
    shown() {
      if (isBehind()) return;
      for (const kind of waiting.splice(0)) save(kind);
    },
  };
}

/** @param {Outside} outside */
function gone({ href }) {
  const back = h('a', { class: 'plain button', href: href({ tab: 'compete' }) }, t('compete.all'));
  return { element: h('div', { class: 'compete-empty' }, h('p', {}, t('compete.gone')), back), end() {} };
}
