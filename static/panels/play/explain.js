// Explains why a bot may have failed at once.

/** @typedef {import('../../match/types.ts').Match} Match */
/** @typedef {import('../../match/types.ts').MatchSpec} MatchSpec */
/** @typedef {import('../../match/types.ts').Message} Message */
/** @typedef {{explain: (game: string, source: string, player: number) => Promise<Message | null>}} Arena the part of the arena that is used here */

/** Answers of a bot, its start being the first, after which it was plainly written for this game. */
const EARLY = 2;

/**
 * Explains the faults of bots that failed at their first question: they may be for another game.
 *
 * @param {Arena} arena
 * @param {MatchSpec} spec
 * @param {Match} match one that is over
 * @returns {Promise<Message[]>}
 */
export async function explainFaults(arena, { seats }, { header, records }) {
  const answers = records.flatMap((record) => record.answers);
  const found = seats.map(async (seat, player) => {
    const own = answers.filter((answer) => answer.player === player).slice(0, EARLY);
    const failed = seat.kind === 'code' && own.some(({ fault }) => fault);
    return failed ? arena.explain(header.game, seat.source, player) : null;
  });
  return (await Promise.all(found)).filter((message) => message !== null);
}
