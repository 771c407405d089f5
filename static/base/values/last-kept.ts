/** A function that keeps what it came to last: for the same text it is not worked out again. */
export function lastKept<T>(work: (text: string) => T): (text: string) => T {
  let last: { text: string; value: T } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, value: work(text) };
    return last.value;
  };
}
