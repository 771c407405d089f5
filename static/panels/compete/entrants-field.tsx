// The list of entrants of a new tournament, in the order of their seeding.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Select } from '../../base/ui/field.tsx';
import { useKeptFocus } from '../../base/ui/kept-focus.ts';
import { Button, IconButton } from '../../base/ui/parts.tsx';
import { callOf } from '../../base/values/calls.ts';
import { firstOf, t, list as words } from '../../base/words/index.ts';
import type { ContestRow, Entrant } from '../../contest/types.ts';
import type { Code } from '../../match/types.ts';
import { knownOf } from './checking.ts';
import { createDoubts, Doubt } from './doubts.tsx';
import type { Roster } from './roster.ts';
import { EDITOR, isEarlier, isVersion, wordOfEarlier } from './roster.ts';
import { numbered } from './specs.ts';

/** The most names in a sentence. */
const MOST_NAMED = 5;

type Entrants = ReturnType<typeof createEntrants>;

/** An entrant. key: identifies it, as several may have the same name; word: finds its bot again, see roster.ts */
interface Row {
  key: number;
  word: string;
  entrant: Entrant;
}

/** @param doubt checks a bot: resolves with why it cannot play, or null if it can */
export function createEntrants(roster: Roster, doubt: (code: Code) => Promise<string | null>) {
  const list = signal<readonly Row[]>([]);
  /** The earlier lists, for Undo. */
  const before = signal<readonly (readonly Row[])[]>([]);
  const choice = signal(EDITOR);
  /** The checks whether each entrant can play, by its key. */
  const doubts = createDoubts<number>(doubt);
  /** The names of the bots that came as files last. */
  const arrived = signal<readonly string[]>([]);
  let latest = 0;

  const rowsOf = (words: readonly string[]) =>
    words.map(roster.lasting).flatMap((word): Row[] => {
      const entrant = roster.entrantOf(word);
      return entrant ? [{ key: ++latest, word, entrant }] : [];
    });

  function change(next: readonly Row[]) {
    before.value = [...before.peek(), list.peek()];
    list.value = next;
    arrived.value = [];
  }

  function put(...words: string[]) {
    const more = rowsOf(words);
    if (more.length === 0) return [];
    change([...list.peek(), ...more]);
    for (const row of more) check(row);
    return more;
  }

  function check({ key, word, entrant: { code } }: Row) {
    // Entrants of an earlier contest are not checked: they have played.
    if (code !== null && !isEarlier(word)) doubts.check(key, code);
  }

  /** The entrants with their bots' current names and texts, without deleted bots. */
  const asTheyAre = (rows: readonly Row[]) =>
    rows.flatMap((row): Row[] => {
      const entrant = roster.entrantOf(row.word);
      return entrant ? [{ ...row, entrant }] : [];
    });

  /** Whether that bot is not an entrant yet. */
  function isNew(word: string) {
    const one = roster.entrantOf(word);
    const isSame = ({ entrant: { kind, name, bot } }: Row) =>
      one?.kind === 'house' ? kind === 'house' && name === one.name : bot != null && bot === one?.bot;
    return !list.peek().some(isSame);
  }

  /** Whether exactly this is an entrant. Another version of its bot does not count. */
  const isIn = (word: string) =>
    isVersion(word) ? list.peek().some((row) => row.word === word) : !isNew(word);

  /** The first choice that is not an entrant yet; the current choice if all are. */
  function next() {
    const words = roster.choices().flatMap(({ options }) => options.map(([word]) => word));
    return words.find((word) => !isIn(word)) ?? choice.peek();
  }

  put(EDITOR, ...roster.firstField.map((name) => `house:${name}`));
  before.value = [];
  choice.value = next();
  return {
    ...{ list, before, choice, doubts, arrived, roster, put, isNew, isIn },
    /** Adds the chosen bot, and chooses the next one. */
    putChosen() {
      put(choice.peek());
      choice.value = next();
    },
    /** Chooses the next bot if the current choice, which the user did not make, is an entrant by now. */
    chooseNext() {
      if (isIn(choice.peek())) choice.value = next();
    },
    /** Adds bots that came as files. */
    arrive(words: string[]) {
      const rows = put(...words);
      arrived.value = rows.map(({ entrant }) => callOf(entrant));
    },
    /** To be called when a bot of the library was renamed, changed or deleted. */
    follow() {
      list.value = asTheyAre(list.peek());
      for (const { key, word, entrant } of list.peek())
        if (!isEarlier(word)) doubts.follow(key, entrant.code);
    },
    /** Replaces all entrants by those of an earlier contest, as they were entered there. */
    take({ id, entrants }: Pick<ContestRow, 'id' | 'entrants'>) {
      change(entrants.map((entrant, k) => ({ key: ++latest, word: wordOfEarlier(id, k), entrant })));
    },
    /** Whether the list has entrants of that contest. */
    isFrom: ({ id, entrants }: Pick<ContestRow, 'id' | 'entrants'>) =>
      list.peek().some(({ word }) => entrants.some((_, k) => word === wordOfEarlier(id, k))),
    /** Replaces all entrants by those that these words name. */
    restore(words: readonly string[]) {
      change(rowsOf(words));
      for (const row of list.peek()) check(row);
    },
    putHouse: () => put(...roster.house.map((name) => `house:${name}`).filter(isNew)),
    putMine: () => put(...roster.mine().filter(isNew)),
    move(from: number, to: number) {
      const next = [...list.value];
      next.splice(to, 0, ...next.splice(from, 1));
      change(next);
    },
    /** Sorts bots of the ladder first, by their ratings; the others follow in their order. */
    sortByRating() {
      const rating = ({ entrant }: Row) => roster.ratingOf(entrant) ?? Number.NEGATIVE_INFINITY;
      change([...list.peek()].sort((one, other) => rating(other) - rating(one) || 0));
    },
    drawLots() {
      const rest = [...list.peek()];
      change(list.peek().flatMap(() => rest.splice(Math.floor(Math.random() * rest.length), 1)));
    },
    drop: (key: number) => change(list.value.filter((each) => each.key !== key)),
    /** Keeps only the first entrants. */
    keepFirst: (count: number) => change(list.value.slice(0, count)),
    undo() {
      const last = before.value.at(-1);
      if (!last) return;
      before.value = before.value.slice(0, -1);
      list.value = asTheyAre(last);
      arrived.value = [];
    },
    check,
    /** The results of their checks. */
    checked: () =>
      knownOf(
        list.peek().flatMap(({ key, entrant }) => {
          const why = doubts.of(key);
          return why ? [{ name: callOf(entrant), why }] : [];
        }),
      ),
  };
}

