// What is said of errors.

/** @typedef {import('../match/types.js').Message} Message */

/** @param {any} error @returns {Message} */
export const sentenceOf = (error) =>
  error?.text ?? ['contest.failed', { why: String(error?.message ?? error) }];

/** Why something could not be kept: almost always there is no room. @param {any} error @returns {Message} */
export const unkeptBecause = (error) => error?.text ?? ['contest.full', {}];
