// Makes the spec of a contest, its entrants and its plan, from what the user chose. No DOM.

import { codeOf } from '../../base/storage/bots.ts';
import { bareName, versionIn } from '../../base/values/bundle-shape.ts';
import type { ContestRow, ContestSpec, Entrant } from '../../contest/types.ts';
import type { Code } from '../../match/types.ts';

export const houseBot = (name: string): Entrant => ({ name, kind: 'house', code: null, house: name });

/** The default number of house bots in a new tournament. */
const FIRST_FIELD = 4;

/**
 * The default house bots of a new tournament: those around the opponent for newcomers. The whole ladder would take minutes.
 *
 * @param house the strongest first
 */
export function firstField(house: readonly string[], sparring: string): string[] {
  const start = Math.min(house.indexOf(sparring) - 1, house.length - FIRST_FIELD);
  return house.slice(Math.max(start, 0), Math.max(start, 0) + FIRST_FIELD);
}

/**
 * The entrant for a bot of the user's. If several have the same name, Python numbers them when the contest begins.
 *
 * @param bot its id
 */
export const ownBot = (code: Code, version: number | null = null, bot: number | null = null): Entrant => ({
  name: bareName(code),
  kind: 'code',
  code: codeOf(code),
  version,
  bot,
});

/**
 * The version of a bot with the same code, if there is one.
 *
 * @param bot the id of the bot
 */
export const versionOf = (
  versions: readonly (Code & { nth: number; bot: number })[],
  code: Code,
  bot: number,
): number | null => versionIn(versions, code, bot)?.nth ?? null;

/** The name of a bot without its file's ending. */
export const shown = ({ name }: { name: string }) => bareName({ name });

/** The names that entrants will have: equal names get numbers, see `unique` in py/sandlot/archive/sources.py. */
export function numbered(names: readonly string[]): string[] {
  const taken = new Set(names);
  return names.map((given, k) => {
    const isGiven = (name: string) => name === given;
    if (names.filter(isGiven).length < 2) return given;
    let place = names.slice(0, k + 1).filter(isGiven).length;
    while (taken.has(`${given} ${place}`)) place += names.length;
    taken.add(`${given} ${place}`);
    return `${given} ${place}`;
  });
}

/** fair: the same for everybody, always; new: drawn from this seed, which is in digits if it may be large */
export type SeedChoice =
  | { kind: 'fair' }
  | { kind: 'new'; first: number | string }
  | { kind: 'list'; given: string[] };

const seedsOf = (choice: SeedChoice) => ({
  first: choice.kind === 'new' ? choice.first : 0,
  given: choice.kind === 'list' ? choice.given : [],
});

/** The plan of a series. A list of seeds is played once, and the number of blocks is ignored. */
export const seriesPlan = ({
  blocks,
  seeds,
  stop,
}: {
  blocks: number;
  seeds: SeedChoice;
  stop: { elo: number; alpha: number; beta: number } | null;
}) => ({
  kind: 'series',
  blocks: seeds.kind === 'list' ? seeds.given.length : blocks,
  stop: stop && { ...stop, bets: true },
  seeds: seedsOf(seeds),
});

/** The plan of a tournament. */
export const tournamentPlan = (kind: string, options: Record<string, number>, seeds: SeedChoice) => ({
  kind,
  ...options,
  seeds: seedsOf(seeds),
});

/**
 * The spec of a contest, to begin another one like it with the same code.
 *
 * @param text the text of the contest
 * @returns null if it cannot be played here, because code is missing, or a league has paired its entrants
 */
export function sameAgain({
  game,
  title,
  titled,
  text,
  entrants,
}: Pick<ContestRow, 'game' | 'title' | 'titled' | 'text' | 'entrants'>): ContestSpec | null {
  if (entrants.some(({ kind, code }) => kind === 'program' || (kind === 'code' && code === null)))
    return null;
  // JavaScript rounds large seeds, so they stay as digits. Within a name, these quotes would follow a backslash.
  const exact = text.replace(/"seeds":\{[^{}]*\}/, (found) => found.replace(/(?<=[[:,])\d+/g, '"$&"'));
  const { plan, options, clock } = JSON.parse(exact);
  // The pairings of a league's run are only for its own entrants.
  if (plan.kind === 'listed') return null;
  const { first = '0', given = [] } = plan.seeds ?? {};
  const seeds = { first: isDrawn(first, given) ? drawnFirst() : first, given };
  return { game, title, titled, entrants, plan: { ...plan, seeds }, options, clock };
}

/** Whether seeds are drawn: fair seeds begin with 0 and are always the same. */
const isDrawn = (first: string, given: unknown[]) => given.length === 0 && first !== '0';

/** A random seed from which new seeds are drawn. */
export const drawnFirst = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
