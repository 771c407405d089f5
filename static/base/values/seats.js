// How many may play, how many of them are shown, and what a seed is. No DOM.

/** There are this many colours for players. */
export const MOST_SEATS = 8;

/** Players that panels have a row for, and the timeline a line. A match may have thousands. */
export const MOST_SHOWN = 16;

/** There are so many seeds; they are written in digits, because JavaScript rounds numbers as large as these. */
export const SEEDS = 2n ** 64n;

export const LAST_SEED = String(SEEDS - 1n);

/** @param {string} text @returns {string | null} its digits; null: it is no seed */
export function readSeed(text) {
  const value = /^\d{1,20}$/.test(text) ? BigInt(text) : SEEDS;
  return value < SEEDS ? String(value) : null;
}

/** How many may play. @param {{players: [number, number]}} game */
export function seatsOf({ players }) {
  const fewest = Math.max(2, players[0]);
  return { fewest, most: Math.max(fewest, Math.min(MOST_SEATS, players[1])) };
}
