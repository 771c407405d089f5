// Wraps the arena for bots that need equipment before they can start. The match can be stopped while the equipment is
// prepared.

import type { Code, Equipment, MatchHandle, MatchListener, MatchSpec, Message } from '../match/types.ts';
import type { Arena } from './arena.ts';

/** @param bring prepares equipment for the bots that need it, in their order; after a problem no match starts */
export function prepared(
  arena: Arena,
  needs: (code: Code) => boolean,
  bring: (codes: Code[], signal: AbortSignal) => Promise<Equipment[] | { problem: Message }>,
): Arena {
  const isNeedy = <T extends object>(each: T): each is Extract<T, Code> =>
    'source' in each && needs(each as any);

  async function equip(spec: MatchSpec, signal: AbortSignal): Promise<MatchSpec | { problem: Message }> {
    const codes = spec.seats.filter(isNeedy);
    const brought = await bring(codes, signal);
    if ('problem' in brought) return brought;
    const seats = spec.seats.map((seat) => ({
      ...seat,
      ...brought[codes.findIndex((code) => code === seat)],
    }));
    return { ...spec, seats };
  }

  function playLater(spec: MatchSpec, on: Partial<MatchListener>): MatchHandle {
    const waiting = new AbortController();
    let handle: MatchHandle | null = null;
    let { holdsClock } = spec;
    const begin = async () => {
      const equipped = await equip(spec, waiting.signal);
      if (waiting.signal.aborted) return;
      if ('problem' in equipped) on.error?.(equipped.problem, null);
      else handle = arena.play({ ...equipped, holdsClock }, on);
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
      startClock() {
        holdsClock = false;
        handle?.startClock();
      },
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
