// The settings of the next match: clock, options, memory and packages.

import { h, on, setText } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { placeUnder } from '../../base/ui/popover.ts';
import { t } from '../../base/words/index.ts';
import { gameFace } from '../../games/index.ts';
import { changes, clockOption, fill, readRow, rowsOf, takeInto, texts, usualOf } from './settings-rows.js';

/** @typedef {import('../../base/kept/settings.ts').Store} Store */
/** @typedef {Record<string, number>} Clock every limit by its name */
/** @typedef {{name: string, options: Record<string, Option>, clock: Clock, clocks: Record<string, Clock>, clock_most: Clock}} Offer the part of what a game offers that is used here */
/** @typedef {import('./settings-rows.js').Option} Option as the package lists it */
/** @typedef {import('./settings-rows.js').Row} Row */

/** What a bot may use, in megabytes; below the least Python itself does not start. */
const MEMORY = { default: 256, kind: 'int', low: 64, high: 1024, length: 0, choices: [] };

/** Whether the clock runs for humans, too. */
const HUMAN_CLOCK = { default: false, kind: 'bool', low: 0, high: 0, length: 0, choices: [] };
/** Whether bots that are to move at once think at once; see `Thinking` in types.ts. */
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
 * @param {() => void} outside.changed
 * @param {{count: () => number, forget: () => Promise<void>}} outside.packages how many sets of
 *   them are kept, with the user's consent
 */
export function createSettings(host, button, { store, game, packages, changed }) {
  const reset = h('button', { type: 'button', class: 'plain' }, t('settings.reset'));
  const ofPackages = createPackages(packages, reset);
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
    refill(
      host,
      h('h2', {}, t('settings.label')),
      presets?.element ?? '',
      ...rows.map(fieldOf),
      note,
      reset,
      ofPackages.element,
    );
  }

  function save() {
    for (const row of rows) row.field.setAttribute('aria-invalid', String(readRow(row) === undefined));
    presets?.refresh();
    store.set(key, values(usualOf));
    changed();
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
  on(host, /** @type {any} */ ('beforetoggle'), () => {
    ofPackages.show();
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
    /** Puts in what an address names, until the user changes something. @param {Parameters<typeof takeInto>[2]} said @returns what nobody can use */
    take(said) {
      const problems = takeInto(optionRows, clockRows, said);
      presets?.refresh();
      return problems;
    },
    /** What is not as usual, for an address. @returns {import('../../shell/router.ts').Settings} */
    written: () => ({ options: texts(optionRows), clock: texts(clockRows) }),
    /** @returns {string | null} what is wrong with them, in words */
    problem() {
      const bad = rows.find((row) => readRow(row) === undefined);
      return bad ? t('settings.bad', { label: bad.label, expected: expectedBy(bad.option) }) : null;
    },
    /** @returns {{options: Record<string, unknown>, clock: Record<string, unknown>, memory?: number, humanClock?: boolean, thinking?: import('../../match/types.ts').Thinking}} what is not as usual */
    read() {
      // A replay is told what the rules would not choose by themselves.
      const { limits, ...rest } = values(({ option }) => option.default);
      return { ...rest, ...limits };
    },
  };
}

/**
 * The packages that are kept, and the button that forgets them.
 *
 * @param {{count: () => number, forget: () => Promise<void>}} packages
 * @param {HTMLElement} next has the focus when they are forgotten
 */
function createPackages(packages, next) {
  const kept = h('span', {});
  const forget = h('button', { type: 'button', class: 'plain' }, t('settings.forgetPackages'));
  const element = h('p', { class: 'kept' }, kept, forget);

  function show() {
    const count = packages.count();
    element.hidden = count === 0;
    setText(kept, t('settings.packages', { count }));
  }

  on(forget, 'click', () =>
    packages
      .forget()
      .then(show, show)
      .then(() => next.focus()),
  );
  return { element, show };
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

/** @param {Row} row */
function fieldOf({ label, field }) {
  return h('label', { class: 'field' }, h('span', {}, label), field);
}

/** The package's own words for what an option takes. @param {Option} option */
function expectedBy({ kind, low, high, length, choices }) {
  return [`option.${kind}`, { low, high, length, choices: choices.join(', ') }];
}
