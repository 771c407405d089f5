// The panel Play: seats, settings, Run and Stop, playing by hand, and forks.

import { computed, effect, signal, untracked } from '@preact/signals';
import { render } from 'preact';
import type { App } from '../../app.ts';
import { part } from '../../base/ui/dom.ts';
import { humansIn } from '../../base/values/seats.ts';
import { sentences, t } from '../../base/words/index.ts';
import { createHands } from '../../board/hand/hand.ts';
import { toBeatWords } from '../../games/dare-words.ts';
import { gameViewOf } from '../../games/index.ts';
import type { Called } from '../../games/match-words.ts';
import { matchAt, matchWords } from '../../games/match-words.ts';
import { momentInTwo } from '../../games/moment.ts';
import { namesOf } from '../../games/names.ts';
import type { Problem } from '../../match/faults.ts';
import { dareFor } from '../../match/kept-dares.ts';
import { comingHeader } from '../../match/match.ts';
import type { Playback } from '../../match/playback.ts';
import type { Run as MatchRun } from '../../match/runner.ts';
import type { Session } from '../../match/session.ts';
import type { Header, Match, MatchSpec, Message, Mine } from '../../match/types.ts';
import type { Place } from '../../shell/router.ts';
import { createEnding } from './ending.tsx';
import { createFork } from './fork.tsx';
import { createMainAction, RunPlace } from './main-action.tsx';
import { createOnward } from './onward.tsx';
import { createOthers, isOf } from './others.ts';
import { createPlaces } from './places.ts';
import { createPlaying } from './playing.tsx';
import { createReview } from './review.ts';
import type { Left, Run } from './run.ts';
import { createRun } from './run.ts';
import { ME } from './seats.ts';
import type { Offer as OfSettings } from './settings.ts';
import { createSettings } from './settings.ts';
import type { Offer as OfSetup, Setup } from './setup.ts';
import { createSetup } from './setup.ts';
import type { Waiting } from './setup.tsx';
import { SetupOfMatch } from './setup.tsx';

type Offer = OfSetup & OfSettings;

/** Receives the orders of a person in a puzzle. */
interface Taking {
  /** @returns null if the order was accepted, else why it was not */
  take: (player: number, move: unknown) => Promise<Message | null>;
  /** Called when the match asks for an order at a position. */
  asked: (player: number, k: number) => void;
}

export type PlayRoom = ReturnType<typeof createPlayRoom>;

