// Puzzles: a position of a real game in which one order is far better than every other. What they need is loaded when one is
// opened, or their list.

import { signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { inNotice, lazyPart } from '../../base/ui/lazy.ts';
import type { Place } from '../../shell/router.ts';
import type { createRoom } from './room.tsx';

type Room = Awaited<ReturnType<typeof createRoom>>;

export type PuzzlesRoom = ReturnType<typeof createPuzzlesRoom>;

export function createPuzzlesRoom(app: App) {
  let isThere = false;
  /** Whether one is on the board, or about to be. */
  const isOpen = signal(false);
  const load = lazyPart(async () => {
    const room = await (await import('./room.tsx')).createRoom(app, isOpen);
    isThere = true;
    return room;
  }, inNotice(app.notices));

  async function within<R>(work: (room: Room) => R): Promise<Awaited<R> | undefined> {
    const room = await load(() => within(work));
    return room ? await work(room) : undefined;
  }

  return {
    isOpen,
    /** Goes from a puzzle to what its game showed before. */
    leave: () => void within((room) => room.leave()),
    /** The list, in Learn. */
    list: async (host: HTMLElement, game: string) => (await within((room) => room.list(host, game))) ?? null,
    /** One that came in a link. */
    open: (game: string, puzzle: unknown) => within((room) => room.open(game, puzzle)),
    /** Follows the address: a puzzle that it names is put on the board. */
    async lead({ tab, game, puzzle }: Place): Promise<void> {
      // Nothing is loaded for an address without one.
      if (tab === 'play' && game && (puzzle || isThere)) await within((room) => room.lead(game, puzzle));
    },
    /** The turn of a lost match from which it could still be saved. */
    openOwn: (...given: Parameters<Room['openOwn']>) => within((room) => room.openOwn(...given)),
    /** What is kept of all games, for a file. */
    saved: async () => (await within((room) => room.saved())) ?? null,
    /** Merges what such a file holds. @returns how many puzzles are further than here */
    merge: async (found: unknown) => (await within((room) => room.merge(found))) ?? 0,
  };
}
