// The entrants of a contest as players of its games. What they need besides their text is brought once.

import type { Message, Seat } from '../match/types.ts';
import type { Equip } from './arena.ts';
import type { Entrant } from './types.ts';

/** @returns by entrant */
export async function seatsOf(
  entrants: readonly Entrant[],
  equip: Equip,
  signal: AbortSignal,
): Promise<Seat[] | { problem: Message }> {
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
