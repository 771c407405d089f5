// Puzzles: a position of a real game in which one order is far better than every other. What they need is loaded when one is
// opened, or their list.

import type { App } from '../../app.ts';
import { inNotice, lazyPart } from '../../base/ui/lazy.ts';
import type { createRoom } from './room.tsx';

type Room = Awaited<ReturnType<typeof createRoom>>;

export type PuzzlesRoom = ReturnType<typeof createPuzzlesRoom>;

export function createPuzzlesRoom(app: App) {
  const load = lazyPart(async () => (await import('./room.tsx')).createRoom(app), inNotice(app.notices));

  async function within<R>(work: (room: Room) => R): Promise<Awaited<R> | undefined> {
    const room = await load(() => within(work));
    return room ? await work(room) : undefined;
  }

  return {
    /** The list, in Learn. */
    list: async (host: HTMLElement, game: string) => (await within((room) => room.list(host, game))) ?? null,
    /** One that came in a link. */
    open: (game: string, puzzle: unknown) => within((room) => room.open(game, puzzle)),
    /** The turn of a lost match from which it was not lost yet. */
    openOwn: (...given: Parameters<Room['openOwn']>) => within((room) => room.openOwn(...given)),
    /** What is kept of all games, for a file. */
    saved: async () => (await within((room) => room.saved())) ?? null,
    /** Merges what such a file holds. @returns how many puzzles are further than here */
    merge: async (found: unknown) => (await within((room) => room.merge(found))) ?? 0,
  };
}
