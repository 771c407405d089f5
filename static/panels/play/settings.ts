// The settings of the next match: clock, memory, and the options that the game defines. No DOM.

import type { Signal } from '@preact/signals';
import { batch, computed, signal } from '@preact/signals';
import type { Store } from '../../base/storage/settings.ts';
import { t } from '../../base/words/index.ts';
import { gameViewOf } from '../../games/index.ts';
import type { Message, Thinking } from '../../match/types.ts';
import type { Settings as Said } from '../../shell/router.ts';

/** An option of a game, as in the Python package. */
interface Option {
  default: unknown;
  kind: string;
  low: number;
  high: number;
  length: number;
  choices: string[];
}

/** The time limits, by their names. */
type Clock = Record<string, number>;

/** The part of what a game offers that is used here. */
export interface Offer {
  name: string;
  options: Record<string, Option>;
  clock: Clock;
  clocks: Record<string, Clock>;
  clock_most: Clock;
}

/** A setting and its field. */
export interface Row {
  /** the prefix of the ids of its words */
  id: string;
  name: string;
  label: string;
  option: Option;
  /** its default value */
  usual: unknown;
  /** the text of the field; `true` for a check box that is ticked */
  text: Signal<string>;
}

/** The settings that differ from the defaults, for a match. */
export interface Read {
  options: Record<string, unknown>;
  clock: Record<string, unknown>;
  memory?: number;
  humanClock?: boolean;
  thinking?: Thinking;
}

interface Options {
  game: Offer;
  changed: () => void;
  /** the sets of packages that the user has agreed to */
  packages: { count: () => number; forget: () => Promise<void> };
}

export type Settings = ReturnType<typeof createSettings>;

const PLAIN = { low: 0, high: 0, length: 0, choices: [] };
const LIMITS: Record<string, Option> = {
  /** The memory of a bot, in megabytes. With less than the least, Python itself does not start. */
  memory: { ...PLAIN, default: 256, kind: 'int', low: 64, high: 1024 },
  /** Whether the clock also runs for people. */
  humanClock: { ...PLAIN, default: false, kind: 'bool' },
  /** Whether bots that move at the same time think at the same time; see `Thinking` in match/types.ts. */
  thinking: { ...PLAIN, default: 'auto', kind: 'choice', choices: ['auto', 'at_once', 'in_turn'] },
};

/** The most characters of one setting in an address; see shell/router.ts. */
const LONGEST_SETTING = 300;

export function createSettings(store: Store, { game: first, changed, packages }: Options) {
  const game = signal(first);
  const rows = computed(() => rowsFor(game.value, store));
  const all = computed(() => [...rows.value.clock, ...rows.value.limits, ...rows.value.options]);
  /** The number of sets of packages when it was last asked. */
  const kept = signal(0);

  /** The names of the game's sets of time limits, and the one that is filled in; '' if none is. */
  const presets = computed(() => {
    const { clocks } = game.value;
    const isFilledIn = (clock: Clock) => rows.value.clock.every((row) => readRow(row) === clock[row.name]);
    const chosen = Object.entries(clocks).find(([, clock]) => isFilledIn(clock))?.[0] ?? '';
    return { names: Object.keys(clocks), chosen };
  });

  /** @param from returns the value of a field */
  const values = (from: (row: Row) => unknown) => ({
    options: changes(rows.value.options, from),
    clock: changes(rows.value.clock, from),
    limits: changes(rows.value.limits, from),
  });

  function save() {
    store.set(`settings.${game.value.name}`, values(usualOf));
    changed();
  }

  return {
    ...{ game, rows: all, presets, kept },
    /** Uses the settings of another game. */
    use(offer: Offer) {
      game.value = offer;
    },
    /** To be called when the user changes a field. */
    type(row: Row, text: string) {
      row.text.value = text;
      save();
    },
    /** Fills in a set of time limits. */
    preset(name: string) {
      batch(() => {
        for (const row of rows.value.clock)
          fill(row, game.value.clocks[name]?.[row.name] ?? row.option.default);
      });
      save();
    },
    reset() {
      batch(() => {
        for (const row of all.value) fill(row, row.usual);
      });
      save();
    },
    count() {
      kept.value = packages.count();
    },
    async forget() {
      await packages.forget().catch(() => {});
      kept.value = packages.count();
    },
    /** @param name the name of an option @returns undoes that, if the option is still shown */
    set(name: string, value: unknown): () => boolean {
      const row = rows.value.options.find((each) => each.name === name);
      if (!row) throw new Error(`no option ${name}`);
      const before = readRow(row);
      const put = (next: unknown) => {
        fill(row, next);
        save();
      };
      put(value);
      return () => {
        const isShown = rows.value.options.includes(row);
        if (isShown) put(before ?? row.usual);
        return isShown;
      };
    },
    /** Uses the settings in an address until the user changes something. @returns the problems of invalid ones */
    take: (said: Said | null) => takeInto(rows.value.options, rows.value.clock, said),
    /** The settings that differ from the defaults, for an address. */
    written: (): Said => ({ options: texts(rows.value.options), clock: texts(rows.value.clock) }),
    /** @returns what is wrong with them, in words */
    problem(): string | null {
      const bad = all.value.find((row) => readRow(row) === undefined);
      return bad ? t('settings.bad', { label: bad.label, expected: expectedBy(bad.option) }) : null;
    },
    /** The settings for a match. Only those that differ from the defaults are in its replay. */
    read(): Read {
      const { limits, ...rest } = values(({ option }) => option.default);
      return { ...rest, ...limits };
    },
  };
}

