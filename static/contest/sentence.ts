// What is said of errors.

import type { Message } from '../match/types.ts';

export const sentenceOf = (error: any): Message =>
  error?.text ?? ['contest.failed', { why: String(error?.message ?? error) }];

/** Why something could not be kept: almost always there is no room. */
export const unkeptBecause = (error: any): Message => error?.text ?? ['contest.full', {}];
