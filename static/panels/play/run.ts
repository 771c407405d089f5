// Runs matches, and tells the rest of the page about a running match. The state of the arena stands on the root element as
// `data-arena`: loading, ready, running or failed.

import { signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { humansIn } from '../../base/values/seats.ts';
import { say, t } from '../../base/words/index.ts';
import type { createHands } from '../../board/hand/hand.ts';
import { namesOf } from '../../games/names.ts';
import type { Run as MatchRun } from '../../match/runner.ts';
import { createRunner } from '../../match/runner.ts';
import type { MatchSpec, SeatState, Turn } from '../../match/types.ts';
import { createComing } from './coming.tsx';
import { createKeeping } from './keeping.ts';

export type Run = ReturnType<typeof createRun>;

/** Milliseconds after which it is said whom all are waiting for. */
const LONG_THOUGHT = 1500;

interface Options {
  hands: ReturnType<typeof createHands>;
  /** the match to run; null: it is not valid, and a notice has said so */
  next: () => MatchSpec | null;
  /** a match is about to begin, and the engine has time until then */
  begins: (spec: MatchSpec) => void;
  /** the stage of a match has changed */
  changed: (run: MatchRun) => void;
  /** a person is asked for a move */
  asked: (player: number, turn: Turn) => void;
  /** a turn was played, after which the match is at this position */
  played: (k: number, run: MatchRun) => void;
}

export function createRun(app: App, { hands, next, begins, changed, asked, played }: Options) {
  const { arena, playback, editor, notices } = app;
  const { verdict } = app.watch;
  const root = document.documentElement;
  const isUnderWay = signal(false);
  const deferral = createDeferral();
  const keeping = createKeeping(app.replays.keep);
  const coming = createComing(app);
  const thinking = createThinking((player) => {
    const { match, live } = playback.state;
    if (!match || !live || !runner.isUnderWay()) return;
    const name = player === null ? undefined : namesOf(match.header)[player];
    verdict.note(name === undefined ? t('match.running') : t('match.thinking', { name }));
  });
  /** What there is when no match runs. */
  let atRest: 'loading' | 'ready' | 'failed' = 'loading';
  /** What this browser lacks is said once. */
  let saidReruns = false;
  /** Whether the match under way, or the last one, is kept. */
  let isKept = true;
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
      if (k === 0) return;
      deferral.end();
      if (humansIn(run.spec.seats).length > 0 && !run.spec.isPuzzle) keeping.keepSoon(run);
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
    failed: (message) => notices.show(say(message), { bad: true }),
  });

  const run = () =>
    app.incoming.whenArrived(() => {
      const spec = next();
      if (spec) start(spec);
    });

  function start(spec: MatchSpec) {
    editor.look(null);
    editor.mark([]);
    begins(spec);
    runner.start(spec);
    app.code.began(spec);
  }

  /** Begins a match that takes the place of one under way. */
  function goOn(spec: MatchSpec, instead: MatchRun) {
    keeping.leave(instead);
    runner.start(spec);
  }

  /** Goes on with a match that is kept, and takes its place there. */
  function resume(spec: MatchSpec, place: IDBValidKey) {
    keeping.goOn(place);
    start(spec);
  }

  function show(latest: MatchRun) {
    if (keeping.isLeft(latest)) return;
    const { stage, match, replay, spec } = latest;
    isKept = !spec.isPuzzle;
    keeping.begin(latest);
    const isOn = runner.isUnderWay();
    if (!isOn) thinking.end();
    isUnderWay.value = isOn;
    if (!isOn) deferral.end();
    else if (stage === 'asked') deferral.begin();
    root.dataset.arena = isOn ? 'running' : atRest;
    // A fork shows the position from which it goes on.
    if (stage === 'asked' && !spec.fork) coming.show(spec);
    else if (stage !== 'asked') coming.over();
    if (stage === 'asked') hands.begin(spec.game, humansIn(spec.seats), spec.isPuzzle);
    else if (stage !== 'running') hands.end();
    // Who stops a match has no finger on the board's buttons.
    if (stage === 'stopped' || stage === 'failed') hands.rest();
    note(latest);
    changed(latest);
    // Its replay may come when something else is shown by then.
    if (match && (stage === 'running' || replay !== null)) app.session.offer(replay, match);
    if (replay !== null && !spec.isPuzzle) keeping.keep(latest, replay);
    if (atRest === 'ready' && !isOn) app.frame.idle();
  }

  /** What is said in place of a verdict. */
  function note({ stage, match, spec }: MatchRun) {
    if (stage === 'asked') verdict.note(t(atRest === 'ready' ? 'match.starting' : 'match.queued'));
    if (stage === 'running') verdict.note(t('match.running'));
    // A puzzle's match ends by itself, and beside the board stands what came of it. The line that is played in its place has
    // a verdict of its own.
    if (stage === 'stopped' && !spec.isPuzzle) verdict.note(t('match.stopped'));
    else if (stage === 'stopped' && (!match || playback.state.match === match)) verdict.clear();
    if (stage === 'failed') verdict.clear();
  }

  function settle(state: 'ready' | 'failed') {
    atRest = state;
    if (runner.isUnderWay()) return;
    root.dataset.arena = state;
    if (state === 'ready') app.frame.idle();
  }

  arena.ready.then(
    () => {
      performance.mark('sandlot:ready');
      settle('ready');
    },
    () => settle('failed'),
  );

  return {
    ...{ run, start, goOn, resume },
    /** The same as `isUnderWay`, for what is shown. */
    underWay: isUnderWay,
    isUnderWay: runner.isUnderWay,
    isKept: () => isKept,
    calm: deferral.calm,
    stop: runner.stop,
    move: runner.move,
    resign: runner.resign,
    hinted: runner.hinted,
  };
}

/** Hears who is thinking. @param tell of the player who has thought for a while; null: of nobody any more */
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
