// Before a bot that declares packages is started, somebody has to be asked. Here is only what notices that it declares some;
// everything else is loaded when it is wanted.

/** @typedef {import('./types.js').Message} Message */
/** @typedef {import('./types.js').MatchSpec} MatchSpec */
/** @typedef {import('./types.js').MatchListener} MatchListener */
/** @typedef {import('./types.js').MatchHandle} MatchHandle */
/** @typedef {import('./types.js').Packages} Packages */
/** @typedef {{name: string, source: string}} Code */

/** What the store keeps them under: {index, sets}, one set for all requirements that were agreed to. */
export const KEPT = 'packages';

/** How a header of PEP 723 begins; Python reads it. */
const HEADER = /^# \/\/\/ script\r?$/m;

/** @template {object} T @param {T} code @returns {code is Extract<T, Code>} */
const declares = (code) => 'source' in code && HEADER.test(String(code.source));

/**
 * The arena, with bots that get the packages they declare.
 *
 * @param {import('./arena.js').Arena} arena
 * @param {(codes: Code[], signal: AbortSignal) => Promise<(Packages | undefined)[] | {problem: Message}>} bring asks the user
 *   where he has to be asked, and fetches
 * @returns {import('./arena.js').Arena}
 */
export function withPackages(arena, bring) {
  /** @param {MatchSpec} spec @param {AbortSignal} signal @returns {Promise<MatchSpec | {problem: Message}>} */
  async function equip(spec, signal) {
    const codes = spec.seats.filter(declares);
    const brought = await bring(codes, signal);
    if ('problem' in brought) return brought;
    const seats = spec.seats.map((seat) => {
      const found = brought[codes.findIndex((code) => code === seat)];
      return found ? { ...seat, packages: found } : seat;
    });
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
    };
  }

  return {
    ...arena,
    play: (spec, on) => (spec.seats.some(declares) ? playLater(spec, on) : arena.play(spec, on)),
    async askAgain(question, how = {}) {
      if (!declares(question)) return arena.askAgain(question, how);
      const brought = await bring([question], how.signal ?? new AbortController().signal);
      return 'problem' in brought ? brought : arena.askAgain({ ...question, packages: brought[0] }, how);
    },
  };
}