export function createPlayRoom(app: App) {
  const { session, games, playback, notices, router, packages } = app;
  const offer: Offer = games[session.game];
  const setup = createSetup(app, offer, (choice) => {
    router.note({ game: session.game, tab: session.stage, ...choice, settings: settings.written() });
    app.compete.refresh();
  });
  const settings = createSettings(app.store, {
    game: offer,
    changed: () => router.note({ settings: settings.written() }),
    packages: {
      count: packages.count,
      async forget() {
        await packages.forget();
        notices.show(t('packages.forgotten'));
      },
    },
  });
  const { watched, arriving, compare, dismiss } = createWatched(playback, session, setup.read);
  /** The shown game of a contest, which has other players and another seed than the next match; null if none. */
  const ofContest = signal<Match | null>(null);
  const others = createOthers(app, {
    isSetUp(spec) {
      const { seats, seed } = setup.read();
      return spec === chosen || (isOf({ header: { players: spec.seats } }, seats) && spec.seed === seed);
    },
    isUnderWay: () => run.isUnderWay(),
    isOwnRun: computed(() => setup.tab.value === 'code' && !isStopped.value),
  });
  /** The tab on which each match was begun. */
  const playedOn = new WeakMap<MatchSpec, Session['stage']>();
  /** Whether a person plays the current match, and began it in Play. */
  const isByHand = signal(false);
  /** The match that a person plays, or has begun; null if none. */
  const byHand = signal<Called | null>(null);
  /** That match, while it waits because the user tries bots in Code; null if it does not. */
  const waiting = computed(() =>
    run.underWay.value && isByHand.value && setup.tab.value === 'code' ? byHand.value : null,
  );
  /**
   * For each game, the match of a person that was left for another one. waits: whether it waits, until another match is
   * played by hand in this game; remove: closes its notice.
   */
  const told = signal<ReadonlyMap<string, { left: Left; waits: boolean; remove: () => void }>>(new Map());
  /** The match that waits in a game; undefined if none does. */
  const leftIn = (game: string) => {
    const last = told.value.get(game);
    return last?.waits ? last.left : undefined;
  };
  /** Closes the notice of a match that was left, and offers it no longer. */
  function forget(game: string) {
    const next = new Map(told.peek());
    next.get(game)?.remove();
    next.delete(game);
    told.value = next;
  }
  /** Whether a person plays the current match. */
  const isOfPerson = computed(() => {
    const { players } = byHand.value?.header ?? { players: [] };
    return run.underWay.value && humansIn(players).length > 0;
  });
  /** The waiting match of a person to which the user can go back here; null if none. */
  const waits = computed((): Waiting | null => {
    if (waiting.value) {
      const back = () => {
        router.go({ game: session.game, tab: 'play' });
        toBoard();
      };
      return { says: matchWords(waiting.value), back, setAside: null };
    }
    const game = setup.game.value.name;
    if (isOfPerson.value) return null;
    const left = leftIn(game);
    const kept = app.replays.waiting(game);
    if (left) {
      const setAside = async () => {
        run.setAside(game);
        forget(game);
        const place = await run.placeOf(left.run);
        if (place !== null) app.replays.setAside(place);
      };
      return { says: calledIn(left), back: () => void goBack(left), setAside };
    }
    if (!kept) return null;
    const header = comingHeader(kept.spec);
    const isOfTwo = header.players.length === 2 && kept.turns > 0;
    const dare = dareFor(app.store, { header });
    const match = matchAt(header, isOfTwo ? momentInTwo(game, kept.turns) : null);
    return {
      says: dare ? sentences([match, toBeatWords(dare)]) : match,
      back: () => void app.replays.goOn(kept.id),
      setAside: () => app.replays.setAside(kept.id),
    };
  });
  /** Whether Stop is shown in place of Run. */
  const isStopped = computed(() => run.underWay.value && waiting.value === null);
  /** Receives the orders of a person in place of the match; null if nothing does. */
  let taking: Taking | null = null;
  const hands = createHands(part('.hand'), {
    board: app.board,
    canvas: app.canvas,
    frame: part('.board-frame'),
    playback,
    gameViewOf: gameViewOf,
    hides: (game) => games[game]?.hides === true,
    namesOf: ({ header }) => namesOf(header),
    goOn: () => playing.goOn(),
    paused(isPaused) {
      app.watch.players.pause(isPaused);
      run.notePause();
    },
    isElsewhere: () => waiting.peek() !== null,
    submit: (player, move) => (taking ? taking.take : run.move)(player, move),
    store: app.store,
  });
  // While a replay is shown, the user is not about to play.
  effect(() => {
    const isWatching = watched.value ?? arriving.value ?? ofContest.value;
    hands.expect(setup.seats.value.includes(ME) && !isWatching);
  });
  const run: Run = createRun(app, {
    hands,
    next: nextMatch,
    follows(spec, instead) {
      ending.follows(spec, instead.spec);
      playedOn.set(spec, playedOn.get(instead.spec) ?? session.stage);
      for (const [game, { left }] of told.peek()) if (left.run === instead) forget(game);
    },
    begins(spec) {
      playedOn.set(spec, session.stage);
      review.begin(spec);
    },
    leaves: () => void leave(),
    changed,
    asked(player, turn) {
      playing.turn(player, turn);
      taking?.asked(player, turn.k);
    },
    played(k, latest) {
      playing.played();
      if (!latest.spec.isPuzzle) review.follow(latest, k);
    },
  });
  const toBoard = () => app.canvas.focus({ preventScroll: true });
  const places = createPlaces(session, app.layout.side);
  const review = createReview(app);
  const playing = createPlaying(app, {
    ...{ places, hands, toBoard, resign: run.resign, hinted: run.hinted, goOn: run.goOn },
    startClock: run.startClock,
  });
  const ending = createEnding(app, {
    ...{ setup, places, run: run.run, start: run.start },
    isOfOthers: (spec) => others.shown.value?.spec === spec,
    ...{ closed: hands.rest, pressed: playing.leftEnd, toBoard, toLine: review.toLine },
  });
  render(
    <SetupOfMatch
      setup={setup}
      settings={settings}
      watched={watched}
      arriving={arriving}
      ofContest={ofContest}
      ofOthers={others.shown}
      waiting={waits}
      dismiss={() => {
        dismiss();
        others.dismiss();
        ofContest.value = null;
      }}
      underWay={run.underWay}
    />,
    part('.setup-place'),
  );
  const fork = createFork(app, {
    ...{ toBoard, isUnderWay: run.isUnderWay, start: run.start },
    limits() {
      const { options: _, ...limits } = settings.read();
      return limits;
    },
  });

  /** Whether a match was requested that has not begun, or will be as soon as its map is loaded. */
  const isBeingSetUp = () => main.isWaiting.peek() || run.underWayMatch()?.stage === 'asked';

  /** Goes to where matches of a game are played. */
  function toStage(game: string) {
    if (game !== session.game || router.place.tab !== session.stage) router.go({ game, tab: session.stage });
  }

  /** @param options options of the chosen game @returns undoes that */
  function setHere(options: Record<string, unknown>) {
    const back = Object.entries(options).map(([name, value]) => settings.set(name, value));
    return () => {
      for (const each of back) each();
    };
  }

  const onward = createOnward(app, {
    ...{ setOptions: setHere, isUnderWay: run.isUnderWay },
    start(spec) {
      toMatch();
      run.start(spec);
    },
    main: () => main.map.value,
  });
  /** Plays the shown game of a contest again with the code in the editor; null if that is not possible. */
  const again = signal<(() => void) | null>(null);
  const main = createMainAction({
    ...{ setup, arriving, ofContest, watched, again, run: run.run, playMap: onward.playMap },
    others: others.shown,
    onceMore(match) {
      toMatch();
      run.start(others.onceMore(match));
    },
  });
  render(
    <RunPlace
      run={run}
      isOn={isStopped}
      main={main}
      isSecond={ending.isFirst}
      isRepeated={ending.isRepeated}
      Tools={playing.Tools}
    />,
    part('.run-place'),
  );

  const calledIn = ({ run: { spec, match } }: Left) => matchWords(match ?? { header: comingHeader(spec) });

  /** Goes back to a match that was left. */
  async function goBack(left: Left) {
    const { spec } = left.run;
    const tab = playedOn.get(spec) ?? session.stage;
    if (run.isUnderWay()) leave();
    router.go({ game: spec.game, tab });
    await run.comeBack(left);
  }

  /**
   * Tells the user about a match that was left. If its game is shown, that is below the seats; else in a notice, for a while.
   *
   * @param waits whether it waits; else another match has replaced it
   */
  function tell(left: Left, waits: boolean, isElsewhere: boolean = false) {
    const { game } = left.run.spec;
    const says = t(waits ? 'match.waits' : 'match.replaced', { match: calledIn(left) });
    forget(game);
    const action = { label: t('match.goBack'), run: () => goBack(left) };
    const remove = waits && !isElsewhere ? () => {} : notices.show(says, { action });
    told.value = new Map(told.peek()).set(game, { left, waits, remove });
  }

  /** A person begins a match. At most one match waits in a game, so the user is told what happens to the waiting one. */
  function replace(game: string) {
    const before = told.peek().get(game);
    if (!before?.waits) return;
    if ((before.left.run.match?.records.length ?? 0) > 1) return tell(before.left, false);
    // Nothing was played in it, so it is not worth telling.
    forget(game);
  }

  /**
   * Ends the current match, because something else is shown. A match that a person plays waits, with a button to go back.
   *
   * @param isElsewhere whether another game is shown
   * @returns whether it waits; null if there is no match that the user would miss
   */
  function leave(isElsewhere: boolean = false): boolean | null {
    const latest = run.underWayMatch();
    if (!latest) return null;
    const left = run.leave();
    if (!left) return latest.match && !latest.spec.isPuzzle ? false : null;
    tell(left, true, isElsewhere);
    return true;
  }

  /** Closes the notice about a problem of the match that is set up. */
  let unsay = () => {};
  /** The latest match of the chosen players; null if none. */
  let chosen: MatchSpec | null = null;

  function toMatch() {
    if (app.layout.tab() === 'code') app.layout.showTab('match');
    // On a phone the settings are below the board and often not visible, so the page scrolls to the board.
    const frame = app.canvas.closest('.board-frame') ?? app.canvas;
    frame.scrollIntoView({ block: 'nearest' });
  }

  /** @returns null if something is wrong with it, which the user was told */
  function nextMatch(): MatchSpec | null {
    const problem = setup.problem() ?? settings.problem();
    unsay();
    if (problem) {
      unsay = notices.show(problem, { bad: true, here: true });
      return null;
    }
    toMatch();
    chosen = { game: session.game, ...setup.read(), ...settings.read() };
    ending.began(chosen, setup.choice());
    return chosen;
  }

  /** The stage of a match has changed. */
  function changed(latest: MatchRun) {
    const { spec, stage } = latest;
    others.changed(latest);
    if (spec.isPuzzle) return;
    if (stage === 'asked' && humansIn(spec.seats).length > 0) replace(spec.game);
    byHand.value = latest.match ?? { header: comingHeader(spec) };
    isByHand.value = humansIn(spec.seats).length > 0 && playedOn.get(spec) === 'play';
    const isPlayed = stage === 'over' || (stage === 'stopped' && !run.waits(latest));
    if (isPlayed && humansIn(spec.seats).length > 0) setup.renew(spec.seed);
    playing.changed(latest);
    if (stage === 'asked') review.end();
    const found = (fault: Problem) => ending.found(latest.match, fault);
    ending.changed(latest, stage === 'over' ? review.show(latest, run.isUnderWay, found) : []);
  }

  effect(() => {
    const isWaiting = waiting.value !== null;
    untracked(() => {
      hands.moved();
      if (isWaiting) playing.wait();
      run.notePause();
    });
  });
  session.onGame((game) => settings.use(games[game]));
  effect(() => {
    const isOfOthers = others.shown.value ?? ofContest.value ?? watched.value;
    router.noteOthers(isOfOthers !== null);
  });
  session.onReplay(fork.refresh);
  session.onReplay(onward.refresh);

  return {
    run,
    leave,
    /** @returns whether a match that was left in this game is continued */
    comeBack(game: string) {
      const left = run.left(game);
      if (left) void run.comeBack(left);
      return left !== null;
    },
    /** Continues the match with this entry in the library, if it runs here or was left. @returns whether it does */
    async goOnAt(game: string, place: IDBValidKey): Promise<boolean> {
      const now = run.underWayMatch();
      if (now && (await run.placeOf(now)) === place) return true;
      const left = untracked(() => leftIn(game));
      if (!left || (await run.placeOf(left.run)) !== place) return false;
      await goBack(left);
      return true;
    },
    /** The board is not shown: timed turns are paused until the user continues. */
    wait() {
      playing.wait();
      run.keepNow();
    },
    /** Uses the seats and the seed of another game or tab. @returns whether the address names other ones than before */
    use(place: Place): boolean {
      // A user who goes to another game no longer waits for the link.
      if (arriving.value?.header.game !== session.game) arriving.value = null;
      const problems = settings.take(place.settings);
      if (problems.length > 0) app.wrong(problems);
      const isNamed = setup.use(games[session.game], session.stage, place);
      compare();
      return isNamed;
    },
    /** Shows the choice of players in place of the players of a shown match. */
    setUp() {
      watched.value = null;
    },
    seated: setup.opponent,
    /**
     * A link with a match is being opened, of which the header is known.
     *
     * @param isChallenge whether it is a challenge to play its map
     * @returns to be called once the match is shown, or could not be opened
     */
    expect(header: Header, isChallenge: boolean) {
      const coming = { header, isChallenge };
      arriving.value = coming;
      return () => {
        if (arriving.value === coming) arriving.value = null;
        main.settle(coming);
      };
    },
    /**
     * A game of a contest is shown.
     *
     * @param isNext whether it follows another one of the same contest
     * @param playAgain plays it again with the code in the editor; null if that is not possible
     */
    review(match: Match, mine: Mine | null, isNext: boolean, playAgain: (() => void) | null) {
      again.value =
        playAgain &&
        (() =>
          app.incoming.whenArrived(() => {
            toMatch();
            playAgain();
          }));
      ofContest.value = match;
      if (mine) review.showPlayed(match, mine, isNext);
      else review.leave();
    },
    /** Goes to the line of a problem, in the code in the editor or in the code that played. */
    toLine: review.toLine,
    /** The bot in the editor is asked again: the search for its slow line is then not repeated. */
    askedAgain: review.askedAgain,
    /** To be called when a match is shown in which the bot in the editor played that game again. */
    reviewedAgain: review.leave,
    /** To be called when the contest's game is no longer shown. */
    left() {
      ofContest.value = null;
      review.leave();
    },
    /** @param next receives the orders of a person in place of the match; null if nothing does */
    takeOrders(next: Taking | null) {
      taking = next;
    },
    /**
     * Continues a match of the library with all of its players. Its moves are not shown before that, because in some games a player
     * may not see all of them.
     *
     * @param spec how it was begun
     * @param place the id of its entry
     * @param replay the replay so far
     * @param turn the last turn in it
     */
    resume(spec: MatchSpec, place: IDBValidKey, replay: string, turn: number) {
      const next = { ...spec, fork: { replay, turn } };
      if (isOf({ header: { players: spec.seats } }, setup.read().seats)) ending.began(next, setup.choice());
      else ending.resumes(next, spec);
      toMatch();
      run.resume(next, place);
    },
    /** Shows the next step of a challenge after its match is over. */
    goesOn: ending.goesOn,
    /** Shows the card of a match that somebody sent, in place of its end; null removes it. */
    tell: ending.tell,
    /** A person plays the map of a match. */
    playMap: onward.playMap,
    refresh: setup.refresh,
    haveVersions: setup.haveVersions,
    keys: (event: KeyboardEvent) =>
      waiting.peek() === null && ((isBeingSetUp() && steers(event)) || playing.takes(event)),
    /** Begins a match of a game at once, unless one is running there. */
    begin(game: string) {
      const goesOn = (run.isUnderWay() && session.game === game) || run.left(game) !== null;
      router.go({ game, tab: 'play' });
      if (!goesOn) run.run();
    },
    actions: { run: main.run, fork: fork.open, ...ending.actions, ...playing.actions },

    /**
     * Puts a map into the settings of a game, and sets the number of seats for it.
     *
     * @returns undoes that
     */
    openMap(game: string, map: string, players: number) {
      toStage(game);
      const seats = setup.wanted.value.length;
      const back = settings.set('map', map);
      setup.resize(players);
      return () => {
        if (back()) setup.resize(seats);
      };
    },

    /** Puts options into the settings of a game. @returns undoes that */
    setOptions(game: string, options: Record<string, unknown>) {
      toStage(game);
      return setHere(options);
    },
  };
}

