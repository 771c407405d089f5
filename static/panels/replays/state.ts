// The state and the actions of the list of replays. No DOM.

import { batch, computed, signal } from '@preact/signals';
import type { App } from '../../app.ts';
import type { Entry } from '../../base/storage/replay-entries.ts';
import type { Library } from '../../base/storage/replays.ts';
import { fold } from '../../base/text/legible.ts';
import { saveFile } from '../../base/ui/files.ts';
import { chosenAfter, PAGE } from '../../base/ui/list.tsx';
import { createRenaming } from '../../base/ui/renaming.tsx';
import { say, t } from '../../base/words/index.ts';
import { namesOf } from '../../games/names.ts';
import type { Wanted } from './choice.ts';
import { ALL, botsIn, choose } from './choice.ts';

/** Milliseconds without a key press before the list is searched. */
const TYPING_REST_MS = 120;

export type Id = IDBValidKey;
export type State = ReturnType<typeof createState>;

export function createState({ notices, games }: App, library: Library) {
  const kept = signal(library.list());
  library.subscribe(() => {
    kept.value = library.list();
  });
  /** the game whose replays are listed; null for all games */
  const game = signal<string | null>(null);
  const typed = signal('');
  const wanted = signal(ALL);
  const most = signal(PAGE);
  const selected = signal<ReadonlySet<Id>>(new Set());
  const renaming = createRenaming<Id>((id, name) => void library.rename(id, name).catch(() => {}));

  const isKnown = (entry: Entry) => Object.hasOwn(games, entry.game);
  const known = computed(() => kept.value.filter(isKnown));
  const ofGame = computed(() =>
    known.value.filter((entry) => game.value === null || entry.game === game.value),
  );
  const found = computed(() => choose(ofGame.value, wanted.value, textOf));
  /** The listed entries. Those of unknown games come first: they cannot be shown, but saved and removed. */
  const rows = computed(() => {
    const { text, bot, end, starred } = wanted.value;
    const isAll = game.value === null && !text && !bot && !end && !starred;
    const broken = isAll ? kept.value.filter((entry) => !isKnown(entry)) : [];
    return [
      ...broken.map(({ id }) => ({ id, entry: null })),
      ...found.value.map((entry) => ({ id: entry.id, entry })),
    ];
  });
  /** The names of bots that can be chosen. */
  const bots = computed(() => {
    const names = botsIn(ofGame.value);
    const { bot } = wanted.value;
    return bot && !names.includes(bot) ? [bot, ...names] : names;
  });

  function want(news: Partial<Wanted>) {
    batch(() => {
      wanted.value = { ...wanted.value, ...news };
      most.value = PAGE;
    });
  }

  let timer = 0;

  function select(ids: Iterable<Id>) {
    selected.value = new Set(ids);
  }

  async function remove(ids: Id[], said: string) {
    const back = await library.remove(ids);
    select([...selected.value].filter((id) => !ids.includes(id)));
    notices.show(said, { action: { label: t('notice.undo'), run: back } });
  }

  const star = (ids: Id[], isStarred: boolean) => void library.star(ids, isStarred).catch(() => {});

  return {
    ...{ game, typed, wanted, most, selected, renaming },
    ...{ known, ofGame, rows, bots },
    want,

    /** Searches for the typed text a moment later. */
    type(text: string) {
      typed.value = text;
      clearTimeout(timer);
      timer = window.setTimeout(() => want({ text }), TYPING_REST_MS);
    },
    /** Removes all filters. */
    clear() {
      clearTimeout(timer);
      typed.value = '';
      want(ALL);
    },
    more() {
      most.value += PAGE;
    },

    select(id: Id, isSelected: boolean) {
      selected.value = chosenAfter(selected.value, id, isSelected);
    },
    selectAll: () => select(found.value.map(({ id }) => id)),
    selectNone: () => select([]),
    starSelected() {
      const these = known.value.filter(({ id }) => selected.value.has(id));
      star([...selected.value], !these.every((entry) => entry.star));
    },
    removeSelected: () =>
      remove([...selected.value], t('library.removedMany', { count: selected.value.size })),

    /** Stars or unstars a replay. */
    star: ({ id, star: isStarred }: Entry) => star([id], !isStarred),
    remove: (id: Id, title: string) => remove([id], t('library.removed', { name: title })),
    async save(id: Id, title: string, file: string) {
      try {
        saveFile(file, await library.text(id), 'application/json');
      } catch {
        notices.show(t('library.gone', { name: title }), { bad: true, here: true });
      }
    },

    /** To be called when the list is shown. @param of the game whose replays are wanted; null for all */
    show(of: string | null) {
      renaming.end(true);
      batch(() => {
        game.value = of;
        most.value = PAGE;
        select([]);
      });
      library.refresh();
    },
  };
}

/** The searched text of each entry. A changed entry is a new object. */
const texts = new WeakMap<Entry, string>();

function textOf(entry: Entry): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const made = fold(wordsOf(entry));
  texts.set(entry, made);
  return made;
}

/** The text of a row. */
function wordsOf(entry: Entry): string {
  const { game, name, result, seed, linked } = entry;
  try {
    const names = namesOf(entry);
    const end = result ? say(result.reason, names) : t('library.stopped');
    const from = linked ? t('library.linked') : '';
    return [name ?? '', ...names, t(`game.${game}`), from, end, seed].join(' ');
  } catch {
    return name ?? '';
  }
}
