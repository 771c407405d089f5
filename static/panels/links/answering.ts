// After a map of a challenge was played: tells the score, and offers the next map and the answer, which is a challenge with the
// same maps.

import type { App } from '../../app.ts';
import { tabStore } from '../../base/storage/settings.ts';
import { short } from '../../base/text/legible.ts';
import { t } from '../../base/words/index.ts';
import { noteAnswer } from '../../match/answered.ts';
import type { Match } from '../../match/types.ts';
import type { Challenged, Won } from './challenged.ts';
import { CHALLENGE, keepWon, overIn } from './challenged.ts';
import type { Challenge } from './opened.tsx';
import type { Terms } from './room.ts';
import type { Score } from './score.ts';
import { createScore, pointsOf, sayScore } from './score.ts';

/** own: the id of the bot that has played; null if a person has. */
interface Playing {
  terms: Challenge;
  name: string;
  seed: string;
  own: number | null;
  /** plays another map */
  again: (seed: string) => void;
}

/** Returns the text of a played match's replay; null if it is not available. */
export type Replaying = () => Promise<string | null>;

/** @param answer answers the challenge. own: the id of the bot that has played; null if a person has, whose match is the answer */
export function createAnswering(
  { playback, play, notices, compete, router, store }: App,
  answer: (terms: Terms, own: number | null, score: Score, replay: Replaying) => void,
) {
  /** The match that was begun last; null if none. A rematch counts, too. */
  let waiting: Playing | null = null;
  /** The matches that have been counted. */
  const counted = new WeakSet<Match>();
  /** The challenge that is being played, by whom, and the score; null if none. */
  let now: { terms: Terms; own: number | null; score: ReturnType<typeof createScore> } | null = null;

  /** @param match the match whose end is shown beside the board; null if it was played before a reload */
  function offer(
    { terms, own, replay }: { terms: Terms; own: number | null; replay: Replaying },
    score: Score,
    next: (() => void) | null,
    match: Match | null,
  ) {
    const answered = { label: t('links.answer'), run: () => answer(terms, own, score, replay) };
    const following = next && { label: t('links.next'), run: next };
    const over = () => overIn() && tabStore.set(CHALLENGE, null);
    const done = ({ label, run }: typeof answered) => ({
      label,
      run() {
        run();
        over();
      },
    });
    if (match) {
      const { label: says, run } = done(following ?? answered);
      return play.goesOn({ match, says, run, others: following ? [done(answered)] : [] });
    }
    const id = next ? 'links.over' : 'links.done';
    notices.show(sayScore(id, score, terms.seeds.length, { name: short(score.to) }), {
      action: answered,
      ...(following && { other: following }),
      ...{ stays: true, gone: over },
    });
  }

  /** Adds points to the score of a challenge. @returns the score */
  function told({ terms, name, own }: Omit<Playing, 'seed' | 'again'>, won: Won) {
    if (now?.terms !== terms || now.own !== own) now = { terms, own, score: createScore(terms, name) };
    for (const each of won) now.score.note(each.seed, each.points);
    return now.score;
  }

  playback.subscribe(({ match, live, playing, position, last }) => {
    if (!waiting || !match?.result || live || match.origin !== 'live') return;
    // Not while the match is being watched: the score would give its end away.
    if (playing && position < last) return;
    const { terms, seed, own, again } = waiting;
    const { header } = match;
    if (counted.has(match) || header.game !== terms.game || header.seed !== seed) return;
    if (header.players[1]?.kind !== 'code') return;
    counted.add(match);
    const all = told(waiting, [{ seed, points: pointsOf(match.result.places, 0) }]);
    const next = all.next();
    const score = all.score();
    noteAnswer(match, { ...score, maps: terms.seeds.length });
    if (own === null) {
      const { link } = terms;
      tabStore.set(CHALLENGE, { link, seed, won: all.won() } satisfies Challenged);
      keepWon(store, link, all.won());
    }
    const { replay } = match;
    offer({ terms, own, replay }, score, next === null ? null : () => again(next), match);
  });

  return {
    /**
     * To be called when a match begins.
     * @param playing name: the name of the challenger
     * @param won the points of maps that were played before a reload
     */
    match(playing: Playing, won: Won = []) {
      const { terms, own, seed } = playing;
      waiting = playing;
      // A map that is played again counts anew.
      const before = told(playing, won)
        .won()
        .filter((each) => each.seed !== seed);
      // Only for a person: a bot's match is not interrupted by a reload for long.
      tabStore.set(CHALLENGE, own === null ? { link: terms.link, seed, won: before } : null);
    },
    /**
     * A map was played before a reload: offers the next one and the answer again.
     * @param replay the replay of the last match
     */
    over(playing: Playing, won: Won, replay: Replaying) {
      const { terms, own, again } = playing;
      const all = told(playing, won);
      const next = all.next();
      offer({ terms, own, replay }, all.score(), next === null ? null : () => again(next), null);
    },
    /** To be called when a series was begun. */
    async series(terms: Terms, name: string, id: number) {
      const all = await compete.contests();
      const forget = all.onChange(async () => {
        const row = all.list().find((each) => each.id === id);
        if (row && row.state !== 'over') return;
        forget();
        // The page of the series shows the same, with the button to answer.
        if (!row || router.place.contest === id) return;
        const summary = await all.summary(id);
        if (!summary || 'problem' in summary) return;
        const line = summary.standings.find((each) => each.name === row.entrants[0]?.name);
        if (!line?.games) return;
        const score = { to: name, points: line.points, games: line.games };
        const { game } = row;
        notices.show(sayScore('links.done', score, terms.seeds.length, { name: short(name) }), {
          action: {
            label: t('links.seeSeries'),
            run: () => router.go({ tab: 'compete', game, contest: id }),
          },
          stays: true,
        });
      });
    },
  };
}
