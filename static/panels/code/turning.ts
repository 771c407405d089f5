// Turns the editor to another bot of the game: one of the library, a new one, or one that came as a file.

import type { Bots } from '../../base/storage/bots.ts';
import { codeOf } from '../../base/storage/bots.ts';
import { freeName, tidyName } from '../../base/text/bot-names.ts';
import type { Notices } from '../../base/ui/notices.tsx';
import { newBotId } from '../../base/values/bot-ids.ts';
import { bareName, isBundle } from '../../base/values/bundle-shape.ts';
import { t } from '../../base/words/index.ts';
import type { Code } from '../../match/types.ts';
import type { OwnBot } from './own-bot.ts';

interface Options {
  notices: Notices;
  /** another bot is in the editor */
  show: () => void;
  /** puts another text in place of this bot's */
  replace: (next: Code, said: string, keeps: boolean) => void;
}

export function createTurning(bot: OwnBot, bots: Bots, { notices, show, replace }: Options) {
  /** A bot of the library comes into the editor. @returns false: it is not there */
  async function open(id: number): Promise<boolean> {
    const here = bot.game();
    bot.save();
    await bot.settled();
    if (id === bot.id()) return true;
    const found = await bots.refresh(id);
    if (!found || found.game !== here.name || bot.game() !== here) return false;
    bot.choose(id, codeOf(found), found.rev);
    show();
    return true;
  }

  /** A new bot of this game comes into the editor. @returns its id */
  function begin(code: Code): number {
    const id = newBotId();
    bot.choose(id, code, null);
    show();
    return id;
  }

  /** Another bot comes into the editor; a notice offers to undo that. */
  function beginInstead(next: Code, said: string) {
    const [here, before, text] = [bot.game(), bot.id(), { ...bot.code() }];
    const rev = bot.rev();
    const id = begin(next);
    const back = async () => {
      if (here === bot.game() && id === bot.id()) {
        bot.choose(before, text, rev);
        show();
      }
      await bot.settled();
      await bots.change(id, { deleted: Date.now() });
    };
    notices.show(said, { action: { label: t('notice.undo'), run: back } });
  }

  return {
    open,
    begin,

    /** Takes in a bot that came as a file. It goes on under the same name, or is a new bot of the library. */
    async receive(given: Code, said: string) {
      const next = { ...given, name: tidyName(given.name, isBundle(given)) };
      const others = bots.list(bot.game().name).filter(({ id }) => id !== bot.id());
      const same = others.find(({ name }) => name === next.name);
      if (bot.code().name === next.name || (bot.isUntouched() && !same)) return replace(next, said, true);
      if (!same && !bots.isFull()) {
        // One of several files may have the name of one of a single file.
        const names = new Set([...others, bot.code()].map((each) => bareName(each)));
        return beginInstead({ ...next, name: freeName(next, names) }, said);
      }
      if (!same || (await open(same.id))) replace(next, said, true);
    },
  };
}
