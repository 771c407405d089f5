// Which seeds are played: the same for everybody, new ones, those that were lost, or a list.

import { h, on } from '../../base/ui/dom.js';
import { t } from '../../base/words/index.js';
import { drawnFirst } from './asks.ts';
import { MOST_SEEDS, readSeeds } from './seeds.ts';

/** @typedef {import('./seeds.ts').SeedSet} SeedSet */
/** @typedef {import('./asks.ts').SeedChoice} SeedChoice */
/** @typedef {'fair' | 'new' | 'set' | 'list'} Kind */

/**
 * @param {readonly SeedSet[]} sets that can be chosen
 * @param {() => void} changed
 */
export function createSeedsField(sets, changed) {
  /** @type {Kind[]} */
  const kinds = sets.length > 0 ? ['fair', 'new', 'set', 'list'] : ['fair', 'new', 'list'];
  const choice = h(
    'select',
    { 'aria-label': t('compete.form.sets') },
    ...[...sets]
      .reverse()
      .map(({ name, seeds }, k) =>
        h(
          'option',
          { value: String(sets.length - 1 - k) },
          t('compete.form.set', { name, count: seeds.length }),
        ),
      ),
  );
  const typed = h('textarea', {
    rows: 2,
    spellcheck: false,
    placeholder: '1-20, 42, 77',
    'aria-label': t('compete.form.list'),
  });
  /** @type {Record<Kind, HTMLElement | null>} */
  const beside = { fair: null, new: null, set: choice, list: typed };
  /** @type {Map<Kind, HTMLInputElement>} */
  const radios = new Map();
  const rows = kinds.map((kind) => {
    const radio = h('input', { type: 'radio', name: 'compete-seeds', value: kind, checked: kind === 'new' });
    radios.set(kind, radio);
    const hint = h('span', { class: 'hint' }, t(`compete.seeds.${kind}.hint`));
    return h(
      'div',
      {},
      h('label', { class: 'compete-radio' }, radio, h('span', {}, t(`compete.seeds.${kind}`)), hint),
      beside[kind],
    );
  });
  const element = h(
    'fieldset',
    { class: 'compete-seeds' },
    h('legend', {}, t('compete.form.seeds')),
    ...rows,
  );
  const kindNow = () => kinds.find((kind) => radios.get(kind)?.checked) ?? 'new';

  function show() {
    for (const kind of kinds) {
      const more = beside[kind];
      if (more) more.hidden = kind !== kindNow();
    }
    const { wrong } = readSeeds(typed.value);
    typed.setAttribute('aria-invalid', String(kindNow() === 'list' && wrong !== null));
    changed();
  }

  on(element, 'input', show);

  return {
    element,
    refresh: show,
    /** @param {Kind} kind */
    choose(kind) {
      const radio = radios.get(kind);
      if (radio) radio.checked = true;
      show();
    },
    /** @returns {number | null} how many blocks a list makes; null: as many as are asked for */
    count() {
      const read = value();
      return 'kind' in read && read.kind === 'list' ? read.given.length : null;
    },
    value,
  };

  /** @returns {SeedChoice | {problem: string}} */
  function value() {
    const kind = kindNow();
    if (kind === 'fair') return { kind };
    if (kind === 'new') return { kind, first: drawnFirst() };
    if (kind === 'set') return { kind: 'list', given: sets[Number(choice.value)]?.seeds ?? [] };
    const { seeds, wrong } = readSeeds(typed.value);
    if (wrong !== null) return { problem: t('compete.form.badSeed', { got: wrong, most: MOST_SEEDS }) };
    if (seeds.length === 0) return { problem: t('compete.form.noSeeds') };
    return { kind: 'list', given: seeds };
  }
}