interface Props {
  entrants: Entrants;
  /** a sentence about the meaning of their order */
  order: string;
  /** whether the order is their seeding */
  isSeeded: boolean;
  /** the controls for adding entrants */
  children: ComponentChildren;
}

export function EntrantsField({ entrants, order, isSeeded, children }: Props) {
  const { list, before, choice, doubts, arrived, roster, isIn, putChosen, putHouse, putMine, undo } =
    entrants;
  const root = useRef<HTMLFieldSetElement>(null);
  const title = useRef<HTMLLegendElement>(null);
  useKeptFocus(root, '.compete-entrants', title);
  const count = useRef<HTMLDivElement>(null);
  // New entrants are in the last rows, which may be out of view above the controls.
  useLayoutEffect(() => {
    if (arrived.value.length > 0) count.current?.scrollIntoView({ block: 'nearest' });
  }, [arrived.value]);
  useLayoutEffect(entrants.chooseNext, [list.value]);
  const doubted = list.value.filter(({ key }) => doubts.told.value.get(key)).length;
  return (
    <fieldset ref={root}>
      <legend ref={title} tabIndex={-1}>
        {t('compete.form.entrants')}
      </legend>
      {order && <p class="hint">{order}</p>}
      {isSeeded && (
        <div class="compete-row">
          <Button class="quiet" says={t('compete.form.byRating')} onClick={entrants.sortByRating} />
          <Button class="quiet" says={t('compete.form.byLot')} onClick={entrants.drawLots} />
        </div>
      )}
      <List entrants={entrants} />
      <div class="compete-row entrants-count" ref={count}>
        <p class="hint" aria-live="polite">
          {[
            t('compete.form.count', { count: list.value.length }),
            ...(arrived.value.length > 0 ? [arrivedWords(arrived.value)] : []),
            ...(doubted > 0 ? [t('compete.form.doubted', { count: doubted })] : []),
          ].join(' · ')}
        </p>
        <Button
          class="quiet"
          icon="undo"
          says={t('notice.undo')}
          disabled={before.value.length === 0}
          onClick={() => {
            undo();
            // A disabled button loses the focus.
            if (before.value.length === 0) title.current?.focus();
          }}
        />
      </div>
      {hasTwice(list.value.map(({ entrant }) => entrant.name)) && (
        <p class="hint">{t('compete.form.twice')}</p>
      )}
      <div class="compete-sides">
        <Select aria-label={t('compete.form.choose')} value={choice} groups={roster.choices()} />
        <Button
          icon="plus"
          says={t(isIn(choice.value) ? 'compete.form.addAgain' : 'compete.form.add')}
          onClick={putChosen}
        />
        <Button says={t('compete.form.addMine')} onClick={putMine} />
        <Button says={t('compete.form.addHouse')} onClick={putHouse} />
        <Button icon="file-up" says={t('compete.roster.open')} onClick={roster.open} />
      </div>
      {children}
    </fieldset>
  );
}

