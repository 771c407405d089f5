// Limits of seats and players, and the form of a seed. No DOM.

/** The most seats: there are this many colours for players. */
export const MOST_SEATS = 8;

/** The most players with a row in panels and a line in the timeline. A match may have thousands. */
export const MOST_SHOWN = 16;

/** The number of seeds. A seed is kept as digits, because JavaScript rounds numbers as large as these. */
export const SEEDS = 2n ** 64n;

export const LAST_SEED = String(SEEDS - 1n);

/** @param {string} text @returns {string | null} its digits; null: it is not a seed */
export function readSeed(text) {
  const value = /^\d{1,20}$/.test(text) ? BigInt(text) : SEEDS;
  return value < SEEDS ? String(value) : null;
}

/** The fewest and the most seats of a game. @param {{players: [number, number]}} game */
export function seatsOf({ players }) {
  const fewest = Math.max(2, players[0]);
  return { fewest, most: Math.max(fewest, Math.min(MOST_SEATS, players[1])) };
}

/** Which of these players play by hand. @param {readonly {kind: string}[]} players */
export const humansIn = (players) => players.flatMap(({ kind }, k) => (kind === 'human' ? [k] : []));
