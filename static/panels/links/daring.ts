// The challenges that go with a match played by hand: made of one, taken up where one comes in a link, and answered.

import type { App } from '../../app.ts';
import { t } from '../../base/words/index.ts';
import { dareWords, featWords, whoDares } from '../../games/dare-words.ts';
import { type Dare, dareOf, featOf, isSameMap, noteDare, partOfDare } from '../../match/dared.ts';
import type { Match } from '../../match/types.ts';

export function createDaring({ notices, play, playback, tools }: App) {
  /** The match that challenges, and was shown last. */
  let dared: Match | null = null;

  /** Shares a match as a challenge, or as the answer to one. */
  function share(match: Match, to: Dare['to']) {
    const feat = featOf(match);
    if (!feat || playback.state.match !== match) return;
    const words = { game: t(`game.${match.header.game}`), feat: featWords(feat) };
    void tools.answerWith({
      heading: to ? t('dare.answerTo', { name: whoDares(to.name) }) : t('ending.challenge'),
      says: to ? dareWords(match) : t('dare.about', words),
      title: t(to ? 'dare.answerTitle' : 'dare.title', words),
      part: (from) => partOfDare({ from, to }),
    });
  }

  playback.subscribe(({ match, live, playing, position, last }) => {
    if (match && match.origin !== 'live' && dareOf(match)) dared = match;
    // The results would tell how the match ends that is being watched.
    if (!match?.result || live || match.origin !== 'live' || (playing && position < last)) return;
    const before = dared && dareOf(dared);
    const feat = dared && featOf(dared);
    if (!dared || !before || !feat || dareOf(match) || !featOf(match) || !isSameMap(match, dared)) return;
    const to = { name: before.from, feat };
    noteDare(match, { from: '', to });
    play.goesOn({ match, says: t('dare.answer'), run: () => share(match, to) });
  });

  return {
    /** Whether others can be challenged with it: they meet the same opponents. */
    can: (match: Match) =>
      featOf(match) !== null && match.header.players.every(({ kind }) => kind !== 'code'),
    share: (match: Match) => share(match, null),
    /** Whoever opens a link is told of the challenge in it. */
    tell(match: Match) {
      const dare = dareOf(match);
      const feat = featOf(match);
      if (!dare || !feat) return;
      dared = match;
      const words = { name: whoDares(dare.from), feat: featWords(feat) };
      notices.show(dare.to ? t('dare.answered', { both: dareWords(match) }) : t('dare.opened', words), {
        action: { label: t(dare.to ? 'answer.back' : 'dare.accept'), run: () => void play.playMap(match) },
        ...{ stays: true, here: true },
      });
    },
  };
}
