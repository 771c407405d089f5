// The ladder of a game: its house bots with the strongest on top, where the user's bot stands among them, and the climb.

import { h, icon, on, setText } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { sentences, signed, t } from '../../base/words/index.js';
import { callOf, shown } from './asks.js';
import { ladderRows, nextRung } from './rungs.js';
import { extentOf } from './scales.js';
import { whiskers } from './whiskers.js';

/** @typedef {import('./view.js').Outside} Outside */
/** @typedef {import('../../contest/climb.js').Step} Step */
/** @typedef {import('../../contest/climb.js').Rung} Rung */
/** @typedef {import('./rungs.js').Row} Row */
/** @typedef {Rung & {rungs: Rung[]}} Standing */

/** Confidence of the intervals: see py/sandlot/stats/intervals.py. */
const LEVEL = 0.95;

/**
 * @param {string} game
 * @param {Pick<Outside, 'contests' | 'climb' | 'bot' | 'games' | 'href' | 'standing'>} outside
 * @param {Pick<ReturnType<typeof import('./deeds.js').createDeeds>, 'climb'>} deeds
 */
export function createLadder(game, outside, deeds) {
  const { climb, contests, bot, games } = outside;
  const rungs = games[game]?.ladder ?? [];
  const lead = h('p', { class: 'ladder-lead' });
  const rows = h('ol', { class: 'ladder-rungs', reversed: true });
  const button = h('button', { type: 'button', class: 'plain', 'data-key': 'climb', hidden: true });
  const title = t('ladder.title', { game: t(`game.${game}`) });
  const head = h(
    'div',
    { class: 'compete-row' },
    h('h3', {}, title),
    h('div', { class: 'compete-tools' }, button),
  );
  const note = h('p', { class: 'hint' }, t('ladder.note'));
  const element = h('section', { class: 'ladder panel', 'aria-label': title }, head, lead, rows, note);
  const standingOf = createStanding(game, outside);
  let isGone = false;
  /** What the button says; "": nothing has been drawn yet. */
  let said = '';

  async function render() {
    const steps = await climb.steps(game);
    // The rungs do not wait until Python has started and knows where the bot stands.
    if (!said) draw(steps, null);
    draw(steps, await standingOf(steps));
  }

  /** @param {Step[]} steps @param {Standing | 'failed' | null} standing */
  function draw(steps, standing) {
    if (isGone) return;
    const mine = steps[0]?.row.entrants[0];
    const name = mine ? callOf(mine) : '';
    const isUnrated = standing === 'failed';
    const isOn = climb.isOn(game);
    const beaten = climb.beaten(game);
    const says = isOn ? t('ladder.stop') : t('ladder.climb', { name: shown(bot.current(game)) });
    button.hidden = false;
    // Only when it changes: a click on what is replaced meanwhile would be lost.
    if (said !== says) refill(button, icon(isOn ? 'square' : 'climb'), h('span', {}, says));
    said = says;
    const words = leadWords({ rungs, steps, beaten, isOn, name });
    setText(lead, isUnrated ? sentences([words, t('ladder.unrated', { name })]) : words);
    const found = isUnrated ? null : standing;
    const all = ladderRows(found?.rungs ?? rungs, found && { ...found, name });
    const extent = extentOf(all.map(lineOf));
    refill(
      rows,
      ...all.map((row) => {
        const step = row.isMine ? undefined : steps.findLast(({ rung }) => rung === row.name);
        const link = step && seriesLink(step, outside.href({ tab: 'compete', game, contest: step.row.id }));
        return rowOf(row, { extent, isBeaten: !row.isMine && beaten.includes(row.name), link });
      }),
    );
  }

  on(button, 'click', () => (climb.isOn(game) ? climb.stop(game) : deeds.climb(game)));
  // What the ratings of the rungs come from may have to be fetched first.
  const forget = [
    climb.onChange(render),
    contests.onChange(render),
    on(window, /** @type {any} */ ('online'), render),
  ];
  render();
  return {
    element,
    end() {
      isGone = true;
      for (const undo of forget) undo();
    },
  };
}