/** The sentence that bots which came as files were added. */
export function arrivedWords(names: readonly string[]) {
  return t('bots.entered', { count: names.length, names: words(firstOf(names, MOST_NAMED)) });
}

const hasTwice = (names: string[]) => new Set(names).size < names.length;

function List({ entrants }: { entrants: Entrants }) {
  const { list, doubts, move, drop, check } = entrants;
  const element = useRef<HTMLOListElement>(null);
  /** The key of the pressed arrow. Moving its row removes it from the page for a moment, and it loses the focus. */
  const pressed = useRef('');
  const rows = list.value;
  const names = numbered(rows.map(({ entrant }) => entrant.name));
  useLayoutEffect(() => {
    const button = element.current?.querySelector<HTMLButtonElement>(`[data-key="${pressed.current}"]`);
    pressed.current = '';
    const next = button?.disabled
      ? button.parentElement?.querySelector<HTMLElement>('button:enabled')
      : button;
    next?.focus();
  }, [rows]);
  return (
    <ol class="compete-entrants" ref={element}>
      {rows.map((row, k) => {
        const { key, entrant } = row;
        const name = callOf({ ...entrant, name: names[k] ?? entrant.name });
        const arrow = (sign: 'up' | 'down', to: number) => (
          <IconButton
            icon={`arrow-${sign}`}
            says={t(`compete.form.${sign}`, { name })}
            data-key={`${sign}-${key}`}
            disabled={to < 0 || to >= rows.length}
            onClick={() => {
              pressed.current = `${sign}-${key}`;
              move(k, to);
            }}
          />
        );
        return (
          <li key={key}>
            <span class="name">
              {name} <Doubt why={doubts.told.value.get(key)} name={name} recheck={() => check(row)} />
            </span>
            {arrow('up', k - 1)}
            {arrow('down', k + 1)}
            <IconButton icon="x" says={t('compete.form.drop', { name })} onClick={() => drop(key)} />
          </li>
        );
      })}
    </ol>
  );
}
