import type { ViewsOf } from './perspective.ts';
import { createPerspective } from './perspective.ts';
import { createTransport } from './transport.ts';
import type { Match, Result, TurnRecord } from './types.ts';

// The playback of a match: which position is shown, and whether it plays. No DOM: views subscribe and read `state`.

export interface State {
  match: Match | null;
  /** Which one is shown; 0 is the start position. */
  position: number;
  /** The newest position; -1 when there is none. */
  last: number;
  playing: boolean;
  /** More positions are to come. */
  live: boolean;
  /** Turns per second. */
  speed: number;
  /** The player whose view is shown; null: everything. */
  perspective: number | null;
  /**
   * While a human plays a game that hides something, or can go on with such a match: the one whose view alone is
   * available; nobody while several people pass the device on.
   */
  bound: readonly number[] | null;
  /** Nothing is shown: the device is on its way to another person, or what may be seen is still being worked out. */
  curtain: boolean;
  /** Milliseconds the step to this position may take on the board; 0: it is a jump. */
  motion: number;
}

type Listener = (state: Readonly<State>) => void;

/** Calls back later; returns the undo. */
export type After = (work: () => void, ms: number) => () => void;

const timer: After = (work, ms) => {
  const handle = setTimeout(work, ms);
  return () => clearTimeout(handle);
};

/**
 * @param movesPerTurn where players move one after the other, the positions of a turn of all
 */
export function createPlayback(
  movesPerTurn: (match: Match) => number = () => 1,
  viewsOf: ViewsOf = async () => {},
  after: After = timer,
) {
  const state: State = {
    match: null,
    position: 0,
    last: -1,
    playing: false,
    live: false,
    perspective: null,
    bound: null,
    curtain: false,
    speed: 4,
    motion: 0,
  };
  const listeners = new Set<Listener>();

  function changed() {
    for (const listener of listeners) listener(state);
  }

  const transport = createTransport(state, movesPerTurn, after, changed);
  const perspective = createPerspective(state, viewsOf, () => {
    transport.settle();
    changed();
  });

  return {
    state: state as Readonly<State>,
    ...transport.controls,
    setPerspective: perspective.choose,
    pass: perspective.pass,

    /**
     * The view at a position; null where there is none, and behind the curtain. It is made on demand and shares its equal parts with its
     * neighbours: callers must not change it.
     * @param player one whose delta log is loaded; null: everything
     */
    view(position: number, player: number | null = state.perspective): any {
      if (state.curtain) return null;
      const deltaLog = player === null ? state.match?.deltaLog : state.match?.views.get(player);
      return deltaLog?.view(position) ?? null;
    },

    subscribe(listener: Listener) {
      listeners.add(listener);
    },

    /**
     * Shows another match, from its start.
     * @param how live: positions will be pushed, and the view follows them
     */
    load(match: Match, { live = false, play = live }: { live?: boolean; play?: boolean } = {}) {
      Object.assign(state, { match, last: match.deltaLog.length - 1, live });
      perspective.reset();
      transport.begin(play);
      perspective.bind();
      changed();
    },

    /** @param views the views of the humans, if the game hides something */
    push(delta: string, record: TurnRecord, views: Record<number, string> = {}) {
      if (!state.match) return;
      state.match.deltaLog.add(delta);
      for (const [player, seen] of Object.entries(views)) perspective.add(Number(player), seen);
      state.match.records.push(record);
      state.last += 1;
      transport.wake();
      changed();
    },

    /** More of a recorded match was read. @param isAll nothing more comes */
    arrived(match: Match, isAll: boolean) {
      match.isArriving = !isAll;
      if (match !== state.match) return;
      transport.grow(match.deltaLog.length - 1);
      if (isAll) transport.end();
      transport.wake();
      changed();
    },

    /** A match that was stopped had gone on until then. */
    pushTo(match: Match | null, delta: string, record: TurnRecord, views: Record<number, string> = {}) {
      if (!match) return;
      match.deltaLog.add(delta);
      for (const [player, seen] of Object.entries(views)) match.views.get(Number(player))?.add(seen);
      match.records.push(record);
      if (match !== state.match) return;
      state.last += 1;
      changed();
    },

    /**
     * @param result null: it was stopped
     * @param canGoOn whether a person can continue it
     */
    finish(result: Result | null, canGoOn: boolean = false) {
      if (!state.match) return;
      state.match.result = result;
      state.live = false;
      // After the end everything may be seen.
      if (state.bound && canGoOn) perspective.stay();
      else if (state.bound) perspective.reset();
      transport.end();
      changed();
    },
  };
}

export type Playback = ReturnType<typeof createPlayback>;
