import { callPlayers, canGoOn, liveMatch } from './match.ts';
import type { Playback } from './playback.ts';
import type {
  Code,
  Match,
  MatchHandle,
  MatchListener,
  MatchSpec,
  Message,
  SeatState,
  Turn,
} from './types.ts';

// Runs one match at a time: requests it from the arena and passes the arena's messages to listeners. No DOM.

/** The part of the arena that is used here. */
type Arena = { play: (spec: MatchSpec, on: MatchListener) => MatchHandle };

export interface Run {
  spec: MatchSpec;
  stage: 'asked' | 'running' | 'over' | 'stopped' | 'failed';
  /** What the page shows of it, once it has begun. */
  match: Match | null;
  /** The text of the replay file, once it is over or stopped. */
  replay: string | null;
}

interface Events {
  /** Called when its stage changes. */
  changed: (run: Run) => void;
  seat: (player: number, state: SeatState, budget: number | null) => void;
  position: (k: number, run: Run) => void;
  /** A human is to move. */
  turn: (player: number, turn: Turn) => void;
  reruns: () => void;
  failed: (message: Message) => void;
}

export function createRunner(arena: Arena, playback: Playback, events: Events) {
  let current: Run | null = null;
  let latest: Run | null = null;
  let handle: MatchHandle | null = null;

  function enter(run: Run, stage: Run['stage']) {
    run.stage = stage;
    events.changed(run);
  }

  /** null: none is */
  const underWay = () => (current?.stage === 'asked' || current?.stage === 'running' ? current : null);

  function stop() {
    const run = underWay();
    if (!run) return;
    const begun = run.stage === 'running';
    current = null;
    handle?.stop();
    if (begun) playback.finish(null, staysOpen(run));
    enter(run, 'stopped');
  }

  return {
    underWay,
    isUnderWay: () => underWay() !== null,
    stop,

    /**
     * A human's move in the match that is running.
     * @returns null: it was accepted; else why it was refused
     */
    move: (player: number, move: unknown): Promise<Message | null> =>
      handle?.move(player, move) ?? Promise.resolve(['human.notNow', {}]),

    resign: (player: number) => handle?.resign(player),

    /** A person is shown a hint in the match that is running. */
    hinted() {
      if (current?.match) current.match.header.hinted = true;
      handle?.hinted();
    },

    /** The clocks of people, which were held, run from now on. */
    startClock: () => handle?.startClock(),

    /** @param holdsClock until `startClock` */
    start(spec: MatchSpec, holdsClock: boolean = false) {
      stop();
      const run: Run = { spec, stage: 'asked', match: null, replay: null };
      current = run;
      latest = run;
      // Later messages of a stopped match are ignored.
      const heard =
        <A extends unknown[]>(work: (...values: A) => void): ((...values: A) => void) =>
        (...values) =>
          current === run && work(...values);
      const own = arena.play(holdsClock ? { ...spec, holdsClock } : spec, {
        start: heard(({ header }) => {
          const match = liveMatch(header, async () => run.replay ?? (await own.replay()));
          if (spec.isPuzzle) match.isPuzzle = true;
          if (spec.called) callPlayers(match, spec.called);
          run.match = match;
          match.codes = codesOf(spec);
          // The recorded turns are not shown again: the view waits for the beginning of the fork.
          playback.load(match, { live: true, play: !spec.fork?.turn });
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
          if (current !== run) return playback.pushTo(run.match, delta, record, views);
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
          if (run.stage === 'running') playback.finish(null, staysOpen(run));
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

/** Whether a person can go on with it later. Without a turn it is not kept. */
const staysOpen = ({ spec, match }: Run) => canGoOn(spec) && (match?.records.length ?? 0) > 1;

/** The programs that take part, by player. */
function codesOf({ seats }: MatchSpec): Map<number, Code> {
  const codes = seats.flatMap((seat, k) => {
    if (seat.kind !== 'code') return [];
    const { name, source, main, files } = seat;
    return [[k, { name, source, main, files }] as const];
  });
  return new Map(codes);
}
