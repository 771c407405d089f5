import { liveMatch } from './match.js';

/**
 * One match at a time: asks the arena for it, and turns what comes back into calls. No DOM.
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
 * @property {(run: Run) => void} changed its stage is another
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
     * @returns {Promise<Message | null>} null: it is made; else why not
     */
    move: (player, move) => handle?.move(player, move) ?? Promise.resolve(['human.notNow', {}]),

    /** @param {number} player */
    resign: (player) => handle?.resign(player),

    /** @param {MatchSpec} spec */
    start(spec) {
      stop();
      /** @type {Run} */
      const run = { spec, stage: 'asked', match: null, replay: null };
      current = run;
      latest = run;
      // What an earlier match still says after it was stopped is not heard.
      /** @template {unknown[]} A @param {(...values: A) => void} work @returns {(...values: A) => void} */
      const heard =
        (work) =>
        (...values) =>
          current === run && work(...values);
      const own = arena.play(spec, {
        start: heard(({ header }) => {
          const match = liveMatch(header, async () => run.replay ?? (await own.replay()));
          run.match = match;
          // What was recorded is not played once more: the view waits for where the fork begins.
          playback.load(match, { live: true, play: !spec.fork });
          enter(run, 'running');
        }),
        seat: heard(events.seat),
        turn: heard(events.turn),
        thinking: heard((inTurn) => {
          // The header was told before it was known.
          const { match } = playback.state;
          if (match && inTurn) match.header.in_turn = true;
        }),
        reruns: heard(events.reruns),
        position: heard((k, delta, record, { views }) => {
          playback.push(delta, record, views);
          // Whoever goes on from a turn wants to see it, and not how it came to be once more.
          if (k === spec.fork?.turn) playback.goTo(k);
          events.position(k, run);
        }),
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
          // Until it has begun, the board shows another match, which is none of its business.
          if (run.stage === 'running') playback.finish(null);
          enter(run, 'failed');
          events.failed(message);
        }),
      });
      handle = own;
      // Whoever waits for his match watches no other one, and a board that moves would keep the processor from it.
      playback.pause();
      enter(run, 'asked');
    },
  };
}
