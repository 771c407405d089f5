// Counts how many lines differ between two versions, for the list. The exact comparison is in the dialog. No DOM.

import { textAt, textsOf } from '../../base/values/bundle-shape.ts';
import type { Code } from '../../match/types.ts';

/** Counts the lines that only one of two bots has. Lines that were moved are not counted. */
export function changesIn(before: Code, after: Code): { added: number; removed: number } {
  const paths = [...new Set([...textsOf(before), ...textsOf(after)])];
  const counts = paths.map((path) => changedLines(textAt(before, path) ?? '', textAt(after, path) ?? ''));
  return {
    added: counts.reduce((sum, { added }) => sum + added, 0),
    removed: counts.reduce((sum, { removed }) => sum + removed, 0),
  };
}

function changedLines(before: string, after: string) {
  if (before === after) return { added: 0, removed: 0 };
  const more: Map<string, number> = new Map();
  for (const line of after.split('\n')) more.set(line, (more.get(line) ?? 0) + 1);
  for (const line of before.split('\n')) more.set(line, (more.get(line) ?? 0) - 1);
  let [added, removed] = [0, 0];
  for (const count of more.values()) {
    if (count > 0) added += count;
    else removed -= count;
  }
  return { added, removed };
}
