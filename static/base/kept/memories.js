// What a bot stores for its next match (Botzone's globaldata). It is kept in this browser, by game and bot.

import { local } from './settings.js';

/** @typedef {{name: string, kind: string}} Player */

/** @param {string} game @param {Player} player */
const key = (game, { kind, name }) => `globaldata.${game}.${kind}.${name}`;

/**
 * @param {string} game
 * @param {Player[]} players
 * @returns {(string | null)[]}
 */
export function recall(game, players) {
  return players.map((player) => local.getText(key(game, player)));
}

/**
 * Where there is no room or no storage, the bot starts its next match as it started this one.
 *
 * @param {string} game
 * @param {Player[]} players
 * @param {(string | null)[]} memories null: this bot has never kept anything
 */
export function remember(game, players, memories) {
  for (const [k, memory] of memories.entries())
    if (memory !== null) local.setText(key(game, players[k]), memory);
}
