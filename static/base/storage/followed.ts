// The files and folders on disk that bots are followed from, by the id of the bot. Without a database they are forgotten
// with the page.

import { flag, Misfit, object } from '../values/shapes.ts';
import { database } from './database.ts';
import type { Kind } from './misfits.ts';
import { misfits, replaceIn } from './misfits.ts';

/** runs: whether each change of the file starts a match. */
type Followed = { handle: FileSystemFileHandle | FileSystemDirectoryHandle; runs: boolean };

const TABLE = 'followed';

export function createFollowed() {
  const replace = replaceIn(TABLE, FOLLOWED_KIND, true);

  return {
    async get(id: number): Promise<Followed | null> {
      const row = await database()
        .then((db) => db.get(TABLE, id))
        .catch(() => undefined);
      if (row === undefined) return null;
      const [found = null] = await misfits.sift(TABLE, FOLLOWED_KIND, [[id, row]], replace);
      return found;
    },
    put: (id: number, followed: Followed) =>
      database()
        .then((db) => db.put(TABLE, followed, id))
        .catch(() => {}),
    drop: (id: number) =>
      database()
        .then((db) => db.delete(TABLE, id))
        .catch(() => {}),
  };
}

function handle(value: unknown): Followed['handle'] {
  if (typeof FileSystemHandle !== 'function' || !(value instanceof FileSystemHandle)) throw new Misfit();
  return value as Followed['handle'];
}

/** The row of a bot that is followed. */
export const FOLLOWED_KIND: Kind<Followed> = {
  shape: object({ handle, runs: flag }),
  usual: { runs: false },
};
