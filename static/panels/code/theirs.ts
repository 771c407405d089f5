// Puts what another tab wrote into the library, before this tab overwrites the small storage that both use.

import type { App } from '../../app.ts';
import type { Bots } from '../../base/storage/bots.ts';
import { codeOf, currentBot } from '../../base/storage/bots.ts';
import type { Versions } from '../../base/storage/versions.ts';
import { isSame } from '../../base/values/bundle-shape.ts';
import { t } from '../../base/words/index.ts';
import type { Code } from '../../match/types.ts';
import type { Standing } from './overwriting.ts';

interface Options {
  bots: Bots;
  versionsOf: (game: string) => Versions;
  /** called when there is another version */
  kept: () => void;
  /** shows a version beside the bot's current text */
  compare: (bot: number, number: number) => void;
}

export function createTheirs({ store, notices }: App, { bots, versionsOf, kept, compare }: Options) {
  /** Makes a version of the text, and tells the user. @returns whether it is kept after the page is closed */
  async function keepVersion(game: string, theirs: Code, id: number): Promise<boolean> {
    const { number, nth, stored, isNew } = await versionsOf(game).keep(theirs, id);
    if (isNew) {
      const action = { label: t('versions.changes'), run: () => compare(id, number) };
      notices.show(t('versions.theirs', { number: nth }), { action, stays: true });
    }
    kept();
    return stored;
  }

  return {
    keepVersion,

    /** @param editing the bot in this tab's editor @returns whether it is kept after the page is closed */
    async keepTheirs(game: string, theirs: Standing, editing: number): Promise<boolean> {
      const id = theirs.bot ?? currentBot(store, game);
      const code = codeOf(theirs);
      await bots.loaded;
      const row = await bots.refresh(id);
      if (row && isSame(row, code)) return true;
      // It is not this tab's bot, and its last change is not in the library yet: that is written there.
      if (id !== editing && (!row || row.rev === theirs.rev)) {
        const done = await bots.write(id, game, code, row?.rev ?? null);
        if ('rev' in done) return done.stored;
      }
      return keepVersion(game, code, id);
    },
  };
}
