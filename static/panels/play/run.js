// Run and Stop.

import { find, on, part } from '../../base/ui/dom.ts';
import { showOnly } from '../../base/ui/focus.ts';
import { humansIn } from '../../base/values/seats.ts';
import { say, t } from '../../base/words/index.ts';
import { createRunner } from '../../match/runner.ts';
import { createComing } from './coming.js';
import { createKeeping } from './keeping.js';
import { createPatience } from './patience.js';
import { createReview } from './review.js';

/** @typedef {import('../../match/playback.ts').Playback} Playback */
/** @typedef {import('../../match/runner.ts').Run} Run */
/** @typedef {import('../../match/types.ts').Match} Match */
/** @typedef {import('../../match/types.ts').MatchSpec} MatchSpec */

/**
 * Runs matches, and tells the rest of the page about a running match. The state of the arena stands on the
 * root element as `data-arena`: loading, ready, running or failed.
 *
 * @param {object} outside
 * @param {import('../../engine/arena.ts').Arena} outside.arena
 * @param {Playback} outside.playback
 * @param {ReturnType<typeof import('../../board/hand/hand.ts').createHands>} outside.hands
 * @param {(begin: () => void) => void} outside.whenArrived begins something once no file is being opened, see incoming.ts
 * @param {() => MatchSpec | null} outside.next the match to run; null: it is not valid, and a notice has said so
 * @param {ReturnType<typeof import('../code/code.ts').createCode>} outside.code
 * @param {ReturnType<typeof import('../watch/players.js').createPlayers>} outside.players
 * @param {ReturnType<typeof import('../watch/verdict.js').createVerdict>} outside.verdict
 * @param {import('../../base/ui/notices.ts').Notices} outside.notices
 * @param {(spec: MatchSpec) => void} outside.began
 * @param {(run: Run) => void} outside.changed the stage of a match has changed
 * @param {(player: number, turn: import('../../match/types.ts').Turn) => void} outside.asked a person is asked for a move
 * @param {() => void} outside.played a turn was played
 * @param {(replay: string | null, match: Match) => void} outside.offer the text that Save replay hands out; null: not yet
 * @param {import('./review.js').Explain} outside.explain
 * @param {import('./keeping.js').Keep} outside.keep
 * @param {Parameters<typeof createComing>[1]['games']} outside.games
 * @param {Record<string, string>} outside.demo where the recorded match of every game is
 * @param {() => void} outside.idle Python is ready and nothing is running
 */
export function createRun(outside) {
  const { arena, playback, hands, whenArrived, next, code, players, verdict, notices, began, offer, idle } =
    outside;
  const root = document.documentElement;
  const buttons = createButtons(
    () => run(),
    () => runner.stop(),
  );
  const patience = createPatience();
  const keeping = createKeeping(outside.keep);
  const review = createReview(outside);
  const coming = createComing(part('.board-frame'), outside);
  /** @type {'loading' | 'ready' | 'failed'} what there is when no match runs */
  let atRest = 'loading';
  /** What this browser lacks is said once. */
  let saidReruns = false;
  const runner = createRunner(arena, playback, {
    changed: show,
    seat: players.seat,
    position(k, run) {
      if (k === 1) performance.mark('sandlot:first-move');
      hands.played();
      outside.played();
      if (k === 0) return;
      patience.end();
      if (humansIn(run.spec.seats).length > 0) keeping.keepSoon(run);
    },
    turn(player, turn) {
      hands.turn(player, turn);
      outside.asked(player, turn);
      patience.end();
    },
    reruns() {
      if (!saidReruns) notices.show(t('match.reruns'));
      saidReruns = true;
    },
    failed: (message) => notices.show(say(message), { bad: true }),
  });

  const run = () =>
    whenArrived(() => {
      const spec = next();
      if (spec) start(spec);
    });

  /** @param {MatchSpec} spec */
  function start(spec) {
    code.mark([]);
    runner.start(spec);
    began(spec);
  }

  /** Begins a match that takes the place of one under way. @param {MatchSpec} spec @param {Run} instead */
  function goOn(spec, instead) {
    keeping.leave(instead);
    runner.start(spec);
  }

  /** @param {Run} latest */
  function show(latest) {
    if (keeping.isLeft(latest)) return;
    const { stage, match, replay, spec } = latest;
    keeping.begin(latest);
    const underWay = runner.isUnderWay();
    if (!underWay) patience.end();
    else if (stage === 'asked') patience.begin();
    root.dataset.arena = underWay ? 'running' : atRest;
    buttons.show(underWay);
    // A fork shows the position from which it goes on.
    if (stage === 'asked' && !spec.fork) coming.show(spec);
    else if (stage !== 'asked') coming.over();
    if (stage === 'asked') hands.begin(spec.game, humansIn(spec.seats));
    else if (stage !== 'running') hands.end();
    // Who stops a match has no finger on the board's buttons.
    if (stage === 'stopped' || stage === 'failed') hands.rest();
    note(verdict, stage, atRest === 'ready');
    outside.changed(latest);
    if (stage === 'over') review.show(latest, runner.isUnderWay);
    // Its replay may come when something else is shown by then.
    if (match && (stage === 'running' || replay !== null)) offer(replay, match);
    if (replay !== null) keeping.keep(latest, replay);
    if (atRest === 'ready' && !underWay) idle();
  }

  /** @param {'ready' | 'failed'} state */
  function settle(state) {
    atRest = state;
    if (runner.isUnderWay()) return;
    root.dataset.arena = state;
    if (state === 'ready') idle();
  }

  arena.ready.then(
    () => {
      performance.mark('sandlot:ready');
      settle('ready');
    },
    () => settle('failed'),
  );

  return {
    run,
    start,
    goOn,
    isUnderWay: runner.isUnderWay,
    calm: patience.calm,
    stop: runner.stop,
    move: runner.move,
    resign: runner.resign,
    hinted: runner.hinted,
  };
}

/** What is said in place of a verdict. @param {ReturnType<typeof import('../watch/verdict.js').createVerdict>} verdict @param {Run['stage']} stage @param {boolean} isReady Python is there */
function note(verdict, stage, isReady) {
  if (stage === 'asked') verdict.note(t(isReady ? 'match.starting' : 'match.queued'));
  if (stage === 'running') verdict.note(t('match.running'));
  if (stage === 'stopped') verdict.note(t('match.stopped'));
  if (stage === 'failed') verdict.clear();
}

/** Run and Stop, which stand in the same place. @param {() => void} run @param {() => void} stop */
function createButtons(run, stop) {
  const runButton = find(document, '#run', HTMLButtonElement);
  const stopButton = find(document, '#stop', HTMLButtonElement);
  on(runButton, 'click', run);
  // The second click of a double click on Run is not meant for Stop.
  on(stopButton, 'click', (event) => event.detail < 2 && stop());
  return {
    /** @param {boolean} underWay */
    show: (underWay) => showOnly([runButton, stopButton], [underWay ? stopButton : runButton], runButton),
  };
}
