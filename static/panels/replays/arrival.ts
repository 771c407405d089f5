// Shows a replay while the rest of it is still being read.

import type { App } from '../../app.ts';
import { createDeltaLog } from '../../match/delta-log.ts';
import type { Early, Header, Match, Replay, TurnRecord } from '../../match/types.ts';

/** Milliseconds between two checks for newly read turns. */
const LOOK_EVERY_MS = 250;
/** The record of the first position before the rest is read. */
const UNREAD: TurnRecord = { answers: [], stats: { series: {}, marks: [] } };

export type Arrival = ReturnType<typeof createArrival>;

/**
 * @param text the replay file
 * @param turn the position to show once it is read; null to play from the start
 * @param isNamed whether the address names the match
 */
export function createArrival(
  { playback, enter }: Pick<App, 'playback' | 'enter'>,
  text: string,
  turn: number | null,
  isNamed: boolean,
) {
  let match: Match | null = null;
  let before: { match: Match | null; position: number } = { match: null, position: 0 };
  let isDue = turn !== null;
  let looked = Number.NEGATIVE_INFINITY;

  /**
   * A file can contradict its own beginning. Then the shown match is not this one, which is shown once all of it is read.
   */
  function isOther(to: Match, first: string | undefined, header: Header = to.header) {
    const { game, players } = to.header;
    return (
      first !== to.deltaLog.deltas[0] || header.game !== game || header.players.length !== players.length
    );
  }

  function undo() {
    if (!match || playback.state.match !== match) return;
    match.isArriving = false;
    if (!before.match) return;
    playback.load(before.match, { play: false });
    playback.goTo(before.position);
  }

  function forget() {
    undo();
    match = null;
  }

  function take(to: Match, deltas: string[], records: TurnRecord[]) {
    if (records[0]) to.records[0] = records[0];
    for (const record of records.slice(to.records.length)) to.records.push(record);
    for (const delta of deltas.slice(to.deltaLog.length)) to.deltaLog.add(delta);
  }

  function tell(to: Match, isAll: boolean) {
    playback.arrived(to, isAll);
    if (!isDue || turn === null || playback.state.match !== to) return;
    // Not to the last turn read so far: there the playback would follow each new turn, as after End is pressed.
    if (to.deltaLog.length <= turn + 1 && !isAll) return;
    isDue = false;
    // If the user has gone to another position, it stays.
    if (playback.state.position === 0) playback.goTo(turn);
  }

  const early: Early = {
    start({ header, delta }) {
      // A running match goes on until all of the file is read, which may be broken or cancelled.
      if (playback.state.live) return;
      before = { match: playback.state.match, position: playback.state.position };
      match = {
        ...{ origin: 'replay', header, result: null, isArriving: true },
        ...{ deltaLog: createDeltaLog([delta]), views: new Map(), records: [UNREAD] },
        replay: async () => text,
      };
      enter.makeRoomFor(header.game, isNamed);
      playback.load(match, { play: turn === null });
    },
    more(deltas, records) {
      if (!match || deltas.length === 0 || performance.now() - looked < LOOK_EVERY_MS) return;
      if (isOther(match, deltas[0])) return forget();
      looked = performance.now();
      take(match, deltas, records);
      tell(match, false);
    },
  };

  return {
    early,
    /** Whether the replay is or was shown. */
    isBegun: () => match !== null,
    /** To be called when all of it is read. @param own the text of its file @returns null if nothing was shown yet */
    end({ header, deltas, records, result }: Replay, own: string): Match | null {
      if (match && isOther(match, deltas[0], header)) forget();
      if (!match) return null;
      take(match, deltas, records);
      return Object.assign(match, { header, result, replay: async () => own });
    },
    /** To be called when other facts were added to the match. */
    tell() {
      if (match) tell(match, true);
    },
    /** The file could not be read: shows again what was shown before. */
    undo,
  };
}
