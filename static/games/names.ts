// The names of players in a match, and the names of files of a match.

import { shortName } from '../base/text/legible.ts';
import { bareName } from '../base/values/bundle-shape.ts';
import { isComputer, isUnnamed } from '../base/values/seats.ts';
import { t } from '../base/words/index.ts';
import { playersAt } from '../match/parts.ts';
import type { Header, Player } from '../match/types.ts';
import { gameViewOf } from './index.ts';

/** What names are taken from. */
type Names = Pick<Header, 'game'> & { players: readonly Pick<Player, 'name' | 'kind'>[] };

/** Characters of the players in the name of a file: file systems have room for 255 bytes. */
const LONGEST_IN_FILE = 60;

/** The name of one player, without the side. */
export function nameOf(player: Pick<Player, 'name' | 'kind'>): string {
  if (isUnnamed(player)) return t('setup.human');
  return isComputer(player) ? t('setup.computer') : shortName(bareName(player));
}

/** The names of the players in this match; the side is added where two share a name. */
export function namesOf({ game, players }: Names): string[] {
  const names = players.map(nameOf);
  const shared = new Set(names).size < names.length;
  if (!shared) return names;
  const { sides } = gameViewOf(game);
  // If there are more players than named sides, their numbers are added.
  return names.map((name, k) => t('player.onSide', { name, side: sides[k] ? t(sides[k]) : k + 1 }));
}

/** The names of those who played this turn of a match. */
export const namesAt = (header: Pick<Header, 'game' | 'players' | 'forks'>, turn: number): string[] =>
  namesOf({ game: header.game, players: playersAt(header, turn) });

/** The name of a file of a match: its replay, a picture or a video. Sides are left out: no bracket fits into a file's name. */
export function fileOf(header: Names & Pick<Header, 'seed'>, end: string) {
  const players = header.players
    .map(nameOf)
    .join('-vs-')
    .replace(/[^\p{L}\p{N}.-]+/gu, '_');
  return `${header.game}-${[...players].slice(0, LONGEST_IN_FILE).join('')}-${header.seed}${end}`;
}
