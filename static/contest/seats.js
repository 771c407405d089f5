// The entrants of a contest as players of its games. What they need besides their text is brought once.

/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {import('../match/types.js').Seat} Seat */
/** @typedef {import('./types.js').Entrant} Entrant */

/**
 * @param {readonly Entrant[]} entrants
 * @param {import('./arena.js').Equip} equip
 * @param {AbortSignal} signal
 * @returns {Promise<Seat[] | {problem: Message}>} by entrant
 */
export async function seatsOf(entrants, equip, signal) {
  const program = entrants.find(({ kind, code }) => kind === 'program' || (kind === 'code' && !code));
  if (program) return { problem: ['contest.no_programs', { name: program.name }] };
  const codes = entrants.flatMap(({ kind, code }) => (kind === 'code' && code ? code : []));
  const brought = await equip(codes, signal);
  if ('problem' in brought) return brought;
  const equipment = new Map(codes.map((code, k) => [code, brought[k]]));
  return entrants.map(({ name, kind, code, house }) =>
    kind === 'code' && code
      ? { ...code, ...equipment.get(code), name, kind }
      : { kind: 'house', name, house: house ?? name },
  );
}
