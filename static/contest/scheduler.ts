// Plays the contests that are to be played, in the tab that does so: the newest one first, and others when it has
// nothing to play just then.

import type { Row } from '../base/storage/contest-rows.ts';
import type { Block } from '../engine/contests.ts';
import type { Message } from '../match/types.ts';
import type { Equip } from './arena.ts';
import { playBlock } from './block.ts';
import type { Lanes } from './lanes.ts';
import type { Host, Played, Running } from './running.ts';
import { openRunning } from './running.ts';
import { seatsOf } from './seats.ts';
import { sentenceOf } from './sentence.ts';
import type { Progress } from './types.ts';

/** Milliseconds after which it is looked again whether a person's match is over. */
const GLANCE = 1000;

/** @param host isBusy: whether a person's match is under way, for which the machine is to be free */
export function createScheduler(
  host: Omit<Host, 'ready'> & { lanes: Lanes; equip: Equip; isBusy: () => boolean },
) {
  const { engineClient, lanes, equip, isBusy } = host;
  /** What is being prepared or played. */
  const contests = new Map<number, { running: Running | null; end: AbortController }>();
  /** Blocks that there was no room for. */
  const unkept = new Map<number, Played[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waits = false;

  async function begin(row: Row) {
    const mine = { running: null as Running | null, end: new AbortController() };
    contests.set(row.id, mine);
    try {
      const found = await prepare(row, mine.end.signal);
      if (mine.end.signal.aborted) return;
      if ('problem' in found) return await host.halt(row.id, found.problem);
      mine.running = found;
      await found.look();
    } catch (error) {
      if (!mine.end.signal.aborted) await host.halt(row.id, sentenceOf(error));
    }
  }

  async function prepare(row: Row, signal: AbortSignal) {
    const sat = await engineClient.about(row, [], async (_, found) => found);
    const problem = sat.problem ?? ('playable' in sat ? sat.playable : null);
    if (problem) return { problem };
    const seats = await seatsOf(row.entrants, equip, signal);
    if ('problem' in seats) return seats;
    const most = 'movers' in sat ? await lanes.most(sat.movers) : 1;
    const left = unkept.get(row.id) ?? [];
    unkept.set(row.id, left);
    return openRunning(row, seats, most, left, { ...host, ready: pump });
  }

  /** Newest first. */
  function inTurn(): Running[] {
    const all = [...contests.values()].flatMap(({ running }) => running ?? []);
    return all.sort((a, b) => b.id - a.id);
  }

  /** Gives blocks to all arenas that are free. */
  function pump() {
    clearTimeout(timer);
    waits = false;
    for (const running of inTurn())
      while (lanes.busy() < running.most) {
        if (isBusy() && lanes.busy() >= running.most - 1) return wait();
        const block = running.take();
        if (!block) break;
        play(running, block);
      }
  }

  /** A person's match is under way, and one more game would slow it down. */
  function wait() {
    waits = lanes.busy() === 0;
    timer = setTimeout(pump, GLANCE);
  }

  async function play(running: Running, block: Block) {
    const lane = lanes.take();
    const { done, stop } = playBlock(lane.arena, running.match(), block, running.seatOf);
    const signal = contests.get(running.id)?.end.signal;
    signal?.addEventListener('abort', stop);
    const outcome = await done;
    signal?.removeEventListener('abort', stop);
    lanes.give(lane);
    // The next block does not wait until this one is kept.
    if (!signal?.aborted || 'result' in outcome) running.ended(block, outcome);
    pump();
  }

  return {
    /** Contests that are to be played. */
    play(rows: readonly Row[]) {
      const wanted = new Set(rows.map(({ id }) => id));
      for (const id of contests.keys()) if (!wanted.has(id)) this.drop(id);
      for (const row of rows) {
        const known = contests.get(row.id);
        if (known) known.running?.look();
        else begin(row);
      }
    },
    /** Ends the games of a contest that are under way. */
    drop(id: number) {
      const known = contests.get(id);
      contests.delete(id);
      known?.end.abort();
      known?.running?.close();
    },
    progress(id: number, trouble: Message | null): Progress | null {
      const running = contests.get(id)?.running;
      return running?.progress(trouble ?? (waits ? ['contest.yields', {}] : null)) ?? null;
    },
  };
}

export type Scheduler = ReturnType<typeof createScheduler>;
