// Plays a match on from one of its turns, without showing it, and returns how it ended. No DOM.

import type { Arena } from '../../engine/arena.ts';
import { gameViewOf } from '../../games/index.ts';
import { createDeltaLog } from '../../match/delta-log.ts';
import { rivalOf } from '../../match/rival.ts';
import type { Match, Message, Result, Seat } from '../../match/types.ts';
import type { PlayOn } from './last-chance.ts';

/** A player's orders in the turn before a view, in words; empty if another player was to move. */
export function ordersIn(game: string, view: unknown, previous: unknown, player: number): Message[] {
  const { rows } = gameViewOf(game).report(view, previous);
  const own = rows.find((row) => row.player === player);
  if (own) return own.cells[0] ? [own.cells[0].text] : [];
  return rows.flatMap(({ isOrder, cells }) => (isOrder && cells[player] ? [cells[player].text] : []));
}

export interface Situation {
  match: Match;
  /** the text of its replay */
  replay: string;
  loser: number;
  /** the house bot that plays on */
  by: string;
  /** the house bots of the game */
  house: readonly string[];
}

/** The seats for playing on: the strong bot for the loser, against the same opponent if that is here, else against itself. */
export function seatsAsThen(situation: Situation): Seat[] {
  return seatsOfHouse(situation).map((seat, k) => {
    const code = k === situation.loser ? undefined : situation.match.codes?.get(k);
    return code && !code.files?.length ? { ...code, kind: 'code' } : seat;
  });
}

/** The seats when the turn is a puzzle: on a later visit only house bots are available. */
export const seatsOfHouse = ({ match, loser, by, house }: Situation): Seat[] =>
  match.header.players.map((player, k) => ({
    kind: 'house',
    name: k === loser ? by : rivalOf(player, by, house),
  }));

/** Whether the match was lost by a fault, which tells nothing about the position. */
const isFault = ({ losses }: Result, loser: number) => losses[loser]?.[0].startsWith('fault.') === true;

function isLost({ places }: Result, loser: number) {
  const [mine = 1, other = 1] = [places[loser], places[1 - loser]];
  return mine > other;
}

/** House bots play on in the engine itself, which needs no worker, nor the turns played before. */
export function byHouse(
  situation: Situation,
  { playOn }: Pick<Arena, 'playOn'>,
  viewAt: (turn: number) => unknown,
): PlayOn {
  const { match, replay, loser } = situation;
  const { game } = match.header;
  const names = seatsOfHouse(situation).map(({ name }) => name);
  return async (turn, { hastes, signal, turns }) => {
    const progress = ({ done }: { done: number }) => turns(done);
    const played = await playOn({ text: replay, turn, names, hastes }, { signal, progress });
    if ('problem' in played || isFault(played.result, loser)) return null;
    const order = ordersIn(game, played.after, viewAt(turn), loser);
    return {
      ...{ isLost: isLost(played.result, loser), order },
      ...{ isExact: played.exact, inHaste: played.hastes },
    };
  };
}

/** Plays a fork of the match: as in a puzzle, or if a user's bot plays on. */
export function byFork({ match, replay, loser }: Situation, seats: Seat[], play: Arena['play']): PlayOn {
  const { game, seed, options, clock } = match.header;
  return (turn, { signal, turns }) =>
    new Promise((resolve) => {
      const deltaLog = createDeltaLog();
      const handle = play(
        { game, seats, seed, options, clock: { ...clock }, fork: { replay, turn }, isPublic: true },
        {
          position(k, delta) {
            deltaLog.add(delta);
            turns(Math.max(0, k - turn));
          },
          end({ result }) {
            if (isFault(result, loser)) return resolve(null);
            const { length } = deltaLog;
            const order =
              length > turn + 1 ? ordersIn(game, deltaLog.view(turn + 1), deltaLog.view(turn), loser) : [];
            resolve({ isLost: isLost(result, loser), order });
          },
          stop: () => resolve(null),
          error: () => resolve(null),
        },
      );
      signal.addEventListener('abort', () => {
        handle.stop();
        resolve(null);
      });
    });
}
