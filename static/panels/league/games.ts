// Reads all games of a season from the short form in which a league publishes them. No DOM.

import { Misfit } from '../../base/values/shapes.ts';
import type { Games, Line, Standings, Table } from './shapes.ts';
import { MOST_BLOCKS } from './shapes.ts';

export interface Game {
  key: string;
  /** the file of its bundle; `block`: the index of its block there; `game`: its number in the block */
  file: string;
  block: number;
  game: number;
  at: string | null;
  one: string;
  other: string;
  end: 'w' | 'd' | 'l';
}

/** The games, the latest first; throws `Misfit`. */
export function gamesOf({ entrants, files }: Games): Game[] {
  const names = entrants.map(([name = '']) => name);
  const found: Game[] = [];
  let left = 2 * MOST_BLOCKS;
  for (const { file, at, each, blocks, ends } of files) {
    if (blocks.length % 2 || (blocks.length / 2) * each !== ends.length) throw new Misfit();
    left -= blocks.length;
    if (left < 0) throw new Misfit();
    for (let block = 0; block < blocks.length / 2; block += 1) {
      const [one, other] = [names[blocks[2 * block] ?? -1], names[blocks[2 * block + 1] ?? -1]];
      if (one === undefined || other === undefined) throw new Misfit();
      for (let game = 0; game < each; game += 1) {
        const end = ends[block * each + game] as Game['end'];
        found.push({ key: `${file} ${block} ${game}`, file, block, game, at, one, other, end });
      }
    }
  }
  return found.reverse();
}

export interface Met {
  /** twice the points of the first of the two bots */
  halves: number;
  games: number;
}

/** Who has met whom: for each line of the standings its opponents, by their lines; throws `Misfit`. */
export function metIn({ standings, pairs }: Table): Map<number, Met>[] {
  const met = standings.map(() => new Map<number, Met>());
  if (pairs.length % 4) throw new Misfit();
  for (let at = 0; at < pairs.length; at += 4) {
    const [one = 0, other = 0, halves = 0, games = 0] = pairs.slice(at, at + 4);
    if (halves > 2 * games) throw new Misfit();
    const [of, against] = [met[one], met[other]];
    if (!of || !against) throw new Misfit();
    of.set(other, { halves, games });
    against.set(one, { halves: 2 * games - halves, games });
  }
  return met;
}

/** The most important table of a season: the final if it is over, else the ladder. */
export const lastTable = ({ ladder, final }: Standings): Table | null =>
  final?.over ? final : (ladder ?? final);

export interface Moved {
  /** by how many places it has moved, positive for up; null if it was not in the last season */
  by: number | null;
}

/** Whether it is a final with several divisions. */
export const hasDivisions = ({ standings }: Table) => standings.some(({ division }) => division);

/**
 * The division of each line, from 1: the one in whose final it was, or, before there is a final, the one that its place leads
 * to. undefined if it is in none, or the league has only one.
 */
export function divisionsOf(table: Table, settings?: Pick<Standings, 'top' | 'divisions'>) {
  if (hasDivisions(table)) return table.standings.map(({ division }) => division);
  const { top = 0, divisions = 1 } = settings ?? {};
  const last = top > 0 && divisions > 1 ? divisions : 0;
  return table.standings.map((_, line) => {
    const division = Math.floor(line / top) + 1;
    return division <= last ? division : undefined;
  });
}

/** The changes since the last season: places moved, bots in another division, and bots that are gone. */
export function changesSince(before: Table, now: Table) {
  const places = new Map(before.standings.map(({ name, place }) => [name, place]));
  const names = new Set(now.standings.map(({ name }) => name));
  const moved = new Map<string, Moved>();
  for (const { name, place } of now.standings) {
    const then = places.get(name);
    moved.set(name, { by: then === undefined ? null : then - place });
  }
  const divisions = new Map(before.standings.map(({ name, division }) => [name, division]));
  const changed = (isUp: boolean) =>
    now.standings
      .filter(({ name, division }) => {
        const then = divisions.get(name);
        return then && division && then !== division && then > division === isUp;
      })
      .map(({ name }) => name);
  return {
    moved,
    promoted: changed(true),
    relegated: changed(false),
    gone: before.standings.map(({ name }) => name).filter((name) => !names.has(name)),
  };
}

/** The number of games in which a bot's program failed. */
export const faultsOf = ({ faults }: Pick<Line, 'faults'>) =>
  Object.values(faults ?? {}).reduce((sum, times) => sum + times, 0);

export const isHouse = ({ name }: Pick<Line, 'name'>) => !name.includes('/');
