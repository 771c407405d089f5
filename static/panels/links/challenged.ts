// The challenge that a person plays, for as long as this tab is open: a reload stops the match, and it can go on.

/** won: points by map, of those that were played. */
export type Challenged = { link: string; seed: string; won: { seed: string; points: number }[] };

/** Its key in the store of the tab. */
export const CHALLENGE = 'challenge';
