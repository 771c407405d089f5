import type { DeltaLog } from './delta-log.ts';
import { createDeltaLog } from './delta-log.ts';
import type { State } from './playback.ts';
import type { Match } from './types.ts';

/**
 * Works out what one player saw of a match. `take` gets the deltas of some positions for a delta log, each with its number;
 * those around `at` come first.
 */
export type ViewsOf = (
  match: Match,
  player: number,
  at: number,
  take: (pieces: [number, string][]) => void,
) => Promise<void>;

/**
 * The perspective: whose view of a match is shown. Several people at one screen see a game that hides something in turn:
 * while the device is passed on, a curtain hides everything. Only this module changes `perspective`, `bound` and
 * `curtain`.
 * @param chosen called when another perspective is shown
 */
export function createPerspective(state: State, viewsOf: ViewsOf, chosen: () => void) {
  /** Those who play by hand what hides something. */
  const humans = new Set<number>();
  /** Delta logs that are being worked out: when the position that was asked for is there, or nothing more comes. */
  const begun = new WeakMap<DeltaLog, Promise<void>>();

  /** Works out what a player saw; the rest follows while one looks. */
  function work(match: Match, player: number): Promise<void> {
    const deltaLog = createDeltaLog();
    let count = 0;
    match.views.set(player, deltaLog);
    const isShown = () => state.match === match && state.perspective === player;
    const there = new Promise<void>((done, fail) => {
      const at = state.position;
      const rest = viewsOf(match, player, at, (pieces) => {
        const isMissing = isShown() && !deltaLog.has(state.position);
        for (const [k, delta] of pieces) deltaLog.put(k, delta);
        count += pieces.length;
        if (deltaLog.has(at)) done();
        if (!isMissing || !deltaLog.has(state.position)) return;
        state.curtain = false;
        chosen();
      });
      rest.then(done, fail);
      rest
        .catch(() => {})
        .then(() => {
          begun.delete(deltaLog);
          if (count >= match.deltaLog.length || match.views.get(player) !== deltaLog) return;
          match.views.delete(player);
          if (!isShown()) return;
          if (!state.bound) state.perspective = null;
          chosen();
        });
    });
    begun.set(deltaLog, there);
    return there;
  }

  function isAllowed(player: number | null) {
    if (player !== null && (state.match?.isArriving || state.match?.sealed)) return false;
    if (state.bound) return player !== null && state.bound.includes(player);
    return player === null || !state.live;
  }

  const isThere = (match: Match, player: number) => match.views.get(player)?.has(state.position) === true;

  /** Restricts the view of a match that can be continued to what its people have seen. */
  function bind() {
    const { match } = state;
    if (!match?.bound) return;
    const player = state.perspective ?? match.bound[0] ?? null;
    const curtain = player !== null && !isThere(match, player);
    Object.assign(state, { perspective: player, bound: match.bound, curtain });
    if (player !== null && !match.views.has(player)) work(match, player).catch(() => {});
  }

  return {
    bind,

    /** Keeps the restriction after the match was stopped, because its people can continue it. */
    stay() {
      if (state.match) state.match.bound = [...humans];
      bind();
    },

    /** Shows everything, without a restriction. */
    reset() {
      humans.clear();
      Object.assign(state, { perspective: null, bound: null, curtain: false });
    },

    /**
     * Adds a human's view of the next position. One human may see nothing else; of several, nobody sees anything until
     * the device is passed to one of them.
     */
    add(player: number, delta: string) {
      if (!state.match) return;
      const deltaLog = state.match.views.get(player) ?? createDeltaLog();
      state.match.views.set(player, deltaLog);
      deltaLog.add(delta);
      if (humans.has(player)) return;
      humans.add(player);
      if (humans.size === 1) Object.assign(state, { perspective: player, bound: [player] });
      else Object.assign(state, { perspective: null, bound: [], curtain: true });
    },

    /**
     * Several people share the screen: passes it to one of them.
     * @param player null: it is on its way, and the curtain hides everything
     */
    pass(player: number | null) {
      if (humans.size < 2 || (player !== null && !humans.has(player))) return;
      const curtain = player === null;
      if (state.curtain === curtain && state.perspective === player) return;
      Object.assign(state, { perspective: player, bound: curtain ? [] : [player], curtain });
      chosen();
    },

    /**
     * Shows what one player sees, or everything. Views that are not loaded yet are requested first.
     * @returns false: the match still runs, so it is not available, or something else is shown by now
     */
    async choose(player: number | null): Promise<boolean> {
      const { match } = state;
      if (!match || !isAllowed(player)) return false;
      if (player !== null && !state.live && !isThere(match, player)) {
        const deltaLog = match.views.get(player);
        await ((deltaLog && begun.get(deltaLog)) ?? work(match, player));
        if (state.match !== match || !isThere(match, player)) return false;
      }
      state.perspective = player;
      chosen();
      return true;
    },
  };
}
