/** The contest that a bot is an entry for. */
export interface Goal {
  /** its name, from the sender of the link; '' if the bot is no entry */
  contest: string;
  /** its fingerprint; '' if the link has none */
  plan: string;
}

/** Whether two entries are for the same contest, by its fingerprint; null if one of them has none. */
export const isSamePlan = (one: { plan?: string | undefined }, other: { plan?: string | undefined }) =>
  one.plan && other.plan ? one.plan === other.plan : null;

export const NO_GOAL: Goal = { contest: '', plan: '' };
