/**
 * The replay of a running match, put together from the parts that the engine sends after every turn. It remains when
 * the engine is gone. The engine decides the form of the parts, see `head_text` in py/sandlot/match/replay_file.py.
 */
export function createDraft() {
  let head = '';
  let tail = '';
  const turns: string[] = [];

  return {
    /** @param text the part before the turns */
    begin(text: string) {
      head = text;
    },
    /** @param text the part after them */
    end(text: string) {
      tail = text;
    },
    add(more: string[]) {
      turns.push(...more);
    },
    /** @returns null: the match has not begun */
    text: (): string | null => (head === '' ? null : head + turns.join(',') + tail),
  };
}
