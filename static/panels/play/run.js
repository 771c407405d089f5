import { find, on } from '../../base/ui/dom.js';
import { isSame } from '../../base/values/bundle-shape.js';
import { say, t } from '../../base/words/index.js';
import { namesOf } from '../../games/names.js';
import { nearProblem, problemsOf } from '../../match/faults.js';
import { nearest } from '../../match/nearness.js';
import { createRunner } from '../../match/runner.js';
import { explainFaults } from './explain.js';

/** @typedef {import('../../match/playback.js').Playback} Playback */
/** @typedef {import('../../match/runner.js').Run} Run */
/** @typedef {import('../../match/types.js').Match} Match */
/** @typedef {import('../../match/types.js').MatchSpec} MatchSpec */
/** @typedef {IDBValidKey} Place in the library */

/** Milliseconds after a move until what has been played is kept. */
const DRAFT = 1000;

/**
 * Run and Stop, and what the rest of the page is told about a match on its way. The state of the arena stands on the
 * root element as `data-arena`: loading, ready, running or failed.
 *
 * @param {object} outside
 * @param {import('../../engine/arena.js').Arena} outside.arena
 * @param {Playback} outside.playback
 * @param {ReturnType<typeof import('../../board/hand/hand.js').createHands>} outside.hands
 * @param {(begin: () => void) => void} outside.whenArrived begins something once no file is being opened, see incoming.js
 * @param {() => MatchSpec | null} outside.next the match to run; null: something is wrong with it, and that was said
 * @param {ReturnType<typeof import('../code/code.js').createCode>} outside.code
 * @param {ReturnType<typeof import('../watch/players.js').createPlayers>} outside.players
 * @param {ReturnType<typeof import('../watch/verdict.js').createVerdict>} outside.verdict
 * @param {import('../../base/ui/notices.js').Notices} outside.notices
 * @param {(spec: MatchSpec) => void} outside.began
 * @param {(replay: string | null, match: Match) => void} outside.offer the text that Save replay hands out; null: not yet
 * @param {(problems: import('../code/codemirror.js').Problem[]) => Promise<import('../code/codemirror.js').Problem[]>} outside.explain says
 *   what the text in the editor is, where Python could not
 * @param {(match: Match, replay: string, instead: Place | null, isOver: boolean) => Promise<Place | null>} outside.keep a match
 *   is over, was stopped, or somebody plays it by hand and has come so far; instead: where it was put before. Returns where
 *   it is
 * @param {() => void} outside.idle Python is ready and nothing is running
 */
