// The settings of the next match: clock, options, memory and packages.

import { h, on, setText } from '../../base/ui/dom.js';
import { placeUnder } from '../../base/ui/popover.js';
import { t } from '../../base/words/index.js';
import { gameFace } from '../../games/index.js';

/** @typedef {import('../../base/kept/settings.js').Store} Store */
/** @typedef {{default: unknown, kind: string, low: number, high: number, length: number, choices: string[]}} Option as the package lists it */
/** @typedef {Record<string, number>} Clock every limit by its name */
/** @typedef {{name: string, options: Record<string, Option>, clock: Clock, clocks: Record<string, Clock>, clock_most: Clock}} Offer the part of what a game offers that is used here */
/** @typedef {{name: string, label: string, option: Option, usual: unknown, field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement}} Row usual: its value unless set otherwise */

/** What a bot may use, in megabytes; below the least Python itself does not start. */
const MEMORY = { default: 256, kind: 'int', low: 64, high: 1024, length: 0, choices: [] };

/** Whether the clock runs for humans, too. */
const HUMAN_CLOCK = { default: false, kind: 'bool', low: 0, high: 0, length: 0, choices: [] };
/** Whether bots that are to move at once think at once; see `Thinking` in types.js. */
const THINKING = {
  default: 'auto',
  kind: 'choice',
  low: 0,
  high: 0,
  length: 0,
  choices: ['auto', 'at_once', 'in_turn'],
};

/**
 * The clock and the options of the next match, made from what the game says it has.
 *
 * @param {HTMLElement} host a popover
 * @param {HTMLElement} button opens it
 * @param {object} outside
 * @param {Store} outside.store
 * @param {Offer} outside.game
 * @param {{count: () => number, forget: () => Promise<void>}} outside.packages how many sets of
 *   them are kept, with the user's consent
 */
export function createSettings(host, button, { store, game, packages }) {
  const reset = h('button', { type: 'button', class: 'plain' }, t('settings.reset'));
  const kept = h('span', {});
  const forget = h('button', { type: 'button', class: 'plain' }, t('settings.forgetPackages'));
  const ofPackages = h('p', { class: 'kept' }, kept, forget);
  let key = '';
  /** @type {Row[]} */
  let clockRows = [];
  /** @type {Row[]} */
  let limitRows = [];
  /** @type {Row[]} */
  let optionRows = [];
  /** @type {Row[]} */
  let rows = [];
  /** @type {ReturnType<typeof createPresets> | null} */
  let presets = null;
  use(game);

  /** @param {Offer} offer */
  function use({ name, options, clock, clocks, clock_most: most }) {
    key = `settings.${name}`;
    const saved = store.get(key, { options: {}, clock: {}, limits: {} });
    const times = Object.fromEntries(
      Object.entries(clock).map(([limit, usual]) => [limit, clockOption(usual, most[limit] ?? usual)]),
    );
    clockRows = rowsOf('clock', times, saved.clock);
    limitRows = rowsOf(
      'limits',
      { memory: MEMORY, humanClock: HUMAN_CLOCK, thinking: THINKING },
      saved.limits,
    );
    optionRows = rowsOf(name, options, saved.options, gameFace(name).usual);
    rows = [...clockRows, ...limitRows, ...optionRows];
    presets = Object.keys(clocks).length > 0 ? createPresets(name, clocks, clockRows) : null;
    const note = h('p', {}, t('settings.note'));
    host.replaceChildren(
      h('h2', {}, t('settings.label')),
      presets?.element ?? '',
      ...rows.map(fieldOf),
      note,
      reset,
      ofPackages,
    );
  }

  function save() {
    for (const row of rows) row.field.setAttribute('aria-invalid', String(readRow(row) === undefined));
    presets?.refresh();
    store.set(key, values(usualOf));
  }

  function showPackages() {
    const count = packages.count();
    ofPackages.hidden = count === 0;
    setText(kept, t('settings.packages', { count }));
  }

  /** @param {(row: Row) => unknown} from what is left out */
  const values = (from) => ({
    options: changes(optionRows, from),
    clock: changes(clockRows, from),
    limits: changes(limitRows, from),
  });

  on(host, 'input', save);
  on(reset, 'click', () => {
    for (const row of rows) fill(row, row.usual);
    save();
  });
  on(forget, 'click', () =>
    packages
      .forget()
      .then(showPackages, showPackages)
      .then(() => reset.focus()),
  );
  on(host, /** @type {any} */ ('beforetoggle'), () => {
    showPackages();
    placeUnder(host, button);
  });

  return {
    /** The settings of another game. */
    use,
    /** @param {string} name of an option @param {unknown} value @returns {() => boolean} gives it back what it was, if it is shown */
    set(name, value) {
      const row = optionRows.find((each) => each.name === name);
      if (!row) throw new Error(`no option ${name}`);
      const before = readRow(row);
      const put = (/** @type {unknown} */ next) => {
        fill(row, next);
        save();
      };
      put(value);
      return () => {
        const isShown = optionRows.includes(row);
        if (isShown) put(before ?? row.usual);
        return isShown;
      };
    },
    /** @returns {string | null} what is wrong with them, in words */
    problem() {
      const bad = rows.find((row) => readRow(row) === undefined);
      return bad ? t('settings.bad', { label: bad.label, expected: expectedBy(bad.option) }) : null;
    },
    /** @returns {{options: Record<string, unknown>, clock: Record<string, unknown>, memory?: number, humanClock?: boolean, thinking?: import('../../match/types.js').Thinking}} what is not as usual */
    read() {
      // A replay is told what the rules would not choose by themselves.
      const { limits, ...rest } = values(({ option }) => option.default);
      return { ...rest, ...limits };
    },
  };
}

