// Challenges with a match that was played by hand: makes them, opens them from links, and answers them. Users who are challenged
// play before they watch the match.

import type { App } from '../../app.ts';
import { list, sentences, t } from '../../base/words/index.ts';
import { comparedIn } from '../../games/answer-words.ts';
import { compared, dareWords, featWords, namedWords, rivalName, you } from '../../games/dare-words.ts';
import { namesOf } from '../../games/names.ts';
import type { Dare } from '../../match/dared.ts';
import { dareOf, featOf, noteDare, partOfDare } from '../../match/dared.ts';
import {
  answerDare,
  answeredWith,
  keepDare,
  keptOf,
  linkAnsweredWith,
  mapOf,
} from '../../match/kept-dares.ts';
import type { Match } from '../../match/types.ts';
import type { Card } from '../play/ending.tsx';

/** @param reopen shows the challenge in a link again, with all of its moves */
export function createDaring(
  { play, playback, store, tools, watch }: App,
  reopen: (link: string) => unknown,
) {
  let shown: Match | null = null;
  /** The links of the challenges that were opened in this tab, also those too long to be stored. */
  const links = new Map<string, string>();

  /** Shares a match as a challenge, or as the answer to one. */
  function share(match: Match, to: Dare['to']) {
    const feat = featOf(match);
    if (!feat || playback.state.match !== match) return;
    // So that the user's own challenge is recognised when its link is opened: they know the match.
    if (!to) keepDare(store, match, '', 'sent');
    const words = { game: t(`game.${match.header.game}`), feat: featWords(feat) };
    void tools.answerWith({
      heading: to ? namedWords('answerTo', to.name) : t('ending.challenge'),
      says: to ? dareWords(match) : t('dare.about', words),
      title: t(to ? 'dare.answerTitle' : 'dare.title', words),
      isPlayedFirst: to === null,
      part: (from) => partOfDare({ from, to }),
    });
  }

  const answering = (match: Match, to: Dare['to']) => ({
    label: t('dare.answer'),
    run: () => share(match, to),
  });

  /** The button that shows the challenger's match, if its link is known. */
  function seeing(match: Match) {
    const link = linkAnsweredWith(store, match) ?? links.get(mapOf(match));
    return link ? [{ label: t('dare.watch'), run: () => reopen(link) }] : [];
  }

  function giveUp(match: Match) {
    const link = links.get(mapOf(match));
    keepDare(store, match, dareOf(match)?.from ?? '', 'watched', link);
    if (link) reopen(link);
  }

  /** The card of a shown match; null if it has nothing to do with a challenge, or the card at its end shows it. */
  function cardOf(match: Match): Card | null {
    const dare = dareOf(match);
    const feat = featOf(match);
    if (!dare || !feat) return null;
    const both = comparedIn(match);
    if (both && dare.isMine) {
      const actions = [answering(match, dare.to), ...seeing(match)];
      return { match, title: both.says, rivals: both.rivals, hints: [], actions };
    }
    if (both) {
      const hints = [namedWords('answered', dare.to?.name ?? ''), t('dare.replay')];
      return { match, title: both.says, rivals: both.rivals, hints, actions: [] };
    }
    const said = { name: rivalName(dare.from, 'challenger'), says: featWords(feat), isBetter: false };
    if (!match.sealed) {
      const own = keptOf(store, match)?.own;
      const by = { feat, name: dare.from, isMine: false };
      const mine = own && compared({ feat: own, name: '', isMine: true }, by);
      const title = namedWords('by', dare.from);
      return {
        ...{ match, actions: [] },
        ...(mine ? { title: mine.says, rivals: mine.rivals } : { title, rivals: [said] }),
        hints: mine ? [sentences([title]), t('dare.replay')] : [],
      };
    }
    const { players } = match.header;
    const others = namesOf(match.header).filter((_, k) => players[k]?.kind !== 'human');
    const mine = { name: you(), says: t('dare.yourTurn'), isBetter: false };
    return {
      ...{ match, title: namedWords('invited', dare.from), rivals: [said, mine] },
      hints: [t('dare.same', { names: list(others) }), t('dare.how'), t('dare.hidden')],
      actions: [{ label: t('dare.giveUp'), run: () => giveUp(match) }],
    };
  }

  playback.subscribe(({ match, live, playing, position, last }) => {
    if (!match || live) return;
    if (match.origin === 'live') {
      // Not while the match is being watched: the results would give its end away.
      if (!match.result || (playing && position < last) || match === shown) return;
      shown = match;
      const to = dareOf(match)?.to ?? answerDare(store, match);
      if (!to) return;
      noteDare(match, { from: '', to, isMine: true });
      const { label: says, run } = answering(match, to);
      play.goesOn({ match, says, run, others: seeing(match) });
      // After a change of language nothing else shows the card again.
      play.tell(cardOf(match));
      return;
    }
    if (match === shown || match.isArriving) return;
    shown = match;
    // The user's own answer, opened from Replays or after a reload.
    const to = match.isSent || dareOf(match) ? null : answeredWith(store, match);
    if (to) noteDare(match, { from: '', to, isMine: true });
    if (!dareOf(match)) return;
    play.tell(cardOf(match));
    // The card shows how it ended.
    if (!match.sealed) watch.watched.tell();
  });

  return {
    /** Whether others can be challenged with a match: they must meet the same opponents. */
    can: (match: Match) =>
      featOf(match) !== null && match.header.players.every(({ kind }) => kind !== 'code'),
    share: (match: Match) => share(match, null),
    /** To be called when a challenge, or the answer to one, was opened from a link. */
    opened(match: Match, link: string) {
      const dare = dareOf(match);
      if (!dare) return;
      links.set(mapOf(match), link);
      keepDare(store, match, dare.from, dare.to ? 'watched' : 'open', link);
    },
  };
}
