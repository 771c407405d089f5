// The options of a match beside those that its game offers.

/**
 * Names and values of the options that are not as usual.
 * @param offered all of the game
 */
export const unusual = (
  options: Record<string, unknown>,
  offered: Record<string, { default: unknown }> = {},
): [string, unknown][] =>
  Object.entries(options).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(offered[name]?.default),
  );
