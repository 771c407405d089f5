// The shapes of the files that a league publishes, see py/sandlot/league/data.py. They come from other sites, so their size and
// shape are checked.

import {
  flag,
  list,
  number,
  object,
  oneOf,
  optional,
  orNull,
  record,
  text,
  whole,
} from '../../base/values/shapes.ts';

/** The most bytes of each file. */
export const BYTES = {
  index: 2 ** 18,
  settings: 2 ** 18,
  standings: 2 ** 23,
  games: 2 ** 24,
  ratings: 2 ** 22,
  code: 2 ** 21,
  bundle: 2 ** 27,
};
const MOST_SEASONS = 40;
const MOST_BOTS = 1000;
/** The most blocks of all games of a season. */
export const MOST_BLOCKS = 100_000;
const MOST_FILES = 10_000;
const MOST_POINTS = 100;

const name = text(100);
const time = orNull(text(40));
const format = { format: oneOf(['sandlot-league']), version: oneOf([2]) };

export const INDEX = object({
  ...format,
  title: text(200),
  game: text(40),
  repository: orNull(text(1000, /^https?:\/\/[^\s"<>]+$/)),
  settings: oneOf(['league.toml']),
  arena: orNull(oneOf(['arena/'])),
  bots: whole(1, 1000),
  kilobytes: whole(1, 2 ** 20),
  code: oneOf(['deadline', 'always', 'never']),
  /** the names of people's bots, whether they have played or not */
  entered: list(name, MOST_BOTS),
  seasons: list(
    object({ name: text(40, /^[a-z0-9_-]+$/), begins: text(40), deadline: text(40), open: flag }),
    MOST_SEASONS,
  ),
});

const LINE = object({
  place: whole(1),
  name,
  points: number(0, 1e9),
  games: whole(0),
  wins: whole(0),
  draws: whole(0),
  losses: whole(0),
  rating: number(-1e6, 1e6),
  rank_interval: list(whole(1), 2, 2),
  group: whole(1),
  /** how often its program failed, by kind */
  faults: optional(record(whole(0), 10)),
  /** its division, from 1, in a final with several */
  division: optional(whole(1)),
});
const TABLE = object({
  over: flag,
  games: whole(0),
  /** the confidence of the rank intervals */
  level: optional(number(0, 1)),
  standings: list(LINE, MOST_BOTS),
  pairs: list(whole(0), (4 * MOST_BOTS * (MOST_BOTS - 1)) / 2),
});
export const STANDINGS = object({
  ...format,
  season: text(40),
  /** how many bots the final of each division has, and how many divisions */
  top: optional(whole(1, MOST_BOTS)),
  divisions: optional(whole(1, MOST_BOTS)),
  ladder: orNull(TABLE),
  final: orNull(TABLE),
  codes: record(text(200, /^bots(?:\/[A-Za-z0-9_-]+){1,2}\.txt$/), MOST_BOTS),
});

export const GAMES = object({
  ...format,
  entrants: list(list(name, 2, 2), 2 * MOST_BLOCKS),
  files: list(
    object({
      file: text(20, /^(?:ladder-\d{4}|final)\.zip$/),
      at: time,
      each: whole(0, 2),
      blocks: list(whole(0), 2 * MOST_BLOCKS),
      ends: text(2 * MOST_BLOCKS, /^[wdl]*$/),
    }),
    MOST_FILES,
  ),
  left_out: whole(0),
});

export const RATINGS = object({
  ...format,
  names: list(name, MOST_BOTS),
  points: list(
    object({ file: text(20), at: time, elo: list(orNull(number(-1e6, 1e6)), MOST_BOTS) }),
    MOST_POINTS,
  ),
});

export type Index = ReturnType<typeof INDEX>;
export type Season = Index['seasons'][number];
export type Line = ReturnType<typeof LINE>;
export type Table = ReturnType<typeof TABLE>;
export type Standings = ReturnType<typeof STANDINGS>;
export type Games = ReturnType<typeof GAMES>;
