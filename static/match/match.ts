import { signal } from '@preact/signals';
import { COMPUTER, HUMAN, humansIn } from '../base/values/seats.ts';
import { createDeltaLog } from './delta-log.ts';
import type { Header, Match, MatchSpec, Player, Replay } from './types.ts';

// Creates matches in the form that the page shows.

/** A match that is about to begin. */
export function liveMatch(header: Header, replay: () => Promise<string | null>): Match {
  return {
    origin: 'live',
    header,
    deltaLog: createDeltaLog(),
    views: new Map(),
    records: [],
    result: null,
    replay,
    causes: signal(new Map()),
  };
}

type Coming = Pick<MatchSpec, 'game' | 'seats' | 'seed' | 'options'>;

/** Makes the page call the players of a match by these names, those of its earlier turns as well. */
export function callPlayers({ header }: Match, names: readonly string[]) {
  const called = (players: Player[]) =>
    players.map((player, k) => {
      const { kind, name } = { ...player, name: names[k] ?? player.name };
      // A bot may be called as the page calls a person, but who is called so by the page is none of a reader's bots.
      const isOfPage = name !== player.name && (name === HUMAN || name === COMPUTER);
      return { ...player, name, kind: isOfPage && kind !== 'human' ? 'house' : kind };
    });
  header.players = called(header.players);
  if (header.forks) header.forks = header.forks.map((fork) => ({ ...fork, players: called(fork.players) }));
}

/** Whether a person can continue the match after it was stopped. That needs the source of every program in it. */
export const canGoOn = ({ seats, isPuzzle = false }: Pick<MatchSpec, 'seats' | 'isPuzzle'>) =>
  !isPuzzle && humansIn(seats).length > 0 && seats.every((seat) => seat.kind !== 'code' || seat.source);

/** What is known of a match that has been asked for and has not begun. */
export function comingHeader({ game, seats, seed, options }: Coming): Header {
  const players = seats.map(({ name, kind }) => ({ name, kind }));
  return { format: '', version: 0, package: '', game, options, seed, players, clock: {} };
}

/**
 * A match that has been asked for and has not begun.
 * @param view what is known of its first position
 */
export function comingMatch(spec: Coming, view: any): Match {
  return {
    origin: 'coming',
    header: comingHeader(spec),
    deltaLog: createDeltaLog([JSON.stringify([view])]),
    views: new Map(),
    records: [{ answers: [], stats: { series: {}, marks: [] } }],
    result: null,
    replay: async () => null,
  };
}

/**
 * A match that is over.
 * @param text of its file
 */
export function recordedMatch(
  origin: 'demo' | 'replay',
  { header, deltas, records, result }: Replay,
  text: string,
): Match {
  const replay = async () => text;
  return { origin, header, deltaLog: createDeltaLog(deltas), views: new Map(), records, result, replay };
}

/**
 * Builds the replay file of a demo from what is shown of it. That is possible because its house bots are modules and
 * made no fault.
 */
export function textOfDemo({ header, records, result }: Replay) {
  const turns = records.map(({ answers }) => answers.map(({ player, ms, reply }) => ({ player, ms, reply })));
  // The seed of a demo is small; in a file it is a number.
  return `${JSON.stringify({ ...header, seed: Number(header.seed), turns, result })}\n`;
}
