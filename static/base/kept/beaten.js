// The rungs of each game's ladder, house bots by name, that a bot of the user has beaten.

/** @typedef {import('./settings.js').Store} Store */

/** @param {Store} store @param {string} game @returns {string[]} */
export function beatenIn(store, game) {
  return store.get(`beaten.${game}`, /** @type {string[]} */ ([]));
}

/** @param {Store} store @param {string} game @param {string} name of the house bot */
export function noteBeaten(store, game, name) {
  const before = beatenIn(store, game);
  if (!before.includes(name)) store.set(`beaten.${game}`, [...before, name]);
}
