// The round trip of a question to a bot and its answer.

/** The most milliseconds of a round trip that are not counted as the bot's time. */
export const MOST_LATENCY = 20;
