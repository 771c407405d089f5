// The room of links of bots, challenges and contests.

import { wasGivenUp, withProgress } from '../../base/ui/working.js';
import { codeOf } from '../../base/values/packed-bot.js';
import { say, t } from '../../base/words/index.js';
import { createAnswering } from './answering.js';
import { short } from './facts.js';
import { createOpened } from './opened.js';
import { createPlan } from './plan.js';
import { createShareBot } from './share-bot.js';
import { createSharePlan } from './share-plan.js';

/** @typedef {import('../../match/types.js').Code} Code */
/** @typedef {import('../../match/types.js').MatchSpec} MatchSpec */
/** @typedef {import('./facts.js').Bot} Bot */
/** @typedef {import('./facts.js').Offer} Offer */
/** @typedef {import('../../contest/types.js').Contests} Contests */
/** @typedef {import('../../contest/types.js').ContestRow} ContestRow */
/** @typedef {{game: string, seeds: string[], options: Record<string, unknown>, clock: Record<string, number>}} Terms of a challenge */

/**
 * @typedef {object} Outside
 * @property {import('../../base/ui/notices.js').Notices} notices
 * @property {import('../../base/kept/settings.js').Store} store
 * @property {Record<string, Offer>} games
 * @property {Pick<import('../../engine/arena.js').Arena, 'makeLink' | 'openLink' | 'declared' | 'ready' | 'zip'>} arena
 * @property {import('../../base/kept/bundles.js').Bundles} bundles
 * @property {import('../../match/playback.js').Playback} playback
 * @property {Pick<import('../code/my-bots.ts').MyBots, 'list' | 'code' | 'current' | 'gameOf' | 'add' | 'open' | 'isFull' | 'most' | 'loaded'>} bots
 * @property {(place: {tab: 'play' | 'code' | 'compete', game: string, contest?: number}) => void} go
 * @property {(spec: MatchSpec) => void} play begins a match in place of one under way
 * @property {() => Promise<Contests>} contests
 */

/** @param {Outside} outside */
export function createRoom(outside) {
  const { notices, games, arena, bots, bundles } = outside;
  const shareBot = createShareBot(outside);
  const sharePlan = createSharePlan(outside);
  const answering = createAnswering(outside, (terms, own) =>
    shareBot(own ?? bots.current(terms.game), terms),
  );

  /** A bot of a link, as a new one of the library: nothing takes its place. @param {string} game @param {Bot} packed */
  async function take(game, packed) {
    await bots.loaded;
    if (bots.isFull()) return void notices.show(t('bots.full', { most: bots.most }), { bad: true });
    const id = await bots.add(game, await codeOf(packed, bundles.take), { note: t('links.note') });
    const action = { label: t('bots.open'), run: () => void bots.open(id) };
    notices.show(t('links.taken', { name: short(packed.name) }), { action, stays: true });
  }

  const opened = createOpened({ ...outside, take, answering });
  const plan = createPlan({ ...outside, take });

  return {
    shareBot,
    sharePlan,
    /** @param {string} link @returns {Promise<void>} when it is no longer shown, or was refused */
    async open(link) {
      const giveUp = new AbortController();
      const words = () => t('links.opening');
      const reading = withProgress(notices, words, (how) => arena.openLink(link, how), { giveUp });
      const found = await reading.catch((error) => {
        const why = error.text ? t('links.refused', { why: say(error.text) }) : t('links.failed');
        if (!wasGivenUp(error)) notices.show(why, { bad: true });
        return null;
      });
      if (!found) return;
      if (found.problem)
        return void notices.show(t('links.refused', { why: say(found.problem) }), { bad: true });
      if (!games[found.game]) return;
      await (found.kind === 'plan' ? plan(found) : opened(found));
    },
  };
}
