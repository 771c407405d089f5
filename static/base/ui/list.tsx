// A list with rows that are known by a key: what has the focus in a row keeps it when the list is another one.

import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../words/index.ts';
import { Button } from './parts.tsx';

/** The number of rows at first, and of those that a press shows more. */
export const PAGE = 100;

/** What is chosen in a list once an item of it is, or no longer is. */
export function chosenAfter<T>(chosen: ReadonlySet<T>, item: T, isChosen: boolean): Set<T> {
  const next = new Set(chosen);
  if (isChosen) next.add(item);
  else next.delete(item);
  return next;
}

interface Props<T> {
  class: string;
  rows: readonly T[];
  /** how many of them are shown at most */
  most: number;
  /** shows the next ones */
  more: () => void;
  /** what gets the focus in the first new row when there are no more of them: the button for them is gone */
  first: string;
  /** makes a row, with its key */
  children: (row: T) => VNode;
}

export function List<T>({ class: looks, rows, most, more, first, children }: Props<T>) {
  const list = useRef<HTMLUListElement>(null);
  /** How many rows there were before all others came. */
  const before = useRef(0);
  const shown = rows.slice(0, most);
  const isWhole = shown.length === rows.length;
  useLayoutEffect(() => {
    if (isWhole && before.current > 0)
      list.current?.children[before.current]?.querySelector<HTMLElement>(first)?.focus();
    before.current = 0;
  }, [shown.length]);
  return (
    <>
      <ul class={looks} ref={list}>
        {shown.map(children)}
      </ul>
      {!isWhole && (
        <Button
          says={t('library.more')}
          onClick={() => {
            before.current = shown.length;
            more();
          }}
        />
      )}
    </>
  );
}
