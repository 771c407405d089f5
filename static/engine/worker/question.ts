// Builds the messages that a bot is sent; see engine/seat/worker.ts.

import { MAIN } from '../../base/values/bundle-shape.ts';
import type { LaidOut } from '../../match/types.ts';
import { HOME } from '../python/limits.ts';

/** The data with which the engine starts a bot. */
export interface BotOf {
  source: string;
  /** The path of its file, where it has several. */
  main?: string;
  /** Of a bot of several files: all of them. */
  files?: LaidOut[];
  /** Of the packages it declares. */
  wheels?: Blob[];
}

/** @param bot only needed to start it */
export function questionOf(
  { stage, text, seed, ends, fresh, budget, steps, took, profile = [0, false] }: any,
  bot: Pick<BotOf, 'source' | 'main' | 'files'> | null,
  name: string,
) {
  if (stage !== 'start' || !bot) return ['ask', text, fresh, took, budget, steps];
  const folder = bot.files ? HOME : '';
  const filename = bot.files ? `${HOME}/${bot.main ?? MAIN}` : name.endsWith('.py') ? name : `${name}.py`;
  return ['start', bot.source, filename, text, BigInt(seed), ends, ...profile, folder, budget, steps];
}
