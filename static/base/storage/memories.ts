// What a bot stores for its next match (Botzone's globaldata). It is kept in this browser, by game and bot.

import { local } from './settings.ts';

type Player = { name: string; kind: string };

const key = (game: string, { kind, name }: Player) => `globaldata.${game}.${kind}.${name}`;

export function recall(game: string, players: Player[]): (string | null)[] {
  return players.map((player) => local.getText(key(game, player)));
}

/**
 * Where there is no room or no storage, the bot starts its next match as it started this one.
 * @param memories null: this bot has never kept anything
 */
export function remember(game: string, players: Player[], memories: (string | null)[]) {
  for (const [k, player] of players.entries()) {
    const memory = memories[k] ?? null;
    if (memory !== null) local.setText(key(game, player), memory);
  }
}
