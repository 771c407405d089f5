// The opponents for the button below the editor: a house bot, or the last version of the user's own bot.

import { isSame } from '../../base/values/bundle-shape.ts';
import { t } from '../../base/words/index.ts';
import type { Entrant } from '../../contest/types.ts';
import { houseBot, ownBot, shown } from './specs.ts';
import type { Compete } from './view.tsx';

/** The word for the last version. */
const LAST_VERSION = 'last';

export function createRivals({
  games,
  session,
  bot,
  store,
  seated,
}: Pick<Compete, 'games' | 'session' | 'bot' | 'store' | 'seated'>) {
  /** The opponent of the next match when another opponent was chosen here, by game. */
  const besides = new Map<string, string | null>();

  /** The last version of the bot in the editor whose code differs from the current one. */
  function last() {
    const { game } = session;
    const [id, code] = [bot.id(game), bot.current(game)];
    return bot.versions(game).findLast((each) => each.bot === id && !isSame(each, code)) ?? null;
  }

  const house = () => games[session.game]?.house ?? [];

  function nameOf(word: string): string {
    const version = last();
    if (word !== LAST_VERSION || !version) return word;
    return t('versions.title', { name: shown(version), number: version.nth });
  }

  /** The opponent that was chosen last, here or for the next match. */
  function chosen(): string {
    const { game } = session;
    const beside = seated();
    const kept = store.get<string>(`rival.${game}`, '');
    const isHere = house().includes(kept) || (kept === LAST_VERSION && last() !== null);
    if (isHere && (!beside || besides.get(game) === beside)) return kept;
    return beside ?? games[game]?.sparring ?? '';
  }

  return {
    nameOf,
    chosen,
    /** The words of all opponents that can be chosen. */
    words: () => (last() ? [...house(), LAST_VERSION] : house()),
    choose(word: string) {
      besides.set(session.game, seated());
      store.set(`rival.${session.game}`, word);
    },
    entrant(): Entrant {
      const version = last();
      if (chosen() !== LAST_VERSION || !version) return houseBot(chosen());
      return ownBot({ ...version, name: `${nameOf(LAST_VERSION)}.py` }, version.nth, version.bot);
    },
  };
}
