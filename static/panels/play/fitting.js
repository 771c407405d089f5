/**
 * The opponent that fits a person: the weakest one that tries to win and was not beaten yet. No DOM.
 *
 * @param {{sparring: string, ladder: readonly {name: string}[]}} offer sparring: the weakest one that tries to win; ladder: the
 *   weakest first
 * @param {readonly string[]} beaten
 * @returns {string} the strongest, for whoever has beaten all of them
 */
export function fittingRival({ sparring, ladder }, beaten) {
  const names = ladder.map(({ name }) => name);
  const serious = names.includes(sparring) ? names.slice(names.indexOf(sparring)) : [sparring];
  return serious.find((name) => !beaten.includes(name)) ?? serious.at(-1) ?? sparring;
}
