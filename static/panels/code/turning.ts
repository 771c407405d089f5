// Puts another bot of the game into the editor: one from the library, a new one, or one from a file.

import type { Bots } from '../../base/storage/bots.ts';
import { codeOf, MOST_BOTS } from '../../base/storage/bots.ts';
import { freeName, tidyName } from '../../base/text/bot-names.ts';
import type { Notices } from '../../base/ui/notices.tsx';
import { newBotId } from '../../base/values/bot-ids.ts';
import { bareName, isBundle, isSame } from '../../base/values/bundle-shape.ts';
import { sentences, t } from '../../base/words/index.ts';
import type { Code } from '../../match/types.ts';
import type { OwnBot } from './own-bot.ts';

interface Options {
  notices: Notices;
  /** another bot is in the editor */
  show: () => void;
  /** replaces the text of this bot */
  replace: (
    next: Code,
    said: string,
    keeps: boolean,
    more?: { undone?: () => void; apart?: () => void },
  ) => void;
}

export function createTurning(bot: OwnBot, bots: Bots, { notices, show, replace }: Options) {
  /** Puts a bot of the library into the editor. @returns false if the bot does not exist */
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

  /** Puts a new bot of this game into the editor. @returns its id */
  function begin(code: Code): number {
    const id = newBotId();
    bot.choose(id, code, null);
    show();
    return id;
  }

  /** Puts a new bot into the editor; a notice offers to undo that. */
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

  /** All other bots of this game. */
  const others = () => bots.list(bot.game().name).filter(({ id }) => id !== bot.id());

  /** Makes a new bot of a file's code. @returns false if there is no room, which the user was told */
  function beginApart(next: Code, said: string): boolean {
    if (bots.isFull()) {
      notices.show(t('bots.full', { most: MOST_BOTS }), { bad: true, here: true });
      return false;
    }
    // Compared without endings: a bot of several files may have the same name as a bot of one.
    const names = new Set([...others(), bot.code()].map((each) => bareName(each)));
    beginInstead({ ...next, name: freeName(next, names) }, said);
    return true;
  }

  return {
    open,
    begin,

    /**
     * Takes in a bot that came as a file: it continues the bot with the same name, or becomes a new bot of the library.
     *
     * @param said the sentence that it is in the editor now
     * @returns false if there is no room, which the user was told
     */
    async receive(given: Code, said: string): Promise<boolean> {
      const next = { ...given, name: tidyName(given.name, isBundle(given)) };
      const isHere = bot.code().name === next.name;
      const same = isHere ? bot.id() : others().find(({ name }) => name === next.name)?.id;
      if (same === undefined && !bot.isUntouched()) return beginApart(next, said);
      const before = bot.id();
      if (same !== undefined && !isHere && !(await open(same))) return false;
      const undone = () => void (isHere || open(before));
      if (same !== undefined && isSame(bot.code(), next)) {
        const action = isHere ? {} : { action: { label: t('notice.undo'), run: undone } };
        notices.show(sentences([said, t('code.isThere')]), action);
      } else if (bot.isUntouched()) replace(next, said, true);
      else {
        const apart = () => void beginApart(next, said);
        replace(next, sentences([said, t('code.before')]), true, { undone, apart });
      }
      return true;
    },
  };
}
