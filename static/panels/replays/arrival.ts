// Shows a replay while the rest of it is still being read.

import type { App } from '../../app.ts';
import { createDeltaLog } from '../../match/delta-log.ts';
import type { Early, Header, Match, Replay, TurnRecord } from '../../match/types.ts';

/** Milliseconds from one look at what has come to the next. */
const LOOK_EVERY_MS = 250;
/** What is known of the first position before the rest is read. */
const UNREAD: TurnRecord = { answers: [], stats: { series: {}, marks: [] } };

export type Arrival = ReturnType<typeof createArrival>;

/**
 * @param text of the file
 * @param turn the position that is shown once it is there; null: it plays from the start
 * @param isNamed the address names it
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
   * A file can say one thing at its beginning and another later. Then what was shown is not this match, and this one is shown
   * once all of it is read.
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
    // At the end of what is read it would go on with it, as whoever pressed End does.
    if (to.deltaLog.length <= turn + 1 && !isAll) return;
    isDue = false;
    // Whoever has gone to another position stays there.
    if (playback.state.position === 0) playback.goTo(turn);
  }

  const early: Early = {
    start({ header, delta }) {
      // A match that runs goes on until all of the file is read: it may be broken, or given up.
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
    /** Whether it is shown, or was. */
    isBegun: () => match !== null,
    /** All of it is read. @param own the text of its file @returns null: nothing was shown */
    end({ header, deltas, records, result }: Replay, own: string): Match | null {
      if (match && isOther(match, deltas[0], header)) forget();
      if (!match) return null;
      take(match, deltas, records);
      return Object.assign(match, { header, result, replay: async () => own });
    },
    /** What is known of it besides was put in. */
    tell() {
      if (match) tell(match, true);
    },
    /** It could not be read: what was there before is shown again. */
    undo,
  };
}
