// What a person asks for, as the spec of a contest: who plays, and by which plan. No DOM.

import { codeOf } from '../../base/storage/bots.ts';
import { bareName, versionIn } from '../../base/values/bundle-shape.ts';
import type { ContestRow, ContestSpec, Entrant } from '../../contest/types.ts';
import type { Code } from '../../match/types.ts';

export const houseBot = (name: string): Entrant => ({ name, kind: 'house', code: null, house: name });

/** How many house bots a new tournament has before anybody chooses. */
const FIRST_FIELD = 4;

/**
 * The house bots of a new tournament: those around the one that a newcomer meets. The whole ladder takes
 * minutes.
 *
 * @param house the strongest first
 */
export function firstField(house: readonly string[], sparring: string): string[] {
  const start = Math.min(house.indexOf(sparring) - 1, house.length - FIRST_FIELD);
  return house.slice(Math.max(start, 0), Math.max(start, 0) + FIRST_FIELD);
}

/**
 * A bot of the user's. Of several with one name Python numbers each, as soon as the contest begins.
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
 * Which version of a bot is the same as this code, if there is one.
 *
 * @param bot whose versions count
 */
export const versionOf = (
  versions: readonly (Code & { nth: number; bot: number })[],
  code: Code,
  bot: number,
): number | null => versionIn(versions, code, bot)?.nth ?? null;

/** The name of a bot without the end of its file. */
export const shown = ({ name }: { name: string }) => bareName({ name });

/** The names that entrants will have: of several with one name each gets a number, see `unique` in py/sandlot/archive/sources.py. */
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

/** Fair: the same for everybody, always; new: drawn from this number, in digits where it may be large */
export type SeedChoice =
  | { kind: 'fair' }
  | { kind: 'new'; first: number | string }
  | { kind: 'list'; given: string[] };

const seedsOf = (choice: SeedChoice) => ({
  first: choice.kind === 'new' ? choice.first : 0,
  given: choice.kind === 'list' ? choice.given : [],
});

/** The plan of a series. A list of seeds is played once, whatever the number of blocks. */
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
 * What a contest was begun with, to begin another one like it. Its bots play as they were.
 *
 * @param text of the contest
 * @returns null: it cannot be played here, as its code is not there, or was paired elsewhere
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
  // JavaScript rounds large seeds, so they stay as digits. In a name there is a backslash before such a quote.
  const exact = text.replace(/"seeds":\{[^{}]*\}/, (found) => found.replace(/(?<=[[:,])\d+/g, '"$&"'));
  const { plan, options, clock } = JSON.parse(exact);
  // The pairs of a league's run are those of its entrants of then.
  if (plan.kind === 'listed') return null;
  const { first = '0', given = [] } = plan.seeds ?? {};
  const seeds = { first: isDrawn(first, given) ? drawnFirst() : first, given };
  return { game, title, titled, entrants, plan: { ...plan, seeds }, options, clock };
}

/** Fair seeds begin with 0, and are the same always. */
const isDrawn = (first: string, given: unknown[]) => given.length === 0 && first !== '0';

/** A number from which new seeds are drawn. */
export const drawnFirst = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
