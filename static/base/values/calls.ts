// What the bots of a contest are called on the page.

import { bareName } from './bundle-shape.ts';

type Called = { name: string; version?: number | null };

/**
 * What entrants are called on the page, by the names that Python knows: a version of the user's bot with its
 * number.
 */
export function callsOf(entrants: readonly Called[]): (name: string) => string {
  const versions = new Map(entrants.map(({ name, version }) => [name, version ?? null]));
  return (name) => {
    const bare = bareName({ name });
    const version = versions.get(name) ?? null;
    return version === null || / v\d+$/.test(bare) ? bare : `${bare} v${version}`;
  };
}

/** What one entrant is called on the page. */
export const callOf = (entrant: Called) => callsOf([entrant])(entrant.name);
