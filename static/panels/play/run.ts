// Runs matches, and tells the rest of the page about a running match. The root element has the arena's state as `data-arena`:
// loading, ready, running or failed.

import { signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { humansIn } from '../../base/values/seats.ts';
import { say, t } from '../../base/words/index.ts';
import type { createHands } from '../../board/hand/hand.ts';
import { namesOf } from '../../games/names.ts';
import { leavesNothing } from '../../match/faults.ts';
import type { Run as MatchRun } from '../../match/runner.ts';
import { createRunner } from '../../match/runner.ts';
import type { MatchSpec, SeatState, Turn } from '../../match/types.ts';
import { createComing } from './coming.tsx';
import { createKeeping } from './keeping.ts';

export type Run = ReturnType<typeof createRun>;

/** Milliseconds after which the page tells which player everybody is waiting for. */
const LONG_THOUGHT = 1500;

interface Options {
  hands: ReturnType<typeof createHands>;
  /** the match to run; null if it is not valid, which the user was told */
  next: () => MatchSpec | null;
  /** called when a match replaces another one */
  follows: (spec: MatchSpec, instead: MatchRun) => void;
  /** called when a match is about to begin; the engine has time until then */
  begins: (spec: MatchSpec) => void;
  /** called when a match begins while another one runs */
  leaves: () => void;
  /** called when the stage of a match has changed */
  changed: (run: MatchRun) => void;
  /** called when a person is asked for a move */
  asked: (player: number, turn: Turn) => void;
  /** called when a turn was played that leads to position k */
  played: (k: number, run: MatchRun) => void;
}

/** A match that a person has left. It waits for them, with the moves that they have planned. */
export interface Left {
  run: MatchRun;
  hand: ReturnType<ReturnType<typeof createHands>['leave']>;
}

export function createRun(
  app: App,
  { hands, next, follows, begins, leaves, changed, asked, played }: Options,
) {
  const { arena, playback, editor, notices, session } = app;
  const { verdict } = app.watch;
  const root = document.documentElement;
  const isUnderWay = signal(false);
  const deferral = createDeferral();
  const keeping = createKeeping(app.replays.keep);
  const coming = createComing(app);
  const thinking = createThinking((player) => {
    const { match, live } = playback.state;
    if (!match || !live || !runner.isUnderWay()) return;
    const name = player === null || hands.isPaused() ? undefined : namesOf(match.header)[player];
    if (name === undefined || player === null || hands.isElsewhere()) return noteRunning();
    const { players } = match.header;
    const isHuman = players[player]?.kind === 'human';
    if (isHuman && humansIn(players).length === 1) return verdict.note(t('hand.label'));
    // A person without a name is called by a word, which begins the sentence.
    const begun = isHuman ? name.charAt(0).toLocaleUpperCase() + name.slice(1) : name;
    verdict.note(t('match.thinking', { name: begun }));
  });
  /** The state when no match runs. */
  let atRest: 'loading' | 'ready' | 'failed' = 'loading';
  /** Whether the user was told what this browser lacks. */
  let saidReruns = false;
  /** Closes the notice about why the last match could not be played. */
  let unsay = () => {};
  /** For each game, the match that was left last: it continues when the user comes back to that game. */
  const left = new Map<string, Left>();
  /** Matches that were left, including those that were continued since. */
  const waiting = new WeakSet<MatchRun>();
  /** The planned moves of the match that is about to be continued; null if none. */
  let hand: Left['hand'] = null;
  /** Whether the match that begins continues one from the library. */
  let isBack = false;
  /** Whether a person comes back to the match that begins: it and their clock wait until they continue. */
  const isReturn = () => isBack || hand !== null;
  const runner = createRunner(arena, playback, {
    changed: show,
    seat(player, state, budget) {
      app.watch.players.seat(player, state, budget);
      thinking.seat(player, state);
    },
    position(k, run) {
      if (k === 1) performance.mark('sandlot:first-move');
      hands.played();
      played(k, run);
      if (k > 0) deferral.end();
      // The turns before a fork are already stored, but the stored match may have more: moves may have been taken back.
      const from = run.spec.fork?.turn ?? 0;
      const isNew = k > from || (k === from && keeping.takesPlace(run));
      if (isNew && humansIn(run.spec.seats).length > 0 && !run.spec.isPuzzle) keeping.keepSoon(run);
    },
    turn(player, turn) {
      hands.turn(player, turn);
      asked(player, turn);
      deferral.end();
    },
    reruns() {
      if (!saidReruns) notices.show(t('match.reruns'));
      saidReruns = true;
    },
    failed(message) {
      unsay = notices.show(say(message), { bad: true, here: true });
    },
  });

  const run = () =>
    app.incoming.whenArrived(() => {
      const spec = next();
      if (spec) start(spec);
    });

  function start(spec: MatchSpec) {
    // A match that a person plays must wait, whatever begins another one.
    if (runner.underWay()?.match) leaves();
    unsay();
    editor.look(null);
    editor.mark([]);
    begins(spec);
    runner.start(spec, isReturn() && spec.humanClock === true);
    app.code.began(spec);
  }

  /** Begins a match that replaces a running one. */
  function goOn(spec: MatchSpec, instead: MatchRun) {
    follows(spec, instead);
    keeping.leave(instead);
    runner.start(spec, isReturn() && spec.humanClock === true);
  }

  /**
   * Ends the current match, because something else is shown. A match that a person plays waits for them.
   * @returns the match if it waits; else null
   */
  function leave(): Left | null {
    const latest = runner.underWay();
    if (!latest) return null;
    const { game, seats, isPuzzle } = latest.spec;
    const waits = !isPuzzle && humansIn(seats).length > 0;
    const mine = waits ? { run: latest, hand: hands.leave() } : null;
    if (mine) {
      waiting.add(latest);
      left.set(game, mine);
    }
    runner.stop();
    return mine;
  }

  /** Shows a match that was left, and continues it. */
  async function comeBack(mine: Left) {
    const { match, spec } = mine.run;
    // It was continued already, and may have been left again since.
    if (keeping.isLeft(mine.run) || session.game !== spec.game) return;
    left.delete(spec.game);
    if (match && playback.state.match !== match) {
      playback.load(match, { play: false });
      playback.goTo(playback.state.last);
    }
    // A match that had not begun has no replay.
    const replay = match ? await match.replay() : null;
    if (keeping.isLeft(mine.run)) return;
    // If another match has begun meanwhile, or another game was chosen, it keeps waiting.
    if (runner.isUnderWay() || session.game !== spec.game) return void left.set(spec.game, mine);
    hand = mine.hand;
    const turn = match ? match.deltaLog.length - 1 : 0;
    goOn(replay === null ? spec : { ...spec, fork: { replay, turn } }, mine.run);
  }

  /** Continues a match of the library, and replaces its entry. */
  function resume(spec: MatchSpec, place: IDBValidKey) {
    keeping.goOn(place);
    isBack = true;
    start(spec);
    isBack = false;
  }

  function show(latest: MatchRun) {
    if (keeping.isLeft(latest)) return;
    const { stage, match, replay, spec } = latest;
    keeping.begin(latest);
    const isOn = runner.isUnderWay();
    if (!isOn) thinking.end();
    isUnderWay.value = isOn;
    if (!isOn) deferral.end();
    else if (stage === 'asked') deferral.begin();
    root.dataset.arena = isOn ? 'running' : atRest;
    // A fork continues from the position on the board. After a reload that position is not on the board yet.
    if (stage === 'asked' && (isBack || !spec.fork?.turn)) coming.show(spec);
    else if (stage !== 'asked') coming.over();
    if (stage === 'asked') beginHands(spec);
    else if (stage !== 'running') hands.end();
    // After a stop the controls of the board are released.
    if (stage === 'stopped' || stage === 'failed') hands.rest();
    note(latest);
    changed(latest);
    // The replay may come later, when something else is shown.
    if (match && (stage === 'running' || replay !== null)) app.session.offer(replay, match);
    if (replay !== null && !spec.isPuzzle && !(match && leavesNothing(match)))
      keeping.keep(latest, replay, !waiting.has(latest));
    if (atRest === 'ready' && !isOn) app.frame.idle();
  }

  function beginHands({ game, seats, isPuzzle, humanClock }: MatchSpec) {
    // The match that is played now is the one to come back to.
    if (!isPuzzle) left.delete(game);
    hands.begin(game, humansIn(seats), isPuzzle, hand);
    // A user who comes back may look around before the time runs again.
    if (isReturn() && (humanClock || hands.isTimed())) hands.pause(true);
    hand = null;
  }

  const noteRunning = () =>
    verdict.note(t(hands.isElsewhere() ? 'waits.says' : hands.isPaused() ? 'hand.paused' : 'match.running'));

  /** The words in place of a verdict. */
  function note(latest: MatchRun) {
    const { stage, match, spec } = latest;
    if (stage === 'asked') verdict.note(t(atRest === 'ready' ? 'match.starting' : 'match.queued'));
    if (stage === 'running') noteRunning();
    // The result of a puzzle is shown beside the board. The line that is played after it has a verdict of its own.
    const isEnded = !spec.isPuzzle && !waiting.has(latest);
    if (stage === 'stopped' && isEnded) verdict.note(t('match.stopped'));
    else if (stage === 'stopped' && (!match || playback.state.match === match)) verdict.clear();
    if (stage === 'failed') verdict.clear();
  }

  function settle(state: 'ready' | 'failed') {
    atRest = state;
    if (runner.isUnderWay()) return;
    root.dataset.arena = state;
    if (state === 'ready') app.frame.idle();
  }

  // So that a reload, or the browser closing the tab, loses no turn.
  document.addEventListener('visibilitychange', () => document.hidden && keeping.keepNow());
  addEventListener('pagehide', keeping.keepNow);
  arena.ready.then(
    () => {
      performance.mark('sandlot:ready');
      settle('ready');
    },
    () => settle('failed'),
  );

  return {
    ...{ run, start, goOn, resume, leave, comeBack },
    /** The waiting match of a game; null if none was left. */
    left: (game: string) => left.get(game) ?? null,
    /** Going to the game no longer continues its waiting match. */
    setAside: (game: string) => void left.delete(game),
    placeOf: keeping.placeOf,
    /** Whether a match was left, even if it was continued since. */
    waits: (latest: MatchRun) => waiting.has(latest),
    /** The same as `isUnderWay`, as a signal. */
    underWay: isUnderWay,
    isUnderWay: runner.isUnderWay,
    underWayMatch: runner.underWay,
    keepNow: keeping.keepNow,
    /** To be called when the user has paused or continued the match, or left the board. */
    notePause: () => runner.underWay()?.stage === 'running' && noteRunning(),
    calm: deferral.calm,
    stop: runner.stop,
    move: runner.move,
    resign: runner.resign,
    hinted: runner.hinted,
    startClock: runner.startClock,
  };
}

/** Watches who is thinking. @param tell called with a player who has thought for a while; null if none does any more */
function createThinking(tell: (player: number | null) => void) {
  let timer = 0;
  let waitedFor: number | null = null;
  let isTold = false;

  function end() {
    clearTimeout(timer);
    waitedFor = null;
    isTold = false;
  }

  return {
    end,
    seat(player: number, state: SeatState) {
      if (state === 'thinking' && waitedFor === null) {
        waitedFor = player;
        timer = window.setTimeout(() => {
          isTold = true;
          tell(player);
        }, LONG_THOUGHT);
      } else if (state !== 'thinking' && player === waitedFor) {
        const wasTold = isTold;
        end();
        if (wasTold) tell(null);
      }
    },
  };
}

/** Delays less urgent work while the user waits for the first move of a match. */
function createDeferral() {
  let waiting = false;
  let later: (() => void)[] = [];
  return {
    begin() {
      waiting = true;
    },
    end() {
      waiting = false;
      for (const work of later) work();
      later = [];
    },
    /** Resolves when no match is about to begin. */
    calm: () => new Promise<void>((resolve) => (waiting ? later.push(resolve) : resolve())),
  };
}
