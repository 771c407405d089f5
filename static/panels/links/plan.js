// Shows the plan of a contest that came in a link, and what its sender says came of it.

import { createCodeView } from '../../base/ui/code-view.js';
import { h } from '../../base/ui/dom.js';
import { codeOf, textsOf } from '../../base/values/packed-bot.js';
import { fixed, list, say, t } from '../../base/words/index.js';
import { createDialog, deed } from './dialog.js';
import { clockOf, factsList, needsOf, optionsOf, seedsOf, short } from './facts.js';

/** @typedef {import('./facts.js').Bot} Bot */
/** @typedef {import('../../contest/types.js').Line} Line */
/** @typedef {import('../../contest/types.js').Entrant} Playing */
/** @typedef {{name: string, kind: 'code' | 'house' | 'program', code: string, house: string | null, bot: Bot | null}} Entrant */
/**
 * @typedef {object} Plan
 * @property {string} game
 * @property {{kind: string, seeds: {first: string, given: string[]}}} plan
 * @property {Entrant[]} entrants
 * @property {Record<string, unknown>} options
 * @property {Record<string, number>} clock
 * @property {number} games
 * @property {number} expected
 * @property {boolean} same_rules
 * @property {Line[] | null} standings
 */

/** Characters of a hash that are shown; the whole of it stands in its title. */
const HASH = 8;
/** Rows of a table. */
const MOST_ROWS = 100;

/** @param {import('./room.js').Outside & {take: (game: string, bot: Bot) => Promise<void>}} outside */
export function createPlan(outside) {
  const { games, bundles, notices, bots } = outside;
  const shown = createDialog();
  const view = createCodeView();

  /** Who plays: the code of the link, a house bot, or null: that is not here. @param {Entrant} entrant @returns {Promise<Playing | null>} */
  async function playing({ name, house, bot }) {
    if (house) return { name, kind: 'house', code: null, house };
    if (!bot) return null;
    return { name, kind: 'code', code: await codeOf(bot, bundles.take), house: null };
  }

  /** @param {Plan} held */
  async function play({ game, plan, entrants, options, clock }) {
    shown.close();
    const all = await Promise.all(entrants.map(playing));
    const there = all.filter((each) => each !== null);
    const title = t('compete.form.titled', { game: t(`game.${game}`), kind: t(`compete.kind.${plan.kind}`) });
    const done = await (await outside.contests()).begin({
      game,
      title,
      entrants: there,
      plan,
      options,
      clock,
    });
    if ('problem' in done) return void notices.show(say(done.problem), { bad: true });
    outside.go({ tab: 'compete', game, contest: done.id });
  }

  /** @param {Plan} held @param {(bot: Bot) => void} read */
  function entrantRows({ entrants }, read) {
    return entrants.slice(0, MOST_ROWS).map((each) => {
      const { name, kind, code, house, bot } = each;
      const what = bot
        ? ''
        : t(house ? 'links.isHouse' : kind === 'house' ? 'links.noHouse' : 'links.noCode');
      const button = bot && deed(t('links.readCode'), () => read(bot), 'quiet');
      const needs = bot ? needsOf(bot) : '';
      return h(
        'tr',
        {},
        h('th', { scope: 'row' }, short(name)),
        h('td', {}, h('code', { title: code }, code.slice(0, HASH))),
        h('td', {}, button || what, needs && h('p', { class: 'hint' }, needs)),
      );
    });
  }

  /** @param {Plan} held @returns {Promise<void>} when it is closed */
  return async (held) => {
    await bots.loaded;
    const { game, plan, entrants } = held;
    const offer = games[game];
    if (!offer) return;
    const missing = entrants.filter(({ house, bot }) => !house && !bot).map(({ name }) => short(name));
    const given = plan.seeds?.given ?? [];
    const facts = factsList([
      ['links.game', t(`game.${game}`)],
      ['links.kind', t(`compete.kind.${plan.kind}`)],
      ['links.games', gamesOf(held)],
      [
        'links.seeds',
        given.length > 0 ? seedsOf(given) : t('links.seedsFrom', { first: plan.seeds?.first ?? '0' }),
      ],
      ['links.options', optionsOf(game, held.options, offer)],
      ['links.clock', clockOf(held.clock, offer)],
    ]);
    const code = h(
      'div',
      { class: 'linked-read', hidden: true },
      h('div', { class: 'linked-bar' }, h('h3', {}, t('link.title')), view.whose, view.copy),
      view.text,
      view.said,
      view.more,
    );
    /** @param {Bot} bot */
    const read = (bot) => {
      code.hidden = false;
      view.show(textsOf(bot));
      code.scrollIntoView({ block: 'nearest' });
    };
    const table = h(
      'table',
      { class: 'linked-table' },
      h('caption', {}, t('links.entrants')),
      h('tbody', {}, ...entrantRows(held, read)),
    );
    const claimed = held.standings && standingsOf(held.standings);
    const begin = deed(t('links.playPlan'), () => play(held), 'accent', 'play');
    begin.disabled = missing.length > 0;
    const lacks = t('links.lacks', { names: list(missing.slice(0, 5)) });
    await shown.show(
      t('links.planTitle', { game: t(`game.${game}`), kind: t(`compete.kind.${plan.kind}`) }),
      [
        facts,
        !held.same_rules && h('p', { class: 'hint' }, t('links.otherRules')),
        h('div', { class: 'linked-scroll', tabIndex: 0 }, table),
        code,
        claimed && h('p', { class: 'hint' }, t('links.claimed')),
        claimed && h('div', { class: 'linked-scroll', tabIndex: 0 }, claimed),
        missing.length > 0 && h('p', { class: 'hint' }, lacks),
      ],
      [begin],
    );
  };
}

/** @param {Plan} held */
function gamesOf({ games, expected }) {
  const of = Math.max(expected, games);
  return games > 0 ? t('links.gamesOf', { games, of }) : String(of);
}

/** @param {Line[]} lines */
function standingsOf(lines) {
  const rows = lines
    .slice(0, MOST_ROWS)
    .map((line) =>
      h(
        'tr',
        {},
        h('td', {}, String(line.place)),
        h('th', { scope: 'row' }, short(line.name)),
        h('td', {}, fixed(line.points, 1)),
        h('td', {}, String(line.games)),
      ),
    );
  const heads = ['links.place', 'links.name', 'links.points', 'links.gamesHead'].map((id) =>
    h('th', { scope: 'col' }, t(id)),
  );
  return h(
    'table',
    { class: 'linked-table' },
    h('caption', {}, t('links.standings')),
    h('thead', {}, h('tr', {}, ...heads)),
    h('tbody', {}, ...rows),
  );
}
