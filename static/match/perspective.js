import { createFilm } from './film.js';

/**
 * The perspective: whose view of a match is shown. Only this module changes `perspective` and `bound`.
 *
 * @param {import('./playback.js').State} state
 * @param {(match: import('./types.js').Match, player: number) => Promise<string[]>} viewsOf
 * @param {() => void} chosen called when another perspective is shown
 */
export function createPerspective(state, viewsOf, chosen) {
  /** @param {number | null} player */
  function isAllowed(player) {
    if (state.bound) return player !== null && state.bound.includes(player);
    return player === null || !state.live;
  }

  return {
    /** Shows everything, without a restriction. */
    reset() {
      Object.assign(state, { perspective: null, bound: null });
    },

    /**
     * Adds a human's view of the next position, the only one that this human may see.
     * @param {number} player
     * @param {string} delta
     */
    add(player, delta) {
      if (!state.match) return;
      const film = state.match.views.get(player) ?? createFilm();
      state.match.views.set(player, film);
      film.add(delta);
      if (state.bound?.includes(player)) return;
      state.bound = [...(state.bound ?? []), player];
      state.perspective ??= player;
    },

    /**
     * Shows what one player sees, or everything. Views that are not loaded yet are requested first.
     *
     * @param {number | null} player
     * @returns {Promise<boolean>} false: the match still runs, so it is not available, or something else is shown by now
     */
    async choose(player) {
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
