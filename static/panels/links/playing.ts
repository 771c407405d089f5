// Plays against a bot that came in a link: by hand, with a bot of the user's, or over a series.

import type { App } from '../../app.ts';
import { short } from '../../base/text/legible.ts';
import { bareName } from '../../base/values/bundle-shape.ts';
import { codeOf } from '../../base/values/packed-bot.ts';
import { HUMAN } from '../../base/values/seats.ts';
import { say, t } from '../../base/words/index.ts';
import type { Code } from '../../match/types.ts';
import type { createAnswering, Replaying } from './answering.ts';
import type { Won } from './challenged.ts';
import { wonIn } from './challenged.ts';
import type { Bot } from './facts.tsx';
import type { Challenge, Sent } from './opened.tsx';
import type { Terms } from './room.ts';
import { usualTerms } from './terms.ts';

/** @param close the dialog */
export function createPlaying(app: App, answering: ReturnType<typeof createAnswering>, close: () => void) {
  const { bundles, notices, router, store } = app;
  const { run } = app.play;

  /** The default terms for a link with only a bot. */
  const usual = ({ game }: Sent) => usualTerms(game, 1, app);

  /** @param own the user's bot; null to play by hand */
  async function play(
    terms: Terms,
    packed: Bot,
    own: { code: Code; id: number } | null,
    seed: string = terms.seeds[0] ?? '0',
  ) {
    close();
    const theirs = await codeOf(packed, bundles.take);
    const { game, options, clock } = terms;
    const mine = own ? { ...own.code, kind: 'code' as const } : { kind: 'human' as const, name: HUMAN };
    const again = (next: string) => void play(terms, packed, own, next);
    if (isChallenge(terms)) {
      const won = own ? [] : wonIn(store, terms.link);
      answering.match({ terms, name: packed.name, seed, own: own?.id ?? null, again }, won);
      // Back leads to the link, for the other maps, and so that it can be sent on.
      router.stay(terms.link);
    }
    // The match replaces a running one.
    app.play.leave();
    router.go({ game, tab: own ? 'code' : 'play' });
    run.start({ game, seats: [mine, { ...theirs, kind: 'code' }], seed, options, clock });
  }

  /** @param id the id of that bot */
  async function series(terms: Challenge, own: Code, id: number) {
    close();
    const { game, seeds, options, clock, bot } = terms;
    const theirs = await codeOf(bot, bundles.take);
    const contests = await app.compete.contests();
    const [name, sent] = [bareName(own), bareName(theirs)];
    // Bots with the default name have the same name as the sender's.
    const other = sent === name ? t('links.challenger', { name: short(sent) }) : sent;
    const done = await contests.begin({
      ...{ game, options, clock, title: t('compete.versus', { name, other }) },
      entrants: [
        { name, kind: 'code', code: own, house: null, bot: id },
        { name: other, kind: 'code', code: theirs, house: null },
      ],
      plan: { kind: 'series', blocks: seeds.length, stop: null, seeds: { first: 0, given: seeds } },
      ...{ challenger: bot.name, origin: terms.answers ? 'answer' : 'challenge' },
    });
    if ('problem' in done) return void notices.show(say(done.problem), { bad: true, here: true });
    await answering.series(terms, bot.name, done.id);
    router.stay(terms.link);
    router.go({ tab: 'compete', game, contest: done.id });
  }

  const byHand = (terms: Challenge, seed: string) => ({
    ...{ terms, name: terms.bot.name, seed, own: null },
    again: (next: string) => void play(terms, terms.bot, null, next),
  });

  /** A match of a challenge is continued. @param won the points of maps that were played before */
  function goOn(terms: Challenge, seed: string, won: Won) {
    answering.match(byHand(terms, seed), won);
  }

  /** The last map is over. @param replay the replay of its match */
  function over(terms: Challenge, seed: string, won: Won, replay: Replaying) {
    answering.over(byHand(terms, seed), won, replay);
  }

  return { usual, play, series, goOn, over };
}

const isChallenge = (terms: Terms): terms is Challenge => 'rung' in terms;
