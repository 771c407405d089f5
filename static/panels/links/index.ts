// Links of matches, bots, challenges, contests and tasks: opens what came in one, and makes them. What they need is loaded when
// there is one.

import type { App } from '../../app.ts';
import type { Head } from '../../base/share/link-head.ts';
import { tabStore } from '../../base/storage/settings.ts';
import { shortName } from '../../base/text/legible.ts';
import { inNotice, lazyPart } from '../../base/ui/lazy.ts';
import { isMatch, isPlan, isPuzzle, isTasks } from '../../base/values/address.ts';
import { HUMAN } from '../../base/values/seats.ts';
import { t } from '../../base/words/index.ts';
import type { ContestRow } from '../../contest/types.ts';
import { comparedIn } from '../../games/answer-words.ts';
import { firstPosition } from '../../games/first-position.ts';
import { answerOf } from '../../match/answered.ts';
import { dareIn } from '../../match/dared.ts';
import { isRevealed } from '../../match/kept-dares.ts';
import { comingHeader, comingMatch } from '../../match/match.ts';
import type { Match, MatchSpec, Seat } from '../../match/types.ts';
import type { Challenged } from './challenged.ts';
import { CHALLENGE, overIn } from './challenged.ts';
import { createDaring } from './daring.ts';
import type { createRoom } from './room.ts';

type Room = ReturnType<typeof createRoom>;

export type LinksRoom = ReturnType<typeof createLinksRoom>;

/** A link that is being opened; hasLeft: for its game, from the place that was shown; settle: it is over. */
type Opening = { link: string; isOver: boolean; isFirst: boolean; hasLeft: boolean; settle: () => void };

/** Whether it is given up as soon as another link is opened. */
const isGivenUp = (link: string) => isMatch(link) || isPuzzle(link);

/** Who sits there as far as the link says it. In a puzzle whoever solves it takes the seat of one who had played. */
const seatsOf = ({ players, puzzle }: Head): Seat[] =>
  players.map((player, k) => {
    if (!puzzle) return player as Seat;
    return k === puzzle.seat ? { kind: 'human', name: HUMAN } : { kind: 'house', name: '' };
  });

