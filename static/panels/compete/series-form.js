// The form for a new series: my bot against another one.

import { h, icon, on } from '../../base/ui/dom.js';
import { t } from '../../base/words/index.js';
import { seriesPlan } from './asks.ts';
import { backLink, labelled } from './fields.js';
import { createLength, LONG } from './length-field.js';
import { createRoster, EDITOR } from './roster.js';
import { createSeedsField } from './seeds-field.js';
import { titleOf } from './titles.ts';

/** @typedef {import('./view.ts').Outside} Outside */
/** @typedef {{name: string, blocks: number, stop: boolean}} Preset */

/**
 * @param {string} game
 * @param {Outside} outside
 * @param {ReturnType<typeof import('./deeds.ts').createDeeds>} deeds
 */
export function createSeriesForm(game, outside, deeds) {
  const { plans, notices, go, href } = outside;
  const roster = createRoster(game, outside);
  const mine = roster.select(t('compete.form.mine'), EDITOR);
  const other = roster.select(t('compete.form.other'), roster.usual);
  const opener = roster.opener((word) => {
    other.value = word;
  });
  const length = createLength(plans);
  const seeds = createSeedsField(deeds.sets(game), show);
  const begin = h(
    'button',
    { type: 'submit', class: 'accent' },
    icon('play'),
    h('span', {}, t('compete.form.begin')),
  );
  const presets = h('div', {
    class: 'compete-presets',
    role: 'group',
    'aria-label': t('compete.form.presets'),
  });
  presets.append(...presetsOf(plans, game).map(presetButton));
  const fields = [labelled(t('compete.form.mine'), mine), labelled(t('compete.form.other'), other), opener];
  const sides = h('div', { class: 'compete-sides' }, ...fields);
  const element = h(
    'form',
    { class: 'compete-form' },
    backLink(href({ tab: 'compete', game })),
    h('h2', {}, t('compete.form.series', { game: t(`game.${game}`) })),
    presets,
    h('fieldset', {}, h('legend', {}, t('compete.form.who')), sides),
    seeds.element,
    length.element,
    begin,
  );

  /** @param {Preset} preset */
  function presetButton({ name, blocks, stop }) {
    const button = h('button', { type: 'button', class: 'plain' }, t(`compete.preset.${name}`));
    on(button, 'click', () => {
      length.choose(blocks, stop);
      seeds.choose(name === 'fair' ? 'fair' : 'new');
      show();
    });
    return button;
  }

  function show() {
    length.show(seeds.count());
  }

  async function submit() {
    if ([mine.value, other.value].includes(EDITOR)) await deeds.ownNow(game);
    const chosen = seeds.value();
    const long = length.value();
    if ('problem' in chosen) return void notices.show(chosen.problem, { bad: true });
    if (!long) return void notices.show(t('compete.form.bad'), { bad: true });
    const entrants = [mine.value, other.value].flatMap((word) => roster.entrantOf(word) ?? []);
    begin.disabled = true;
    const plan = seriesPlan({ ...long, seeds: chosen });
    const id = await deeds.begin({ game, title: titleOf(entrants), entrants, plan });
    begin.disabled = false;
    if (id !== null) go({ tab: 'compete', game, contest: id });
  }

  on(element, 'input', show);
  on(element, /** @type {any} */ ('submit'), (event) => {
    event.preventDefault();
    submit();
  });
  seeds.refresh();
  return { element, end() {} };
}

/** @param {Outside['plans']} plans @param {string} game @returns {Preset[]} */
function presetsOf(plans, game) {
  const own = Object.entries(plans.presets).filter(
    ([name, plan]) => name.startsWith(`${game}-`) && plan.kind === 'series',
  );
  return [
    { name: 'hundred', blocks: 50, stop: false },
    ...own.map(([name, plan]) => ({ name, blocks: Number(plan['blocks'] ?? 50), stop: false })),
    { name: 'fair', blocks: 50, stop: false },
    { name: 'better', blocks: LONG, stop: true },
  ];
}
