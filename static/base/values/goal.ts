/** The contest that a bot is an entry for. */
export interface Goal {
  /** what it is called, as its sender says; '': it is none */
  contest: string;
  /** its fingerprint; '': the link does not name it */
  plan: string;
}

export const NO_GOAL: Goal = { contest: '', plan: '' };
