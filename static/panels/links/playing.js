// Plays against a bot that came in a link: by hand, with a bot of the user's, or over a series.

import { bareName } from '../../base/values/bundle-shape.js';
import { codeOf } from '../../base/values/packed-bot.js';
import { say, t } from '../../base/words/index.js';
import { usualTerms } from './terms.js';

/** @typedef {import('../../match/types.js').Code} Code */
/** @typedef {import('./facts.js').Bot} Bot */
/** @typedef {import('./room.js').Terms} Terms */
/** @typedef {import('./opened.js').Sent} Sent */
/** @typedef {import('./opened.js').Challenge} Challenge */

/**
 * @param {import('./room.js').Outside & {answering: ReturnType<typeof import('./answering.js').createAnswering>}} outside
 * @param {() => void} close the dialog
 */
export function createPlaying(outside, close) {
  const { bundles, notices, answering } = outside;

  /** What a bot alone does not say. @param {Sent} sent */
  const usual = ({ game }) => usualTerms(game, 1, outside);

  /** @param {Terms} terms @param {Bot} packed @param {{code: Code, id: number} | null} own null: by hand @param {string} [seed] */
  async function play(terms, packed, own, seed = terms.seeds[0] ?? '0') {
    close();
    const theirs = await codeOf(packed, bundles.take);
    const { game, options, clock } = terms;
    const mine = own
      ? { ...own.code, kind: /** @type {const} */ ('code') }
      : { kind: /** @type {const} */ ('human'), name: t('setup.human') };
    if ('rung' in terms) answering.match(terms, packed.name, seed, own?.id ?? null);
    outside.go({ game, tab: own ? 'code' : 'play' });
    outside.play({ game, seats: [mine, { ...theirs, kind: 'code' }], seed, options, clock });
  }

  /** @param {Challenge} terms @param {Code} own @param {number} id of that bot */
  async function series(terms, own, id) {
    close();
    const { game, seeds, options, clock, bot } = terms;
    const theirs = await codeOf(bot, bundles.take);
    const contests = await outside.contests();
    const [name, other] = [bareName(own), bareName(theirs)];
    const done = await contests.begin({
      ...{ game, options, clock, title: t('compete.versus', { name, other }) },
      entrants: [
        { name, kind: 'code', code: own, house: null, bot: id },
        { name: other, kind: 'code', code: theirs, house: null },
      ],
      plan: { kind: 'series', blocks: seeds.length, stop: null, seeds: { first: 0, given: seeds } },
    });
    if ('problem' in done) return void notices.show(say(done.problem), { bad: true });
    await answering.series(terms, bot.name, done.id, id);
    outside.go({ tab: 'compete', game, contest: done.id });
  }

  return { usual, play, series };
}
