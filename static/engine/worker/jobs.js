// Runs long work of the engine in small pieces. Between the pieces the engine handles messages, such as a cancel or the
// answers of a running match.

import { besides } from './stopwatch.js';

/**
 * @typedef {object} Job a `Job` of sandlot.jobs
 * @property {boolean} over
 * @property {() => any} take returns its result
 * @property {() => string} step
 * @property {() => void} close
 * @property {() => void} destroy
 *
 * @typedef {{over: boolean, done: number, of: number, pieces: any[]}} Piece
 */

/**
 * @param {Job} job is destroyed
 * @param {(json: string) => void} hear the JSON of every `Piece`
 * @param {() => boolean} isStopped
 * @returns {Promise<any>} its result; undefined: it was stopped
 */
export async function work(job, hear, isStopped) {
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
