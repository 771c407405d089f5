// The list of entrants of a new tournament, in the order of their seeding.

import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Select } from '../../base/ui/field.tsx';
import { useKeptFocus } from '../../base/ui/kept-focus.ts';
import { Button, IconButton } from '../../base/ui/parts.tsx';
import { t } from '../../base/words/index.ts';
import type { Entrant } from '../../contest/types.ts';
import type { Code } from '../../match/types.ts';
import type { Roster } from './roster.ts';
import { EDITOR } from './roster.ts';
import { callOf, numbered } from './specs.ts';

type Entrants = ReturnType<typeof createEntrants>;

/** @param doubt why a bot will not play; null: it may */
export function createEntrants(roster: Roster, doubt: (code: Code) => Promise<string | null>) {
  /** With a key: several may have one name. */
  const list = signal<readonly { key: number; entrant: Entrant }[]>([]);
  const choice = signal(EDITOR);
  /** Why one will not play, by its key. */
  const doubts = signal<ReadonlyMap<number, string>>(new Map());
  let latest = 0;

  function put(...words: string[]) {
    const more = words.flatMap((word) => {
      const entrant = roster.entrantOf(word);
      return entrant ? { key: ++latest, entrant } : [];
    });
    list.value = [...list.value, ...more];
    for (const { key, entrant } of more) check(key, entrant).catch(() => {});
  }

  /** The editor says it of its own bot. */
  async function check(key: number, { code, bot }: Entrant) {
    if (code === null || bot === roster.edited) return;
    const why = await doubt(code);
    if (why) doubts.value = new Map(doubts.value).set(key, why);
  }

  put(EDITOR, ...roster.firstField.map((name) => `house:${name}`));
  return {
    ...{ list, choice, doubts, roster, put },
    /** Those of an earlier contest, as they were entered, in place of all. */
    take(entrants: readonly Entrant[]) {
      list.value = entrants.map((entrant) => ({ key: ++latest, entrant }));
    },
    /** Whether that one takes no part yet. */
    isNew(word: string) {
      const bot = roster.entrantOf(word)?.bot ?? null;
      return bot === null || list.peek().every(({ entrant }) => entrant.bot !== bot);
    },
    putHouse() {
      const there = new Set(list.value.map(({ entrant }) => entrant.name));
      put(...roster.house.filter((name) => !there.has(name)).map((name) => `house:${name}`));
    },
    move(from: number, to: number) {
      const next = [...list.value];
      next.splice(to, 0, ...next.splice(from, 1));
      list.value = next;
    },
    drop(key: number) {
      list.value = list.value.filter((each) => each.key !== key);
    },
  };
}

export function EntrantsField({ entrants }: { entrants: Entrants }) {
  const { list, choice, roster, put, putHouse } = entrants;
  const root = useRef<HTMLFieldSetElement>(null);
  const title = useRef<HTMLLegendElement>(null);
  useKeptFocus(root, '.compete-entrants', title);
  return (
    <fieldset ref={root}>
      <legend ref={title} tabIndex={-1}>
        {t('compete.form.entrants')}
      </legend>
      <p class="hint">{t('compete.form.order')}</p>
      <List entrants={entrants} />
      <p class="hint" aria-live="polite">
        {t('compete.form.count', { count: list.value.length })}
      </p>
      {hasTwice(list.value.map(({ entrant }) => entrant.name)) && (
        <p class="hint">{t('compete.form.twice')}</p>
      )}
      <div class="compete-sides">
        <Select aria-label={t('compete.form.choose')} value={choice} groups={roster.choices()} />
        <Button icon="plus" says={t('compete.form.add')} onClick={() => put(choice.value)} />
        <Button says={t('compete.form.addHouse')} onClick={putHouse} />
        <Button icon="file-up" says={t('compete.roster.open')} onClick={roster.open} />
      </div>
    </fieldset>
  );
}

const hasTwice = (names: string[]) => new Set(names).size < names.length;

function List({ entrants: { list, doubts, move, drop } }: { entrants: Entrants }) {
  const element = useRef<HTMLOListElement>(null);
  /** The arrow that was pressed: its row may have been taken out for a moment, and then it has lost the focus. */
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
      {rows.map(({ key, entrant }, k) => {
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
              {name}
              {doubts.value.has(key) && <span class="entrant-doubt">{doubts.value.get(key)}</span>}
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
