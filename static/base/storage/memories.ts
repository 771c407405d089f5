// What a bot stores for its next match (Botzone's globaldata). It is kept in this browser, by game and bot.

import { local } from './settings.ts';

type Player = { name: string; kind: string };

const key = (game: string, { kind, name }: Player) => `globaldata.${game}.${kind}.${name}`;

export function recall(game: string, players: Player[]): (string | null)[] {
  return players.map((player) => local.getText(key(game, player)));
}

/**
 * Stores it for the next match. Without room or storage the bot will start its next match as it started this one.
 * @param memories what each bot stored; null if it has never stored anything
 */
export function remember(game: string, players: Player[], memories: (string | null)[]) {
  for (const [k, player] of players.entries()) {
    const memory = memories[k] ?? null;
    if (memory !== null) local.setText(key(game, player), memory);
  }
}
