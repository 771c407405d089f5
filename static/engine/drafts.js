/**
 * The replay of a match as far as it has come, put together from what the engine says of every turn: it is there when the
 * engine is not any more. What the parts look like is the engine's affair, see `head_text` in py/sandlot/match/replay_file.py.
 */
export function createDraft() {
  let head = '';
  let tail = '';
  /** @type {string[]} */
  const turns = [];

  return {
    /** @param {string} text what stands before the turns */
    begin(text) {
      head = text;
    },
    /** @param {string} text what stands after them */
    end(text) {
      tail = text;
    },
    /** @param {string[]} more */
    add(more) {
      turns.push(...more);
    },
    /** @returns {string | null} null: it has not begun */
    text: () => (head === '' ? null : head + turns.join(',') + tail),
  };
}