/** The shown match, if it has other players than the next match, and the match of a link that is being opened. */
function createWatched(playback: Playback, session: Session, chosen: Setup['read']) {
  /** the shown match with other players; null if none */
  const watched = signal<Match | null>(null);
  /** The match of a link that is being opened; no other match can be set up until it is shown. null if none. */
  const arriving = signal<(Pick<Match, 'header'> & { isChallenge: boolean }) | null>(null);
  let shown: Match | null = null;
  let stage = session.stage;
  /** Whether the shown match came by a link. */
  let hasArrived = false;
  /** The match that was dismissed to set up another one. */
  let left: Match | null = null;
  const choiceNow = () => {
    const { seats, seed } = chosen();
    return JSON.stringify([seed, ...seats.map(({ name }) => name)]);
  };
  /** The players and the seed that were set up when the shown match came. */
  let then = choiceNow();

  /**
   * Whether the players of a match can be shown in place of those that are set up. Not if it was played here and is over, or if a
   * person plays it: in Code it then waits, and Run plays the match that is set up.
   */
  function canBeWatched({ origin, header, isPuzzle }: Match) {
    const isPlayed = playback.state.live && !isPuzzle && session.stage === 'code';
    return origin === 'replay' || (isPlayed && humansIn(header.players).length === 0);
  }

  playback.subscribe(({ match, live }) => {
    if (match === shown) {
      if (watched.value && match?.origin === 'live' && !live) watched.value = null;
      return;
    }
    const now = choiceNow();
    // The shown match comes again, now verified, and another one may have been set up meanwhile.
    const isAgain = match !== null && shown !== null && !shown.isVerified && isSameGame(match, shown);
    const isLeft = isAgain && now !== then;
    const wasWatched = watched.value !== null;
    [shown, then] = [match, now];
    const isReplay = match?.origin === 'replay';
    hasArrived = isReplay && arriving.value !== null;
    // After a reload it is often a match of the chosen players: then there is nothing to tell.
    const isOther = isReplay && (isLeft ? wasWatched : !isNext(match, chosen()));
    watched.value = hasArrived || isOther ? match : null;
    if (hasArrived) arriving.value = null;
  });
  return {
    ...{ watched, arriving },
    /** To be called on a change of tabs: the other tab has its own players, which may or may not be those of the shown match. */
    compare() {
      if (stage === session.stage) return;
      stage = session.stage;
      const match = shown;
      const isOther = match !== null && match !== left && canBeWatched(match);
      watched.value = isOther && (hasArrived || !isOf(match, chosen().seats)) ? match : null;
    },
    /** Sets up another match in place of the shown one. */
    dismiss() {
      left = shown;
      watched.value = null;
    },
  };
}

/** Whether an arrow key may be meant for the match that is about to begin, not for the shown one. */
function steers({ key, target }: KeyboardEvent): boolean {
  if (!key.startsWith('Arrow') || !(target instanceof Element)) return false;
  // Elsewhere these two keys scroll.
  if (key === 'ArrowUp' || key === 'ArrowDown')
    return target === document.body || target.closest('[data-testid=board], .run-place') !== null;
  return target.closest('.timeline') === null;
}

/** Whether two matches have the same players and the same map. */
const isSameGame = ({ header }: Match, { header: other }: Match) =>
  header.game === other.game && header.seed === other.seed && isOf({ header }, other.players);

/** Whether a match has the chosen players, and the chosen seed unless a person plays, who gets another map each time. */
const isNext = ({ header }: Match, chosen: { seats: { name: string }[]; seed: string }) =>
  isOf({ header }, chosen.seats) && (header.seed === chosen.seed || humansIn(header.players).length > 0);