/**
 * Sets of time limits that a game knows by name. One that is chosen is filled in; what is filled in is told by its name.
 *
 * @param {string} game
 * @param {Record<string, Clock>} clocks
 * @param {readonly Row[]} rows the limits
 */
function createPresets(game, clocks, rows) {
  const own = h('option', { value: '', hidden: true }, t('clock.own'));
  const names = Object.keys(clocks).map((name) => h('option', { value: name }, t(`clock.${game}.${name}`)));
  const select = h('select', {}, ...names, own);
  on(select, 'input', () => {
    for (const row of rows) fill(row, clocks[select.value]?.[row.name] ?? row.option.default);
  });
  const refresh = () => {
    const isFilledIn = (/** @type {[string, Clock]} */ [, clock]) =>
      rows.every((row) => readRow(row) === clock[row.name]);
    select.value = Object.entries(clocks).find(isFilledIn)?.[0] ?? '';
  };
  refresh();
  return {
    element: h('label', { class: 'field' }, h('span', {}, t('settings.clock')), select),
    refresh,
  };
}

/** @param {number} usual milliseconds, or steps @param {number} high @returns {Option} */
const clockOption = (usual, high) => ({
  default: usual,
  kind: 'int',
  low: 0,
  high,
  length: 0,
  choices: [],
});

/**
 * @param {string} group
 * @param {Record<string, Option>} options
 * @param {Record<string, unknown>} values
 * @param {Record<string, unknown>} [chosen] values unless set otherwise, where they are not the options' own defaults
 * @returns {Row[]}
 */
function rowsOf(group, options, values, chosen = {}) {
  return Object.entries(options).map(([name, option]) => {
    const usual = Object.hasOwn(chosen, name) ? chosen[name] : option.default;
    const field = inputFor(option, (choice) => t(`setting.${group}.${name}.${choice}`));
    const row = { name, label: t(`setting.${group}.${name}`), option, usual, field };
    fill(row, Object.hasOwn(values, name) ? values[name] : usual);
    return row;
  });
}

/** @param {Option} option @param {(choice: string) => string} named */
function inputFor(option, named) {
  if (option.kind === 'choice')
    return h('select', {}, ...option.choices.map((choice) => h('option', { value: choice }, named(choice))));
  if (option.kind === 'bool') return h('input', { type: 'checkbox' });
  if (option.kind === 'int')
    return h('input', { type: 'number', min: option.low, max: option.high, step: 1 });
  const placeholder = t('settings.generated');
  // A text may have lines, which a field of one line would drop.
  if (option.kind === 'text') return h('textarea', { rows: 1, spellcheck: false, placeholder });
  return h('input', { type: 'text', autocomplete: 'off', spellcheck: false, placeholder });
}

/** @param {Row} row @param {unknown} value */
function fill({ option, field }, value) {
  if (field instanceof HTMLInputElement && option.kind === 'bool') field.checked = value === true;
  else field.value = Array.isArray(value) ? value.join(' ') : String(value ?? '');
  field.setAttribute('aria-invalid', 'false');
}

/** @param {Row} row */
function fieldOf({ label, field }) {
  return h('label', { class: 'field' }, h('span', {}, label), field);
}

/** @param {Row} row @returns {unknown} undefined: this is no value for the option */
function readRow({ option, field }) {
  const text = field.value.trim();
  if (option.kind === 'bool') return field instanceof HTMLInputElement && field.checked;
  if (option.kind === 'int') return within(option, text);
  if (text === '') return option.default === null ? null : undefined;
  if (option.kind !== 'ints') return text;
  const numbers = text.split(/[\s,]+/).map((part) => within(option, part));
  return numbers.length === option.length && !numbers.includes(undefined) ? numbers : undefined;
}

/** The package's own words for what an option takes. @param {Option} option */
function expectedBy({ kind, low, high, length, choices }) {
  return [`option.${kind}`, { low, high, length, choices: choices.join(', ') }];
}

/** @param {Option} option @param {string} text */
function within(option, text) {
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= option.low && value <= option.high ? value : undefined;
}

/** @param {Row} row */
const usualOf = ({ usual }) => usual;

/** @param {Row[]} rows @param {(row: Row) => unknown} from */
function changes(rows, from) {
  const values = rows.map((row) => /** @type {const} */ ([row, readRow(row)]));
  const changed = values.filter(
    ([row, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(from(row)),
  );
  return Object.fromEntries(changed.map(([row, value]) => [row.name, value]));
}
