// The way of a question to a bot and back.

/** The most of a round trip that the clock leaves out, in milliseconds. */
export const MOST_LATENCY = 20;
