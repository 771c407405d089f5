// Links of bots, challenges and contests: opens what came in one, and makes them. Loaded when there is one.

import { inNotice, lazyPart } from '../../base/ui/lazy.ts';
import type { createRoom, Outside } from './room.ts';

type Room = ReturnType<typeof createRoom>;

export function createLinksRoom(outside: Outside) {
  const load = lazyPart(
    async () => (await import('./room.ts')).createRoom(outside),
    inNotice(outside.notices),
  );
  async function within<R>(work: (room: Room) => R): Promise<Awaited<R> | undefined> {
    const room = await load(() => within(work));
    return room ? await work(room) : undefined;
  }

  return {
    /** @param link from its # on; resolves when what it holds is no longer shown */
    open: (link: string, isForBots?: boolean) => within((room) => room.open(link, isForBots)),
    /** @param id of a bot in the library */
    shareBot: (id: number) => within((room) => room.shareBot(id)),
    sharePlan: (...given: Parameters<Room['sharePlan']>) => within((room) => room.sharePlan(...given)),
  };
}