export function createLinksRoom(app: App) {
  const { games, demo, notices, playback, router, session } = app;
  const { run } = app.play;
  const daring = createDaring(app, (link) => {
    // Where the address is the link, it stays.
    const prepare = (match: Match) => void linkOf.set(match, link);
    void app.replays.open(t('replay.link'), link, { isNamed: router.kept === link, prepare });
  });
  /** The link that a match came in. */
  const linkOf = new WeakMap<Match, string>();
  /** The link that could not be opened, and the match that stands beside what is said of it. */
  let refused: { link: string; beside: Match | null } | null = null;
  /** Takes back what is said of links that could not be opened. */
  const unsay: (() => void)[] = [];
  /** The link that was opened last. */
  let latest: Opening | null = null;
  const load = lazyPart(async () => (await import('./room.ts')).createRoom(app), inNotice(notices));

  async function within<R>(work: (room: Room) => R): Promise<Awaited<R> | undefined> {
    const room = await load(() => within(work));
    return room ? await work(room) : undefined;
  }

  /**
   * Shows what the page can tell of a link before Python has read it. A match under way is not disturbed.
   *
   * @param address the link that the address is meanwhile
   */
  async function announce(opening: Opening, address: string) {
    const { link } = opening;
    const isAwaited = () => !opening.isOver && router.isOpening(address) && !run.isUnderWay();
    const head = await app.headOf(link);
    if (!isAwaited() || isTasks(link)) return;
    // A match of another game would look like the one of the link.
    if (!head) return opening.isFirst ? router.arrive(null) : undefined;
    // The room of contests, where its plan is shown, is of one game at a time.
    if (isPlan(link)) session.chooseGame(head.game);
    else opening.hasLeft = true;
    router.arrive(head.game);
    if (isPlan(link) || head.isBroken) return;
    const spec = { ...head, seats: seatsOf(head) };
    const isChallenge = dareIn(link)?.to === null;
    if (isMatch(link)) opening.settle = app.play.expect(comingHeader(spec), isChallenge);
    const view = await firstPosition(spec, { games, demo });
    if (!view || !isAwaited()) return;
    session.leave();
    const match = comingMatch(spec, view);
    if (head.puzzle) match.isPuzzle = true;
    playback.load(match, { play: false });
  }

  /** Whoever gets the answer to a challenge sees a match: it is said who has answered, and with which score. */
  function tellAnswer(match: Match) {
    const score = answerOf(match);
    if (!score) return;
    const both = comparedIn(match);
    const again = () =>
      void within((room) => room.shareBot(app.library.current(match.header.game), { match }));
    app.play.tell({
      match,
      title: both?.says ?? '',
      rivals: both?.rivals ?? [],
      hints: [t('answer.opened', { name: shortName(score.to), games: score.games })],
      actions: [{ label: t('answer.back'), run: again }],
    });
  }

  /** Shows the match of a link that is there already, as where one goes back to. @returns whether it is */
  async function isBack(link: string) {
    // A challenge that has been played meanwhile has its moves now.
    const isOf = (match: Match | null | undefined) =>
      match && linkOf.get(match) === link && !(match.sealed && isRevealed(app.store, match));
    // The page goes to its game first.
    await null;
    if (isOf(playback.state.match)) return true;
    const { match } = session.left.get(session.game) ?? {};
    return Boolean(isOf(match) && session.showLeft());
  }

  /**
   * Opens what a link holds.
   *
   * @param address the link that the address is: this one, or one that was refused, in whose place this one is opened
   * @param isForBots see opened.tsx
   * @returns as `open`
   */
  async function openAt(link: string, address: string, isForBots?: boolean): Promise<boolean> {
    const before = router.place;
    const isFirst = playback.state.match === null;
    /** The link that would have been shown by now, but for this one. */
    const earlier = latest && !latest.isOver && isGivenUp(latest.link) ? latest.link : null;
    const opening: Opening = { link, isOver: false, isFirst, hasLeft: false, settle: () => {} };
    latest = opening;
    announce(opening, address);
    let isRefused = false;
    let isTold = false;
    const refuse = (says: string) => {
      isRefused = true;
      isTold = true;
      const gone = () => {
        isTold = false;
        router.letGo(link);
      };
      unsay.push(notices.show(says, { bad: true, here: true, gone }));
    };
    // Whoever comes with a bot or a puzzle is not about to play the match that is set up.
    const root = document.documentElement;
    root.toggleAttribute('data-linked', !isMatch(link) && router.isOpening(link));
    // The address stays at the link that it is.
    const how = { isNamed: router.isOpening(address), refuse };
    const sent = isMatch(link) ? await app.replays.open(t('replay.link'), link, how) : null;
    if (sent) linkOf.set(sent, link);
    if (sent) tellAnswer(sent);
    if (sent) daring.opened(sent, link);
    if (!isMatch(link)) await within((room) => room.open(link, refuse, isForBots));
    opening.isOver = true;
    opening.settle();
    root.removeAttribute('data-linked');
    const { match } = playback.state;
    if (isRefused && router.isOpening(address)) {
      // Where nothing was shown before, the link's own game stays, if it is known.
      if (!isFirst) router.retreat(before);
      if (earlier !== null && (match === null || linkOf.get(match) !== earlier))
        await openAt(earlier, address);
      else if (match?.origin === 'coming' || (opening.hasLeft && !match))
        app.enter.showBefore({ isStill: true });
      if (link !== address) return true;
      refused = { link, beside: playback.state.match };
      return isTold;
    }
    const isThere = match?.header.game === session.game && match.origin !== 'coming';
    if (!opening.hasLeft || isThere || run.isUnderWay()) return sent !== null && sent === match;
    // Whoever has gone elsewhere with what it held stays there.
    if (!router.isOpening(address)) return false;
    // Nothing came of it.
    router.go(before);
    if (playback.state.match?.origin === 'coming') app.enter.showBefore();
    return false;
  }

  playback.subscribe(({ match }) => {
    const { kept } = router;
    if (kept === null || (match && linkOf.get(match) === kept)) return;
    // What stands in place of a link that could not be opened is no match that somebody has asked for.
    const isBeside = match === null || match.origin === 'demo' || match === refused?.beside;
    if (kept !== refused?.link || !isBeside) router.letGo();
  });

  return {
    /**
     * Opens what a link holds.
     *
     * @param link from its # on
     * @param isForBots see opened.tsx
     * @returns when what it holds is no longer shown; of a match as soon as it is: whether the address stays the link
     */
    async open(link: string, isForBots?: boolean): Promise<boolean> {
      // What was said of another link would stand beside what this one shows.
      for (const each of unsay.splice(0)) each();
      if (router.isReturn && isMatch(link) && router.isOpening(link) && (await isBack(link))) return true;
      return openAt(link, link, isForBots);
    },
    /** @param id of a bot in the library */
    shareBot: (id: number) => within((room) => room.shareBot(id)),
    /** Challenges others to beat the bot in the editor, first of all on the map of this match. */
    challenge: (match: Match) =>
      within((room) => room.shareBot(app.library.current(match.header.game), { match })),
    /** Challenges others to do better than the one who has played this match by hand. */
    dare: daring.share,
    canDare: daring.can,
    /** A match goes on that was under way when this tab was loaded again: perhaps it is played for a challenge. */
    async goOn({ seed }: MatchSpec) {
      const kept = tabStore.get<Challenged | null>(CHALLENGE, null);
      if (kept?.seed === seed) await within((room) => room.goOn(kept));
    },
    /** A map of a challenge was over when this tab was loaded again: the next one is offered, and the answer. */
    async offerNext() {
      const kept = overIn();
      if (kept && !router.isOpening(kept.link)) await within((room) => room.over(kept));
    },
    /** A bot was to be sent to a contest when this tab was loaded again: that is offered again. */
    async offerEntry() {
      if (tabStore.get('entering', null)) await within((room) => room.offerEntry());
    },
    /** Answers the challenge that a series has taken up. */
    answer: (row: ContestRow, points: number, games: number) =>
      within((room) => room.answer(row, points, games)),
    collect: (...given: Parameters<Room['collect']>) => within((room) => room.collect(...given)),
    sharePlan: (...given: Parameters<Room['sharePlan']>) => within((room) => room.sharePlan(...given)),
    shareTasks: (...given: Parameters<Room['shareTasks']>) => within((room) => room.shareTasks(...given)),
    shareStep: (...given: Parameters<Room['shareStep']>) => within((room) => room.shareStep(...given)),
    sharePuzzle: (...given: Parameters<Room['sharePuzzle']>) => within((room) => room.sharePuzzle(...given)),
  };
}
