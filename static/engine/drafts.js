/**
 * The replay of a running match, put together from the parts that the engine sends after every turn. It remains when
 * the engine is gone. The engine decides the form of the parts, see `head_text` in py/sandlot/match/replay_file.py.
 */
export function createDraft() {
  let head = '';
  let tail = '';
  /** @type {string[]} */
  const turns = [];

  return {
    /** @param {string} text the part before the turns */
    begin(text) {
      head = text;
    },
    /** @param {string} text the part after them */
    end(text) {
      tail = text;
    },
    /** @param {string[]} more */
    add(more) {
      turns.push(...more);
    },
    /** @returns {string | null} null: the match has not begun */
    text: () => (head === '' ? null : head + turns.join(',') + tail),
  };
}