export function createRun({
  arena,
  playback,
  hands,
  whenArrived,
  next,
  code,
  players,
  verdict,
  notices,
  began,
  offer,
  keep,
  explain,
  idle,
}) {
  const root = document.documentElement;
  const runButton = find(document, '#run', HTMLButtonElement);
  const stopButton = find(document, '#stop', HTMLButtonElement);
  /** @type {'loading' | 'ready' | 'failed'} what there is when no match runs */
  let atRest = 'loading';
  /** What this browser lacks is said once. */
  let saidReruns = false;
  /** Whether somebody waits for the first move of a match. */
  let waiting = false;
  /** @type {(() => void)[]} what is put off until then */
  let later = [];
  /** @type {WeakMap<Run, Match>} */
  const matches = new WeakMap();
  /** @type {WeakMap<Run, Promise<Place | null>>} where they are kept */
  const places = new WeakMap();
  let draft = 0;
  const runner = createRunner(arena, playback, {
    changed: show,
    seat: players.seat,
    position(k, run) {
      if (k === 1) performance.mark('sandlot:first-move');
      hands.played();
      if (k > 0) setWaiting(false);
      if (k > 0 && humansOf(run.spec).length) draft ||= setTimeout(keepDraft, DRAFT, run);
    },
    turn(player, turn) {
      hands.turn(player, turn);
      setWaiting(false);
    },
    reruns() {
      if (!saidReruns) notices.show(t('match.reruns'));
      saidReruns = true;
    },
    failed: (message) => notices.show(say(message), { bad: true }),
  });

  function begin() {
    const spec = next();
    if (spec) start(spec);
  }

  const run = () => whenArrived(begin);

  /** @param {MatchSpec} spec */
  function start(spec) {
    code.mark([]);
    runner.start(spec);
    began(spec);
  }

  /** @param {boolean} next */
  function setWaiting(next) {
    waiting = next;
    if (waiting) return;
    for (const work of later) work();
    later = [];
  }

  /** @param {Run} run @param {string} text */
  function keepRun(run, text) {
    const match = matches.get(run);
    if (!match) return;
    const before = places.get(run) ?? Promise.resolve(null);
    places.set(
      run,
      before.then((place) => keep(match, text, place, run.replay !== null)),
    );
  }

  /** What somebody plays by hand is kept while he plays: a tab may be loaded again, closed or lost. @param {Run} run */
  async function keepDraft(run) {
    draft = 0;
    const text = run.stage === 'running' && (await matches.get(run)?.replay());
    if (text && run.stage === 'running') keepRun(run, text);
  }

  /** @param {Run} latest */
  function show(latest) {
    const underWay = runner.isUnderWay();
    if (latest.stage === 'asked' || !underWay) setWaiting(underWay);
    root.dataset.arena = underWay ? 'running' : atRest;
    swap(runButton, stopButton, underWay);
    if (latest.stage === 'asked') hands.begin(latest.spec.game, humansOf(latest.spec));
    else if (latest.stage !== 'running') hands.end();
    if (latest.stage === 'asked') verdict.note(t(atRest === 'ready' ? 'match.starting' : 'match.queued'));
    if (latest.stage === 'running') verdict.note(t('match.running'));
    if (latest.stage === 'stopped') verdict.note(t('match.stopped'));
    if (latest.stage === 'failed') verdict.clear();
    if (latest.stage === 'over') {
      showProblems(problemsIn(latest.spec));
      sayWhatElse(latest);
    }
    // Its replay may come when something else is shown by then.
    if (latest.stage === 'running' && playback.state.match) matches.set(latest, playback.state.match);
    const match = matches.get(latest);
    if (match && (latest.stage === 'running' || latest.replay !== null)) offer(latest.replay, match);
    if (latest.replay !== null) keepRun(latest, latest.replay);
    if (atRest === 'ready' && !underWay) idle();
  }

  /** @param {Run} run that is over */
  async function sayWhatElse({ spec }) {
    const { match } = playback.state;
    if (!match) return;
    const names = namesOf(match.header);
    for (const message of await explainFaults(arena, spec, match))
      notices.show(say(message, names), { bad: true });
  }

  /** @param {import('../code/codemirror.js').Problem[]} problems */
  async function showProblems(problems) {
    const before = code.current();
    code.mark(problems);
    if (problems.length === 0) return;
    const explained = await explain(problems);
    if (isSame(before, code.current()) && !runner.isUnderWay()) code.mark(explained);
  }

  /** @param {MatchSpec} spec */
  function problemsIn({ seats }) {
    const { match } = playback.state;
    if (!match) return [];
    const now = code.current();
    const own = seats.flatMap((seat, k) => (seat.kind === 'code' && isSame(seat, now) ? [k] : []));
    const players = new Set(own);
    const problems = problemsOf(match, players, namesOf(match.header));
    const near = nearest(match, players);
    return near ? [...problems, nearProblem(near, playback)] : problems;
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
    isUnderWay: runner.isUnderWay,
    /** When nobody waits for a match to begin: what can wait, then keeps no processor from it. @returns {Promise<void>} */
    calm: () => new Promise((resolve) => (waiting ? later.push(resolve) : resolve())),
    stop: runner.stop,
    move: runner.move,
    resign: runner.resign,
    undo: [
      on(runButton, 'click', run),
      // The second click of a double click on Run is not meant for Stop.
      on(stopButton, 'click', (event) => event.detail < 2 && runner.stop()),
    ],
  };
}

/** @param {MatchSpec} spec the places of those who play by hand */
function humansOf({ seats }) {
  return seats.flatMap(({ kind }, k) => (kind === 'human' ? [k] : []));
}

/**
 * One of two buttons in the same place; the focus stays in that place.
 *
 * @param {HTMLElement} first
 * @param {HTMLElement} second
 * @param {boolean} showSecond
 */
function swap(first, second, showSecond) {
  const focused = document.activeElement === first || document.activeElement === second;
  first.hidden = showSecond;
  second.hidden = !showSecond;
  if (focused) (showSecond ? second : first).focus();
}
