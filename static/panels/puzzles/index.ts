// Puzzles: positions of real games in which one order is far better than all others. The code for them is loaded when one of
// them, or their list, is opened.

import { signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { inNotice, lazyPart } from '../../base/ui/lazy.ts';
import type { Place } from '../../shell/router.ts';
import type { createRoom } from './room.tsx';

type Room = Awaited<ReturnType<typeof createRoom>>;

export type PuzzlesRoom = ReturnType<typeof createPuzzlesRoom>;

export function createPuzzlesRoom(app: App) {
  let isThere = false;
  /** Whether a puzzle is on the board, or about to be. */
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
    /** Leaves a puzzle, for what its game showed before. */
    leave: () => void within((room) => room.leave()),
    /** Shows the list in Learn. */
    list: async (host: HTMLElement, game: string) => (await within((room) => room.list(host, game))) ?? null,
    /** Opens a puzzle that came in a link. */
    open: (game: string, puzzle: unknown) => within((room) => room.open(game, puzzle)),
    /** Follows the address: puts the puzzle that it names on the board. */
    async lead({ tab, game, puzzle }: Place): Promise<void> {
      // For an address without a puzzle nothing is loaded.
      if (tab === 'play' && game && (puzzle || isThere)) await within((room) => room.lead(game, puzzle));
    },
    /** Opens a moment of a lost match from which it could still be saved. */
    openOwn: (...given: Parameters<Room['openOwn']>) => within((room) => room.openOwn(...given)),
    /** The progress in all games, for a file. */
    saved: async () => (await within((room) => room.saved())) ?? null,
    /** Merges the progress in such a file. @returns the number of puzzles that are newly solved by that */
    merge: async (found: unknown) => (await within((room) => room.merge(found))) ?? 0,
  };
}