/**
 * Works out where the bot of the latest climb stands, whenever it has played more.
 *
 * @param {string} game
 * @param {Pick<Outside, 'contests' | 'standing'>} outside
 * @returns {(steps: Step[]) => Promise<Standing | 'failed' | null>} null: it has played nothing yet; failed: another time it is
 *   tried again
 */
function createStanding(game, { contests, standing }) {
  /** @type {{key: string, found: Promise<Standing | 'failed' | null>}} */
  let latest = { key: '', found: Promise.resolve(null) };

  /** @param {Step[]} played */
  async function find(played) {
    const results = await Promise.all(played.map(({ row }) => contests.results(row.id)));
    // Ratings do not depend on seeds, which are strings here.
    const seedless = results.map((blocks) => blocks.map((each) => ({ ...each, seed: 0 })));
    const found = await standing(
      game,
      played.map(({ rung }, k) => [rung, seedless[k] ?? []]),
    );
    if ('problem' in found) throw new Error(found.problem[0]);
    return found;
  }

  /** @param {Step[]} played @returns {Promise<Standing | 'failed'>} */
  const tried = (played) =>
    find(played).catch(() => {
      latest.key = '';
      return 'failed';
    });

  return (steps) => {
    const played = steps.filter(({ row }) => row.state === 'over');
    const key = played.map(({ row }) => `${row.id}:${row.games}`).join();
    if (key !== latest.key)
      latest = { key, found: played.length > 0 ? tried(played) : Promise.resolve(null) };
    return latest.found;
  };
}

/**
 * What is going on, what was reached, and whom to beat next.
 *
 * @param {{rungs: readonly Rung[], steps: Step[], beaten: readonly string[], isOn: boolean, name: string}} what
 */
function leadWords({ rungs, steps, beaten, isOn, name }) {
  const last = steps.at(-1);
  if (isOn && last) return t('ladder.playing', { name, rung: last.rung });
  /** @param {string} rung */
  const named = (rung) => {
    const known = rungs.find((each) => each.name === rung);
    return { name, rung, strength: t(`strength.${known?.strength ?? 'beginner'}`) };
  };
  const reached = steps.findLast((step) => step.beaten);
  const next = nextRung(rungs, beaten);
  const parts = [next ? t('ladder.next', named(next.name)) : t('ladder.top')];
  if (reached) parts.unshift(t(reached.isClimb ? 'ladder.reached' : 'ladder.has', named(reached.rung)));
  else if (last?.beaten === false) parts.unshift(t('ladder.none', named(last.rung)));
  return sentences(parts);
}

/**
 * @param {Row} row
 * @param {{extent: [number, number], isBeaten: boolean, link: HTMLElement | undefined}} how
 */
function rowOf(row, { extent, isBeaten, link }) {
  const name = row.isMine ? h('strong', {}, row.name) : h('span', {}, row.name);
  const strength = h('span', { class: 'ladder-strength' }, t(`strength.${row.strength}`));
  const number = h('span', { class: 'rating-number' }, signed(row.rating));
  const said = [];
  if (isBeaten) said.push(h('span', { class: 'ladder-beaten' }, icon('check'), t('ladder.beaten')));
  if (link) said.push(link);
  return h(
    'li',
    row.isMine ? { 'data-mine': '' } : {},
    h('span', { class: 'ladder-who' }, name, strength),
    h('span', { class: 'ladder-rating' }, number, whiskers(lineOf(row), extent, LEVEL)),
    h('span', { class: 'ladder-said' }, ...said),
  );
}

/** @param {Step} step @param {string} href */
function seriesLink({ row, rung, beaten }, href) {
  const says = beaten === null ? 'ladder.games' : beaten ? 'ladder.won' : 'ladder.notWon';
  return h('a', { href, 'data-key': `rung-${rung}` }, t(says, { count: row.games }));
}

/** As a line of standings has it. @param {Row} row */
const lineOf = ({ rating, low, high }) => ({
  rating,
  interval: /** @type {[number, number]} */ ([low, high]),
});