/** The fields of a game, with the stored values. */
function rowsFor({ name, options, clock, clock_most: most }: Offer, store: Store) {
  const saved = store.get(`settings.${name}`, { options: {}, clock: {}, limits: {} });
  const times = Object.entries(clock).map(([limit, usual]) => [
    limit,
    { ...PLAIN, default: usual, kind: 'int', high: most[limit] ?? usual },
  ]);
  return {
    clock: rowsOf('clock', Object.fromEntries(times), saved.clock, {}, (id) => limitLabel(id, clock)),
    limits: rowsOf('limits', LIMITS, saved.limits),
    options: rowsOf(name, options, saved.options, gameViewOf(name).usual),
  };
}

/**
 * @param chosen default values that differ from the options' own
 * @param labelOf returns the label of a field by its id
 */
function rowsOf(
  group: string,
  options: Record<string, Option>,
  values: Record<string, unknown>,
  chosen: Record<string, unknown> = {},
  labelOf: (id: string) => string = t,
): Row[] {
  return Object.entries(options).map(([name, option]) => {
    const usual = Object.hasOwn(chosen, name) ? chosen[name] : option.default;
    const id = `setting.${group}.${name}`;
    const row = { id, name, label: labelOf(id), option, usual, text: signal('') };
    fill(row, Object.hasOwn(values, name) ? values[name] : usual);
    return row;
  });
}

/**
 * The label of a time limit, with its unit. If a game has extra time, the time of a move is in addition to that, and may be 0.
 */
function limitLabel(id: string, { bank }: Clock): string {
  if (id === 'setting.clock.steps') return t('settings.steps', { label: t(id) });
  const isBesides = Boolean(bank) && (id === 'setting.clock.first' || id === 'setting.clock.move');
  return t('settings.ms', { label: t(isBesides ? `${id}.besides` : id) });
}

function fill({ option, text }: Row, value: unknown) {
  if (option.kind === 'bool') text.value = String(value === true);
  else text.value = Array.isArray(value) ? value.join(' ') : String(value ?? '');
}

/** @returns undefined if the text is not a valid value of the option */
export function readRow({ option, text: { value } }: Row): unknown {
  const text = value.trim();
  if (option.kind === 'bool') return text === 'true';
  if (option.kind === 'int') return within(option, text);
  if (text === '') return option.default === null ? null : undefined;
  if (option.kind !== 'ints') return text;
  const numbers = text.split(/[\s,]+/).map((part) => within(option, part));
  return numbers.length === option.length && !numbers.includes(undefined) ? numbers : undefined;
}

function within(option: Option, text: string) {
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= option.low && value <= option.high ? value : undefined;
}

/** Fills a field from a text, if that is a valid value. */
function fillFrom(row: Row, text: string) {
  const before = row.text.value;
  const { kind } = row.option;
  if (kind === 'bool' && text !== 'true' && text !== 'false') return false;
  if (kind === 'choice' && !row.option.choices.includes(text)) return false;
  row.text.value = text;
  if (readRow(row) !== undefined) return true;
  row.text.value = before;
  return false;
}

/** The values that differ from the defaults, as texts for an address, without a map, which may be a whole file. */
function texts(rows: readonly Row[]): Record<string, string> {
  const all = Object.entries(changes(rows, usualOf)).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(' ') : String(value ?? '')] as const,
  );
  return Object.fromEntries(all.filter(([, text]) => text.length <= LONGEST_SETTING));
}

const usualOf = ({ usual }: Row) => usual;

function changes(rows: readonly Row[], from: (row: Row) => unknown): Record<string, unknown> {
  const values = rows.map((row) => [row, readRow(row)] as const);
  const changed = values.filter(
    ([row, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(from(row)),
  );
  return Object.fromEntries(changed.map(([row, value]) => [row.name, value]));
}

/** Fills the fields that an address names. @returns the problems of invalid values */
function takeInto(options: readonly Row[], clock: readonly Row[], said: Said | null): Message[] {
  const groups = [
    ['option', options, said?.options ?? {}],
    ['clock', clock, said?.clock ?? {}],
  ] as const;
  return groups.flatMap(([group, rows, named]) =>
    Object.entries(named).flatMap(([name, value]): Message[] => {
      const row = rows.find((each) => each.name === name);
      return row && fillFrom(row, value) ? [] : [['address.setting', { name: `${group}.${name}`, value }]];
    }),
  );
}

/** The Python package's words for the valid values of an option. */
function expectedBy({ kind, low, high, length, choices }: Option): Message {
  return [`option.${kind}`, { low, high, length, choices: choices.join(', ') }];
}
