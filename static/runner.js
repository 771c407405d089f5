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
 * @typedef {{play: (spec: MatchSpec, on: MatchListener) => {stop: () => void}}} Arena the part of the arena that is used here
 *
 * @typedef {object} Run
 * @property {MatchSpec} spec
 * @property {'asked' | 'running' | 'over' | 'stopped' | 'failed'} stage
 * @property {string | null} replay the text of the replay file, once it is over or stopped
 *
 * @typedef {object} Events
 * @property {(run: Run) => void} changed its stage is another
 * @property {(player: number, state: SeatState) => void} seat
 * @property {(k: number) => void} frame
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
  /** @type {{stop: () => void} | null} */
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

    /** @param {MatchSpec} spec */
    start(spec) {
      stop();
      /** @type {Run} */
      const run = { spec, stage: 'asked', replay: null };
      current = run;
      latest = run;
      // What an earlier match still says after it was stopped is not heard.
      /** @template {unknown[]} A @param {(...values: A) => void} work @returns {(...values: A) => void} */
      const heard =
        (work) =>
        (...values) =>
          current === run && work(...values);
      handle = arena.play(spec, {
        start: heard(({ header }) => {
          playback.load({ origin: 'live', header, frames: [], records: [], result: null }, { live: true });
          enter(run, 'running');
        }),
        seat: heard(events.seat),
        frame: heard((k, view, record) => {
          playback.push(view, record);
          events.frame(k);
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
        error: heard((message) => {
          playback.finish(null);
          enter(run, 'failed');
          events.failed(message);
        }),
      });
      enter(run, 'asked');
    },
  };
}
