// Adds the bots of many links at once, as entries into one contest. Each link is read and checked as if it was opened; it is added,
// or the reason why not is returned.

import type { App } from '../../app.ts';
import { short } from '../../base/text/legible.ts';
import { isBot, linkIn } from '../../base/values/address.ts';
import { type Goal, isSamePlan } from '../../base/values/goal.ts';
import { say, t } from '../../base/words/index.ts';
import type { Bot } from './facts.tsx';

/** line: the number of the line, from 1 */
export interface Refused {
  line: number;
  why: string;
}

export interface Collected {
  /** the contest that they are for; null if none of them names one */
  goal: Goal | null;
  taken: { id: number; line: number }[];
  refused: Refused[];
}

/** @param line from 1 */
type Line = { line: number; link: string };

interface Inside {
  /** adds a bot to the library, unless it is there. @returns null if there is no room */
  keep: (game: string, bot: Bot, goal: Goal) => Promise<{ id: number } | null>;
}

/**
 * The links in a text, one in each line. A line may have other words before the link, such as a name.
 *
 * @returns link: '' if there is none in the line
 */
export const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .map((each, k) => ({ line: k + 1, link: linkIn(each), isEmpty: !each.trim() }))
    .flatMap(({ isEmpty, ...line }) => (isEmpty ? [] : [line]));

/** Whether an entry is for that contest. */
const isFor = (wanted: Goal, entry: Goal) =>
  isSamePlan(wanted, entry) ?? short(wanted.contest) === short(entry.contest);

export function createCollecting({ arena, library: bots }: App, { keep }: Inside) {
  /** @returns the bot of a link, or a sentence about why there is none */
  async function read(link: string, game: string): Promise<({ bot: Bot } & Goal) | string> {
    if (!link) return t('links.noLinkHere');
    if (!isBot(link)) return t('links.otherKind');
    const found = await arena.openLink(link).catch((error) => {
      if (!error.text) throw error;
      return { problem: error.text };
    });
    if (found.problem) return t('links.refused', { why: say(found.problem) });
    if (found.kind !== 'bot') return t('links.otherKind');
    return found.game === game ? found : t('links.otherGame', { game: t(`game.${found.game}`) });
  }

  /**
   * @param wanted the contest; null for that of the first entry which names one
   * @param told called with the number of links read so far
   * @returns rejects if Python could not be loaded
   */
  return async function collect(
    game: string,
    wanted: Goal | null,
    text: string,
    told: (done: number) => void,
  ): Promise<Collected> {
    await bots.loaded;
    const found: Collected = { goal: wanted, taken: [], refused: [] };
    const refuse = (line: number, why: string) => found.refused.push({ line, why });
    for (const [k, { line, link }] of linesOf(text).entries()) {
      told(k);
      const sent = await read(link, game);
      if (typeof sent === 'string') {
        refuse(line, sent);
        continue;
      }
      const { contest, plan } = sent;
      if (contest && found.goal && !isFor(found.goal, sent)) {
        refuse(line, t('links.otherContest', { contest: short(contest) }));
        continue;
      }
      if (contest) found.goal ??= { contest, plan };
      const kept = await keep(game, sent.bot, { contest, plan });
      const same = found.taken.find(({ id }) => id === kept?.id);
      if (!kept) refuse(line, t('bots.full', { most: bots.most }));
      else if (same) refuse(line, t('links.sameAs', { line: same.line }));
      else found.taken.push({ id: kept.id, line });
    }
    return found;
  };
}
