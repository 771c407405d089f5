/** The contest that a bot is an entry for. */
export interface Goal {
  /** what it is called, as its sender says; '': it is none */
  contest: string;
  /** its fingerprint; '': the link does not name it */
  plan: string;
}

/** Whether two entries are for the same contest, by its fingerprint; null: one of them does not name it. */
export const isSamePlan = (one: { plan?: string | undefined }, other: { plan?: string | undefined }) =>
  one.plan && other.plan ? one.plan === other.plan : null;

export const NO_GOAL: Goal = { contest: '', plan: '' };
