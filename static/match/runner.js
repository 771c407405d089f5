import { liveMatch } from './match.js';

/**
 * Runs one match at a time: requests it from the arena and passes the arena's messages to listeners. No DOM.
 *
 * @typedef {import('./types.js').Header} Header
 * @typedef {import('./types.js').Match} Match
 * @typedef {import('./types.js').MatchSpec} MatchSpec
 * @typedef {import('./types.js').MatchListener} MatchListener
 * @typedef {import('./types.js').Message} Message
 * @typedef {import('./types.js').SeatState} SeatState
 * @typedef {import('./playback.js').Playback} Playback
 * @typedef {import('./types.js').MatchHandle} MatchHandle
 * @typedef {{play: (spec: MatchSpec, on: MatchListener) => MatchHandle}} Arena the part of the arena that is used here
 *
 * @typedef {object} Run
 * @property {MatchSpec} spec
 * @property {'asked' | 'running' | 'over' | 'stopped' | 'failed'} stage
 * @property {Match | null} match what the page shows of it, once it has begun
 * @property {string | null} replay the text of the replay file, once it is over or stopped
 *
 * @typedef {object} Events
 * @property {(run: Run) => void} changed called when its stage changes
 * @property {(player: number, state: SeatState, budget: number | null) => void} seat
 * @property {(k: number, run: Run) => void} position
 * @property {(player: number, turn: import('./types.js').Turn) => void} turn a human is to move
 * @property {() => void} reruns
 * @property {(message: Message) => void} failed
 */

/**
 * @param {Arena} arena
 * @param {Playback} playback
 * @param {Events} events
 */
export function createRunner(arena, playback, events) {
  /** @type {Run | null} */
  let current = null;
  /** @type {Run | null} */
  let latest = null;
  /** @type {MatchHandle | null} */
  let handle = null;

  /** @param {Run} run @param {Run['stage']} stage */
  function enter(run, stage) {
    run.stage = stage;
    events.changed(run);
  }

  function isUnderWay() {
    return current?.stage === 'asked' || current?.stage === 'running';
  }

  function stop() {
    if (!current || !isUnderWay()) return;
    const run = current;
    const begun = run.stage === 'running';
    current = null;
    handle?.stop();
    if (begun) playback.finish(null);
    enter(run, 'stopped');
  }

  return {
    isUnderWay,
    stop,

    /**
     * A human's move in the match that is running.
     *
     * @param {number} player
     * @param {unknown} move
     * @returns {Promise<Message | null>} null: it was accepted; else why it was refused
     */
    move: (player, move) => handle?.move(player, move) ?? Promise.resolve(['human.notNow', {}]),

    /** @param {number} player */
    resign: (player) => handle?.resign(player),

    /** A person is shown a hint in the match that is running. */
    hinted() {
      if (current?.match) current.match.header.hinted = true;
      handle?.hinted();
    },

    /** @param {MatchSpec} spec */
    start(spec) {
      stop();
      /** @type {Run} */
      const run = { spec, stage: 'asked', match: null, replay: null };
      current = run;
      latest = run;
      // Later messages of a stopped match are ignored.
      /** @template {unknown[]} A @param {(...values: A) => void} work @returns {(...values: A) => void} */
      const heard =
        (work) =>
        (...values) =>
          current === run && work(...values);
      const own = arena.play(spec, {
        start: heard(({ header }) => {
          const match = liveMatch(header, async () => run.replay ?? (await own.replay()));
          run.match = match;
          match.codes = codesOf(spec);
          // The recorded turns are not shown again: the view waits for the beginning of the fork.
          playback.load(match, { live: true, play: !spec.fork });
          enter(run, 'running');
        }),
        seat: heard(events.seat),
        turn: heard(events.turn),
        thinking: heard((inTurn) => {
          // The header was sent before this was known.
          const { match } = playback.state;
          if (match && inTurn) match.header.in_turn = true;
        }),
        reruns: heard(events.reruns),
        position: (k, delta, record, { views }) => {
          // Until the engine has heard of the stop it plays on, and what it has played is kept: it is shown as well.
          if (current !== run) return playback.pushTo(run.match, delta, record);
          playback.push(delta, record, views);
          // A fork shows the turn it goes on from, not the turns before it.
          if (k === spec.fork?.turn) playback.goTo(k);
          events.position(k, run);
        },
        end: heard(({ result, replay }) => {
          run.replay = replay;
          playback.finish(result);
          enter(run, 'over');
        }),
        stop({ replay }) {
          run.replay = replay;
          if (latest === run) events.changed(run);
        },
        error: heard((message, replay) => {
          run.replay = replay;
          // Until the match has begun, the board shows another one, which must not be changed.
          if (run.stage === 'running') playback.finish(null);
          enter(run, 'failed');
          events.failed(message);
        }),
      });
      handle = own;
      // The user waits for the new match; playing another one on the board would take processor time from it.
      playback.pause();
      enter(run, 'asked');
    },
  };
}

/** The programs that take part, by player. @param {MatchSpec} spec @returns {Map<number, import('./types.js').Code>} */
function codesOf({ seats }) {
  const codes = seats.flatMap((seat, k) => {
    if (seat.kind !== 'code') return [];
    const { name, source, main, files } = seat;
    return [/** @type {const} */ ([k, { name, source, main, files }])];
  });
  return new Map(codes);
}
