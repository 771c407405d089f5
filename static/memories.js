// What a bot wants back in its next match: Botzone's globaldata. Kept in this browser, by game and bot.

/** @typedef {{name: string, kind: string}} Player */

/** @param {string} game @param {Player} player */
const key = (game, { kind, name }) => `sandlot.globaldata.${game}.${kind}.${name}`;

/**
 * @param {string} game
 * @param {Player[]} players
 * @returns {(string | null)[]}
 */
export function recall(game, players) {
  return players.map((player) => {
    try {
      return localStorage.getItem(key(game, player));
    } catch {
      return null;
    }
  });
}

/**
 * @param {string} game
 * @param {Player[]} players
 * @param {(string | null)[]} memories null: this bot has never kept anything
 */
export function remember(game, players, memories) {
  for (const [k, memory] of memories.entries()) {
    try {
      if (memory !== null) localStorage.setItem(key(game, players[k]), memory);
    } catch {
      // No room or no storage: the bot starts its next match as it started this one.
    }
  }
}
