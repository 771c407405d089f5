// Shows the plan of a contest that came in a link, and what its sender says came of it.

import { createCodeView } from '../../base/ui/code-view.ts';
import { h } from '../../base/ui/dom.ts';
import { codeOf, textsOf } from '../../base/values/packed-bot.ts';
import { fixed, list, say, t } from '../../base/words/index.ts';
import type { Line, Entrant as Playing } from '../../contest/types.ts';
import { createDialog, deed } from './dialog.ts';
import type { Bot } from './facts.ts';
import { clockOf, factsList, needsOf, optionsOf, seedsOf, short } from './facts.ts';
import type { Outside } from './room.ts';

type Entrant = {
  name: string;
  kind: 'code' | 'house' | 'program';
  code: string;
  house: string | null;
  bot: Bot | null;
};

interface Plan {
  game: string;
  plan: { kind: string; seeds: { first: string; given: string[] } };
  entrants: Entrant[];
  options: Record<string, unknown>;
  clock: Record<string, number>;
  games: number;
  expected: number;
  same_rules: boolean;
  standings: Line[] | null;
}

/** Characters of a hash that are shown; the whole of it stands in its title. */
const HASH = 8;
/** Rows of a table. */
const MOST_ROWS = 100;

export function createPlan(outside: Outside & { take: (game: string, bot: Bot) => Promise<void> }) {
  const { games, bundles, notices, bots } = outside;
  const shown = createDialog();
  const view = createCodeView();

  /** Who plays: the code of the link, a house bot, or null: that is not here. */
  async function playing({ name, house, bot }: Entrant): Promise<Playing | null> {
    if (house) return { name, kind: 'house', code: null, house };
    if (!bot) return null;
    return { name, kind: 'code', code: await codeOf(bot, bundles.take), house: null };
  }

  async function play({ game, plan, entrants, options, clock }: Plan) {
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

  function entrantRows({ entrants }: Plan, read: (bot: Bot) => void) {
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

  /** @returns when it is closed */
  return async (held: Plan): Promise<void> => {
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
        given.length > 0 ? seedsOf(given) : t('links.seedsFrom', { first: String(plan.seeds?.first ?? '0') }),
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
    const read = (bot: Bot) => {
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

function gamesOf({ games, expected }: Plan) {
  const of = Math.max(expected, games);
  return games > 0 ? t('links.gamesOf', { games, of }) : String(of);
}

function standingsOf(lines: Line[]) {
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
