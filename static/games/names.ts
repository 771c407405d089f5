// The names of players in a match, and the names of files of a match.

import { shortName } from '../base/text/legible.ts';
import { bareName } from '../base/values/bundle-shape.ts';
import { t } from '../base/words/index.ts';
import type { Header } from '../match/types.ts';
import { gameViewOf } from './index.ts';

/** Characters of the players in the name of a file: file systems have room for 255 bytes. */
const LONGEST_IN_FILE = 60;

/** The names of the players in this match; the side is added where two share a name. */
export function namesOf({ game, players }: Pick<Header, 'game' | 'players'>): string[] {
  const names = players.map((player) => shortName(bareName(player)));
  const shared = new Set(names).size < names.length;
  if (!shared) return names;
  const { sides } = gameViewOf(game);
  // If there are more players than named sides, their numbers are added.
  return names.map((name, k) => t('player.onSide', { name, side: sides[k] ? t(sides[k]) : k + 1 }));
}

/** The name of a file of a match: its replay, a picture or a video. */
export function fileOf(header: Pick<Header, 'game' | 'players' | 'seed'>, end: string) {
  const players = namesOf(header)
    .join('-vs-')
    .replace(/[^\p{L}\p{N}.-]+/gu, '_');
  return `${header.game}-${[...players].slice(0, LONGEST_IN_FILE).join('')}-${header.seed}${end}`;
}
