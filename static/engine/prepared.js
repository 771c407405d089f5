// Wraps the arena for bots that need equipment before they can start. The match can be stopped while the equipment is
// prepared.

/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {import('../match/types.js').MatchSpec} MatchSpec */
/** @typedef {import('../match/types.js').MatchListener} MatchListener */
/** @typedef {import('../match/types.js').MatchHandle} MatchHandle */
/** @typedef {import('../match/types.js').Code} Code */
/** @typedef {import('../match/types.js').Equipment} Equipment */

/**
 * @param {import('./arena.js').Arena} arena
 * @param {(code: Code) => boolean} needs
 * @param {(codes: Code[], signal: AbortSignal) => Promise<Equipment[] | {problem: Message}>} bring prepares equipment
 *   for the bots that need it, in their order; after a problem no match starts
 * @returns {import('./arena.js').Arena}
 */
export function prepared(arena, needs, bring) {
  /** @template {object} T @param {T} each @returns {each is Extract<T, Code>} */
  const isNeedy = (each) => 'source' in each && needs(/** @type {any} */ (each));

  /** @param {MatchSpec} spec @param {AbortSignal} signal @returns {Promise<MatchSpec | {problem: Message}>} */
  async function equip(spec, signal) {
    const codes = spec.seats.filter(isNeedy);
    const brought = await bring(codes, signal);
    if ('problem' in brought) return brought;
    const seats = spec.seats.map((seat) => ({
      ...seat,
      ...brought[codes.findIndex((code) => code === seat)],
    }));
    return { ...spec, seats };
  }

  /** @param {MatchSpec} spec @param {Partial<MatchListener>} on @returns {MatchHandle} */
  function playLater(spec, on) {
    const waiting = new AbortController();
    /** @type {MatchHandle | null} */
    let handle = null;
    const begin = async () => {
      const equipped = await equip(spec, waiting.signal);
      if (waiting.signal.aborted) return;
      if ('problem' in equipped) on.error?.(equipped.problem, null);
      else handle = arena.play(equipped, on);
    };
    begin().catch((error) => on.error?.(['arena.failed', { why: String(error) }], null));
    return {
      stop() {
        if (handle) return handle.stop();
        waiting.abort();
        on.stop?.({ replay: null });
      },
      move: async (player, move) => (handle ? handle.move(player, move) : ['human.notNow', {}]),
      replay: async () => handle?.replay() ?? null,
      resign: (player) => handle?.resign(player),
      hinted: () => handle?.hinted(),
    };
  }

  return {
    ...arena,
    play: (spec, on) => (spec.seats.some(isNeedy) ? playLater(spec, on) : arena.play(spec, on)),
    async askAgain(question, how = {}) {
      if (!needs(question)) return arena.askAgain(question, how);
      const brought = await bring([question], how.signal ?? new AbortController().signal);
      return 'problem' in brought ? brought : arena.askAgain({ ...question, ...brought[0] }, how);
    },
  };
}
