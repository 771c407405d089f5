/** Makes a function that remembers its last result, which is not computed again for the same text. */
export function lastKept<T>(work: (text: string) => T): (text: string) => T {
  let last: { text: string; value: T } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, value: work(text) };
    return last.value;
  };
}
