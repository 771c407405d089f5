// The form for a new tournament: who plays, by which plan, on which seeds.

import { LONGEST_NAME } from '../../base/text/legible.js';
import { h, icon, on, setText } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { t } from '../../base/words/index.js';
import { tournamentPlan } from './asks.ts';
import { createEntrants } from './entrants-field.js';
import { backLink, labelled, numberField } from './fields.js';
import { createRoster } from './roster.js';
import { createSeedsField } from './seeds-field.js';

/** @typedef {import('./view.ts').Outside} Outside */
/** @typedef {import('./fields.js').NumberField} NumberField */

/**
 * @param {string} game
 * @param {Outside} outside
 * @param {ReturnType<typeof import('./deeds.ts').createDeeds>} deeds
 */
export function createTournamentForm(game, outside, deeds) {
  const { plans, notices, go, href } = outside;
  const roster = createRoster(game, outside);
  const title = h('input', { type: 'text', maxLength: LONGEST_NAME, autocomplete: 'off' });
  const [fewest, most] = outside.games[game]?.players ?? [2, 2];
  // Where a game is for two, nobody plays against many at once.
  const kinds = Object.keys(plans.kinds).filter((name) => most > 2 || !plans.kinds[name]?.options['players']);
  const own = Object.keys(plans.presets).filter((name) => name.startsWith(`${game}-`));
  const kind = h(
    'select',
    {},
    ...[...own, ...kinds].map((name) => h('option', { value: name }, nameOf(name))),
  );
  const about = h('p', { class: 'hint', 'aria-live': 'polite' });
  const settings = h('div', { class: 'compete-settings' });
  /** @type {Map<string, NumberField>} */
  const fields = new Map();
  const entrants = createEntrants(roster, () => {});
  const seeds = createSeedsField([], () => {});
  const begin = h(
    'button',
    { type: 'submit', class: 'accent' },
    icon('play'),
    h('span', {}, t('compete.form.begin')),
  );
  const element = h(
    'form',
    { class: 'compete-form' },
    backLink(href({ tab: 'compete', game })),
    h('h2', {}, t('compete.form.tournament', { game: t(`game.${game}`) })),
    h(
      'fieldset',
      {},
      h('legend', {}, t('compete.form.plan')),
      h(
        'div',
        { class: 'compete-sides' },
        labelled(t('compete.form.kind'), kind),
        labelled(t('compete.title'), title),
      ),
      about,
      settings,
    ),
    entrants.element,
    seeds.element,
    begin,
  );

  /** The kind that a preset is of, and its settings. @param {string} name */
  function resolved(name) {
    const { kind: base, ...given } = plans.presets[name] ?? { kind: name };
    return { base: String(base), given };
  }

  function showKind() {
    const { base, given } = resolved(kind.value);
    setText(about, t(`compete.about.${base}`));
    fields.clear();
    for (const [name, option] of Object.entries(plans.kinds[base]?.options ?? {})) {
      const bounds = name === 'players' ? [fewest, most] : [];
      const how = { ...within(option, bounds, given[name]), hint: t(`compete.option.${name}.hint`) };
      fields.set(name, numberField(t(`compete.option.${name}`), how));
    }
    refill(settings, ...[...fields.values()].map((field) => field.element));
    title.placeholder = t('compete.form.titled', { game: t(`game.${game}`), kind: nameOf(kind.value) });
  }

  async function submit() {
    const chosen = seeds.value();
    if ('problem' in chosen) return void notices.show(chosen.problem, { bad: true });
    const options = Object.fromEntries([...fields].map(([name, field]) => [name, field.value()]));
    if (Object.values(options).includes(null)) return void notices.show(t('compete.form.bad'), { bad: true });
    const { base } = resolved(kind.value);
    const plan = tournamentPlan(base, /** @type {Record<string, number>} */ (options), chosen);
    begin.disabled = true;
    const id = await deeds.begin({
      game,
      title: title.value.trim() || title.placeholder,
      entrants: entrants.value(),
      plan,
    });
    begin.disabled = false;
    if (id !== null) go({ tab: 'compete', game, contest: id });
  }

  on(kind, 'change', showKind);
  on(element, /** @type {any} */ ('submit'), (event) => {
    event.preventDefault();
    submit();
  });
  kind.value = 'round-robin';
  showKind();
  seeds.refresh();
  return { element, end() {} };
}

/**
 * @param {import('../../contest/types.js').PlanOption} option
 * @param {number[]} bounds of the game: the least and the most, or nothing
 * @param {unknown} given by a preset
 */
function within(option, [least = option.low, most = option.high], given) {
  const [low, high] = [Math.max(option.low, least), Math.min(option.high, most)];
  return { low, high, value: Math.min(Math.max(Number(given ?? option.default), low), high) };
}

/** @param {string} name of a kind or a preset */
const nameOf = (name) => t(`compete.kind.${name}`);
