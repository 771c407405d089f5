import { createFilm } from './film.ts';
import type { State } from './playback.ts';
import type { Match } from './types.ts';

/**
 * The perspective: whose view of a match is shown. Several people at one screen see a game that hides something in turn:
 * while the device is passed on, a curtain hides everything. Only this module changes `perspective`, `bound` and
 * `curtain`.
 * @param chosen called when another perspective is shown
 */
export function createPerspective(
  state: State,
  viewsOf: (match: Match, player: number) => Promise<string[]>,
  chosen: () => void,
) {
  /** Those who play by hand what hides something. */
  const humans = new Set<number>();

  function isAllowed(player: number | null) {
    if (state.bound) return player !== null && state.bound.includes(player);
    return player === null || !state.live;
  }

  return {
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
      const film = state.match.views.get(player) ?? createFilm();
      state.match.views.set(player, film);
      film.add(delta);
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
      if (player !== null && !state.bound && (match.views.get(player)?.length ?? 0) <= state.last) {
        const deltas = await viewsOf(match, player);
        if (state.match !== match || deltas.length <= state.last) return false;
        match.views.set(player, createFilm(deltas));
      }
      state.perspective = player;
      chosen();
      return true;
    },
  };
}
