// Limits of seats and players, and the form of a seed. No DOM.

/** The most seats: there are this many colours for players. */
export const MOST_SEATS = 8;

/** The most players with a row in panels and a line in the timeline. A match may have thousands. */
export const MOST_SHOWN = 16;

/** The number of seeds. A seed is kept as digits, because JavaScript rounds numbers as large as these. */
export const SEEDS = 2n ** 64n;

export const LAST_SEED = String(SEEDS - 1n);

/** @returns the digits of the seed; null if it is not a seed */
export function readSeed(text: string): string | null {
  const value = /^\d{1,20}$/.test(text) ? BigInt(text) : SEEDS;
  return value < SEEDS ? String(value) : null;
}

/** The fewest and the most seats of a game. */
export function seatsOf({ players }: { players: [number, number] }) {
  const fewest = Math.max(2, players[0]);
  return { fewest, most: Math.max(fewest, Math.min(MOST_SEATS, players[1])) };
}

/** The stored name of a person who gave no name. It is shown in the reader's language. */
export const HUMAN = 'human';
/** The same, and the names in older matches, which are in the language of the person who played. */
const HUMANS: readonly string[] = [HUMAN, '玩家', 'человек'];

/**
 * Whether it is a person who gave no name, or the house bot that plays on in their place. A program may have that name, too.
 */
export const isUnnamed = ({ kind, name }: { kind: string; name: string }) =>
  (kind === 'human' || kind === 'house') && HUMANS.includes(name);

/** The stored name of the computer's side in a puzzle. It is shown in the reader's language. */
export const COMPUTER = 'computer';
/** The same, and the names in matches that were begun in a language by an earlier version of the page. */
const COMPUTERS: readonly string[] = [COMPUTER, '电脑', 'компьютер'];

/** Whether it is the computer of a puzzle. A program may have that name, too. */
export const isComputer = ({ kind, name }: { kind: string; name: string }) =>
  (kind === 'human' || kind === 'house') && COMPUTERS.includes(name);

/** The indices of the players who play by hand. */
export const humansIn = (players: readonly { kind: string }[]) =>
  players.flatMap(({ kind }, k) => (kind === 'human' ? [k] : []));
