/** What is said of an error. @param {any} error @returns {import('../match/types.js').Message} */
export const sentenceOf = (error) =>
  error?.text ?? ['contest.failed', { why: String(error?.message ?? error) }];
