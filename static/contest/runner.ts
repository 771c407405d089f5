// Decides which block of a contest is played next, as py/sandlot/contest/runner.py does: it asks the plan when that is
// due, and gives a block up for now once the platform has failed at it too often. A block under way is in nobody's
// results, so what is lost with the page is played again.

import type { Spoilt } from '../base/storage/contest-rows.ts';
import type { Block, Next } from '../engine/contests.ts';
import type { Message } from '../match/types.ts';
import type { BlockResult } from './types.ts';

/** How often a block is played before it is given up for now. */
export const MOST_TRIES = 3;

/**
 * @param results those there are; what is played is added to it
 * @param voids tries that were kept: a reload gives no more of
 * them, but a user who lets the contest go on after a block was given up
 */
export function createRunner(
  results: BlockResult[],
  askPlan: (results: readonly BlockResult[]) => Promise<Next & { problem?: Message }>,
  voids: readonly Spoilt[] = [],
) {
  const played = new Set(results.map(({ number }) => number));
  let queue: Block[] = [];
  /** The rounds of blocks, by their numbers. */
  const underWay = new Map<number, number>();
  const tries = new Map<number, number>();
  for (const [number] of voids) tries.set(number, ((tries.get(number) ?? 0) + 1) % MOST_TRIES);
  /** Blocks that were given up, and why. */
  const spoilt = new Map<number, Message>();
  let plan: Next | null = null;
  let problem: Message | null = null;
  /** Blocks played since the plan was asked. */
  let since = 0;
  let asking: Promise<void> | null = null;

  const isDue = () =>
    plan === null || (plan.look > 0 && since >= plan.look) || (queue.length === 0 && underWay.size === 0);

  async function ask() {
    const before = played.size;
    const next = await askPlan(results);
    if (next.problem) {
      problem = next.problem;
      return;
    }
    plan = next;
    // What came in while Python was thinking was not known to it.
    since = played.size - before;
    const isFree = ({ number }: Block) => !played.has(number) && !underWay.has(number) && !spoilt.has(number);
    queue = next.blocks.filter(isFree);
  }

  return {
    results,
    plan: (): Next | null => plan,
    problem: () => problem,
    isBusy: () => underWay.size > 0,
    /** The first round of which nothing is played or under way: whoever withdraws now plays those before. */
    nextRound: () => nextRound([...results.map(({ round }) => round), ...underWay.values()]),
    /** Whether nothing is left to play, and nobody plays. */
    isOver: () => plan !== null && plan.over && underWay.size === 0,
    /**
     * Blocks that could not be played, once nothing else is left.
     * @returns the first of them
     */
    stuck(): [number, Message] | null {
      if (plan === null || plan.over || queue.length > 0 || underWay.size > 0 || spoilt.size === 0)
        return null;
      return [...spoilt].sort(([a], [b]) => a - b)[0] ?? null;
    },
    /** Asks the plan if that is due. */
    refill(): Promise<void> {
      if (problem || (plan?.over && !asking) || !isDue()) return Promise.resolve();
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
    /** @returns null: nothing can be played now */
    take(): Block | null {
      const block = asking ? null : queue.shift();
      if (!block) return null;
      underWay.set(block.number, block.round);
      tries.set(block.number, (tries.get(block.number) ?? 0) + 1);
      return block;
    },
    /** A block was played and is kept. */
    keep(result: BlockResult) {
      underWay.delete(result.number);
      if (played.has(result.number)) return;
      played.add(result.number);
      results.push(result);
      since += 1;
    },
    /**
     * The platform has failed at a block.
     * @returns whether it is tried again
     */
    fail(block: Block, why: Message): boolean {
      underWay.delete(block.number);
      const again = (tries.get(block.number) ?? 0) < MOST_TRIES;
      if (again) queue.push(block);
      else spoilt.set(block.number, why);
      return again;
    },
    /** A block was stopped, and will be played anew. */
    stop(block: Block) {
      underWay.delete(block.number);
      tries.set(block.number, Math.max(0, (tries.get(block.number) ?? 0) - 1));
      queue.unshift(block);
    },
    /** Asks the plan anew: somebody has withdrawn. */
    async anew(): Promise<void> {
      await asking;
      plan = null;
      queue = [];
      await this.refill();
    },
  };
}

/** @param rounds of which something was played */
export const nextRound = (rounds: readonly number[]): number =>
  rounds.reduce((next, round) => Math.max(next, round + 1), 0);
