// Runs long work of the engine in small pieces. Between the pieces the engine handles messages, such as a cancel or the
// answers of a running match.

import { besides } from './stopwatch.ts';

/** A `Job` of sandlot.jobs. */
export interface Job {
  over: boolean;
  /** Returns its result. */
  take: () => any;
  /** Returns JSON: `{over, done, of, pieces}`. */
  step: () => string;
  close: () => void;
  destroy: () => void;
}

/**
 * @param job is destroyed
 * @param hear what every `step` returns
 * @returns its result; undefined: it was stopped
 */
export async function work(job: Job, hear: (json: string) => void, isStopped: () => boolean): Promise<any> {
  try {
    while (!job.over) {
      if (isStopped()) {
        job.close();
        return undefined;
      }
      hear(besides(() => job.step()));
      await new Promise((resolve) => setTimeout(resolve));
    }
    return job.take();
  } finally {
    job.destroy();
  }
}
