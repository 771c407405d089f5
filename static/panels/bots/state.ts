// The state and the actions of the list of all bots. No DOM.

import { batch, computed, signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { chosenAfter, PAGE } from '../../base/ui/list.tsx';
import { createRenaming } from '../../base/ui/renaming.tsx';
import type { Listed as Bot } from '../code/my-bots.ts';
import type { Actions } from './actions.ts';

/** A bot with the number of its newest version; null if it has none. */
export type Listed = Bot & { version: number | null };
export type State = ReturnType<typeof createState>;

export function createState(
  { library: bots, games, session }: App,
  actions: Pick<Actions, 'create' | 'save'>,
) {
  const isOpen = signal(false);
  const kept = signal(read());
  /** the game whose bots are shown; null for all games */
  const game = signal<string | null>(null);
  const typed = signal('');
  const most = signal(PAGE);
  const picked = signal<ReadonlySet<number>>(new Set());
  const renaming = createRenaming<number>((id, name) => bots.rename(id, name));

  function read() {
    const list = bots.list(null).map((bot): Listed => ({ ...bot, version: bots.newest(bot.id) }));
    return { list, deleted: bots.deleted(), unknown: bots.unknown(), chosen: session.game };
  }

  function refresh() {
    if (!isOpen.value) return;
    const next = read();
    const left = new Set(next.list.map(({ id }) => id));
    batch(() => {
      kept.value = next;
      picked.value = new Set([...picked.value].filter((id) => left.has(id)));
    });
  }
  bots.onChange(refresh);

  /** The bots to list, without starter bots of games that are not shown. */
  const all = computed(() => {
    const looked = game.value ?? kept.value.chosen;
    return kept.value.list.filter((bot) => bot.created > 0 || bot.game === looked);
  });
  const rows = computed(() => {
    const wanted = typed.value.trim().toLowerCase();
    return all.value
      .filter((bot) => game.value === null || bot.game === game.value)
      .filter(({ name, note }) => `${name} ${note}`.toLowerCase().includes(wanted));
  });
  /** The bots that Save saves: the selected ones in the list, or all in the list if none is. */
  const saved = computed(() =>
    rows.value.filter(({ id }) => picked.value.size === 0 || picked.value.has(id)),
  );

  function choose(name: string | null) {
    batch(() => {
      game.value = name;
      most.value = PAGE;
    });
  }

  return {
    ...{ isOpen, kept, game, typed, most, picked, renaming },
    ...{ all, rows, saved, choose },
    more() {
      most.value += PAGE;
    },
    pick(id: number, isPicked: boolean) {
      picked.value = chosenAfter(picked.value, id, isPicked);
    },
    create: () => actions.create(game.value ?? session.game),
    save: () => void actions.save(saved.value.map(({ id }) => id)),
    note: (id: number, note: string) => void bots.note(id, note),
    restore: (id: number) => void bots.restore(id),

    /** Opens the list with the bots of all games. */
    async open() {
      await bots.loaded;
      renaming.end(true);
      isOpen.value = true;
      choose(null);
      refresh();
      // So that the numbers of newest versions are known.
      await Promise.all(Object.keys(games).map((name) => bots.versions(bots.current(name))));
      refresh();
    },
    close() {
      isOpen.value = false;
    },
  };
}
