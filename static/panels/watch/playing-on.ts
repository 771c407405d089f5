// Plays on from a turn of a match, which nobody watches, and tells how it ended. No DOM.

import { gameViewOf } from '../../games/index.ts';
import { createDeltaLog } from '../../match/delta-log.ts';
import { rivalOf } from '../../match/rival.ts';
import type { Match, MatchHandle, MatchListener, MatchSpec, Message, Seat } from '../../match/types.ts';
import type { Played } from './last-chance.ts';

/** What a player ordered on the way to a view, in words; nothing where another one was to move. */
export function ordersIn(game: string, view: unknown, previous: unknown, player: number): Message[] {
  const { rows } = gameViewOf(game).report(view, previous);
  const own = rows.find((row) => row.player === player);
  if (own) return own.cells[0] ? [own.cells[0].text] : [];
  return rows.flatMap(({ isOrder, cells }) => (isOrder && cells[player] ? [cells[player].text] : []));
}

interface Situation {
  match: Match;
  loser: number;
  /** the house bot that plays on */
  by: string;
  /** the house bots of the game */
  house: readonly string[];
}

/** Who plays on: the strong bot for the loser, against the same opponent as then where that is here, else against itself. */
export function seatsAsThen({ match, loser, by, house }: Situation): Seat[] {
  return seatsOfHouse({ match, loser, by, house }).map((seat, k) => {
    const code = k === loser ? undefined : match.codes?.get(k);
    return code && !code.files?.length ? { ...code, kind: 'code' } : seat;
  });
}

/** Who plays on when the turn is a puzzle: in another visit there is no code but that of the house. */
export const seatsOfHouse = ({ match, loser, by, house }: Situation): Seat[] =>
  match.header.players.map((player, k) => ({
    kind: 'house',
    name: k === loser ? by : rivalOf(player, by, house),
  }));

/** @returns plays from a turn on, until the signal ends it */
export function playerOn(
  { match, loser }: Pick<Situation, 'match' | 'loser'>,
  replay: string,
  seats: Seat[],
  play: (spec: MatchSpec, on: Partial<MatchListener>) => MatchHandle,
  left: AbortSignal,
) {
  const { game, seed, options, clock } = match.header;
  return (turn: number) =>
    new Promise<Played | null>((resolve) => {
      const deltaLog = createDeltaLog();
      const handle = play(
        { game, seats, seed, options, clock: { ...clock }, fork: { replay, turn }, isPublic: true },
        {
          position: (_, delta) => deltaLog.add(delta),
          end({ result }) {
            // A loss by a fault says nothing of the position.
            if (result.losses[loser]?.[0].startsWith('fault.')) return resolve(null);
            const { length } = deltaLog;
            const order =
              length > turn + 1 ? ordersIn(game, deltaLog.view(turn + 1), deltaLog.view(turn), loser) : [];
            const [mine = 1, other = 1] = [result.places[loser], result.places[1 - loser]];
            resolve({ isLost: mine > other, order });
          },
          stop: () => resolve(null),
          error: () => resolve(null),
        },
      );
      left.addEventListener('abort', () => {
        handle.stop();
        resolve(null);
      });
    });
}
