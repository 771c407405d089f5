// A turn of a match that is played by hand, in words for who hears it. It has neither a DOM nor a language of its own.

/**
 * @typedef {import('../../match/types.ts').Message} Message
 *
 * @typedef {object} Turn
 * @property {Pick<import('../../games/index.ts').GameFace, 'report' | 'describe'>} face
 * @property {any} view of the position after it
 * @property {any} previous of the position before it
 * @property {number | null} perspective with whose eyes it is seen; null: all is seen
 * @property {string[]} names
 *
 * @typedef {Pick<ReturnType<typeof import('../../base/words/translator.ts').createTranslator>, 't' | 'say'> & {
 *   sentences: (parts: string[]) => string,
 * }} Words
 */

/**
 * What was done in a turn and what came of it; and how things stand, where a player does not see the others' orders.
 *
 * @param {Turn} turn
 * @param {Words} words
 * @returns {[string, string]}
 */
export function turnInWords({ face, view, previous, perspective, names }, { t, say, sentences }) {
  const { rows, events, title } = face.report(view, previous);
  const ordered = rows.filter(({ isOrder }) => isOrder);
  const orders = ordered.flatMap(({ label, cells }) =>
    cells.flatMap(({ text }, k) => {
      if (text[0] === 'orders.waits') return [];
      return t('orders.line', { who: names[k] ?? '', what: say(label, names), order: say(text, names) });
    }),
  );
  const own = ordered.length === 0 && perspective !== null ? face.describe(view)[perspective] : null;
  const now = own ? [...(title ? [title] : []), own] : [];
  /** @param {Message} message */
  const inWords = (message) => say(message, names);
  return [sentences([...orders, ...events.map(inWords)]), sentences(now.map(inWords))];
}
