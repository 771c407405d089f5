// Opens and makes links of matches, bots, challenges, contests and tasks. The code for them is loaded when there is a link.

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

/** A link that is being opened. hasLeft: whether the page has gone to its game; settle: to be called when it is over. */
type Opening = { link: string; isOver: boolean; isFirst: boolean; hasLeft: boolean; settle: () => void };

/** Whether opening such a link is cancelled as soon as another link is opened. */
const isGivenUp = (link: string) => isMatch(link) || isPuzzle(link);

/** The players, as far as the link names them. In a puzzle, the user takes the seat of one of them. */
const seatsOf = ({ players, puzzle }: Head): Seat[] =>
  players.map((player, k) => {
    if (!puzzle) return player as Seat;
    return k === puzzle.seat ? { kind: 'human', name: HUMAN } : { kind: 'house', name: '' };
  });

export function createLinksRoom(app: App) {
  const { games, demo, notices, playback, router, session } = app;
  const { run } = app.play;
  const daring = createDaring(app, (link) => {
    // If the address is the link, it stays.
    const prepare = (match: Match) => void linkOf.set(match, link);
    void app.replays.open(t('replay.link'), link, { isNamed: router.kept === link, prepare });
  });
  /** The link that a match came in. */
  const linkOf = new WeakMap<Match, string>();
  /** The link that could not be opened, and the match that is shown beside the notice about it; null if none. */
  let refused: { link: string; beside: Match | null } | null = null;
  /** Functions that close the notices about links that could not be opened. */
  const unsay: (() => void)[] = [];
  /** The link that was opened last. */
  let latest: Opening | null = null;
  const load = lazyPart(async () => (await import('./room.ts')).createRoom(app), inNotice(notices));

  async function within<R>(work: (room: Room) => R): Promise<Awaited<R> | undefined> {
    const room = await load(() => within(work));
    return room ? await work(room) : undefined;
  }

  /**
   * Shows the beginning of a link before Python has read it. A running match is not disturbed.
   *
   * @param address the link that is in the address meanwhile
   */
  async function announce(opening: Opening, address: string) {
    const { link } = opening;
    const isAwaited = () => !opening.isOver && router.isOpening(address) && !run.isUnderWay();
    const head = await app.headOf(link);
    if (!isAwaited() || isTasks(link)) return;
    // A shown match of another game would look like the link's.
    if (!head) return opening.isFirst ? router.arrive(null) : undefined;
    // A plan is shown in Compete, which shows one game at a time.
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

  /** Tells who has answered a challenge, and with which score: the link of an answer only shows a match. */
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

  /** Shows the match of a link that is still loaded, for instance after Back. @returns whether it is */
  async function isBack(link: string) {
    // A challenge that was played meanwhile is opened again, with its moves.
    const isOf = (match: Match | null | undefined) =>
      match && linkOf.get(match) === link && !(match.sealed && isRevealed(app.store, match));
    // Wait until the page has gone to its game.
    await null;
    if (isOf(playback.state.match)) return true;
    const { match } = session.left.get(session.game) ?? {};
    return Boolean(isOf(match) && session.showLeft());
  }

  /**
   * Opens a link.
   *
   * @param address the link in the address: this one, or one that could not be opened, in whose place this one is
   * @param isForBots see opened.tsx
   * @returns as `open`
   */
  async function openAt(link: string, address: string, isForBots?: boolean): Promise<boolean> {
    const before = router.place;
    const isFirst = playback.state.match === null;
    /** The link whose opening this one cancels; null if none. */
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
    // A link with a bot or a puzzle is not about the match that is set up.
    const root = document.documentElement;
    root.toggleAttribute('data-linked', !isMatch(link) && router.isOpening(link));
    // The link in the address stays.
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
      // If nothing was shown before, the link's own game stays, if it is known.
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
    // If the user has gone elsewhere from the link, they stay there.
    if (!router.isOpening(address)) return false;
    // The link was closed without doing anything.
    router.go(before);
    if (playback.state.match?.origin === 'coming') app.enter.showBefore();
    return false;
  }

  playback.subscribe(({ match }) => {
    const { kept } = router;
    if (kept === null || (match && linkOf.get(match) === kept)) return;
    // A match that is shown in place of a link that could not be opened was not requested by the user.
    const isBeside = match === null || match.origin === 'demo' || match === refused?.beside;
    if (kept !== refused?.link || !isBeside) router.letGo();
  });

  return {
    /**
     * Opens a link.
     *
     * @param link from its # on
     * @param isForBots see opened.tsx
     * @returns resolves when its content is closed, or, for a match, is shown: with whether the address stays the link
     */
    async open(link: string, isForBots?: boolean): Promise<boolean> {
      // The notice about another link would be shown beside this one.
      for (const each of unsay.splice(0)) each();
      if (router.isReturn && isMatch(link) && router.isOpening(link) && (await isBack(link))) return true;
      return openAt(link, link, isForBots);
    },
    /** @param id the id of a bot in the library */
    shareBot: (id: number) => within((room) => room.shareBot(id)),
    /** Challenges others to beat the bot in the editor, with the map of this match first. */
    challenge: (match: Match) =>
      within((room) => room.shareBot(app.library.current(match.header.game), { match })),
    /** Challenges others to do better than the user in this match. */
    dare: daring.share,
    canDare: daring.can,
    /** To be called when a match is continued after a reload, because it may be played for a challenge. */
    async goOn({ seed }: MatchSpec) {
      const kept = tabStore.get<Challenged | null>(CHALLENGE, null);
      if (kept?.seed === seed) await within((room) => room.goOn(kept));
    },
    /** After a reload, offers the next map and the answer if a map of a challenge was over. */
    async offerNext() {
      const kept = overIn();
      if (kept && !router.isOpening(kept.link)) await within((room) => room.over(kept));
    },
    /** After a reload, offers again to send a bot to a contest. */
    async offerEntry() {
      if (tabStore.get('entering', null)) await within((room) => room.offerEntry());
    },
    /** Answers the challenge that a series was played for. */
    answer: (row: ContestRow, points: number, games: number) =>
      within((room) => room.answer(row, points, games)),
    collect: (...given: Parameters<Room['collect']>) => within((room) => room.collect(...given)),
    sharePlan: (...given: Parameters<Room['sharePlan']>) => within((room) => room.sharePlan(...given)),
    shareTasks: (...given: Parameters<Room['shareTasks']>) => within((room) => room.shareTasks(...given)),
    shareStep: (...given: Parameters<Room['shareStep']>) => within((room) => room.shareStep(...given)),
    sharePuzzle: (...given: Parameters<Room['sharePuzzle']>) => within((room) => room.sharePuzzle(...given)),
  };
}
