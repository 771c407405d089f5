// A list whose rows have keys, so that the focused element keeps the focus when the list changes.

import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../words/index.ts';
import { Button } from './parts.tsx';

/** How many rows are shown at first, and how many more with each press of the button. */
export const PAGE = 100;

/** The chosen items after one item was chosen or unchosen. */
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
  /** the selector of the element in a row that gets the focus when the button for more rows, which had it, is gone */
  first: string;
  /** makes a row, with its key */
  children: (row: T) => VNode;
}

export function List<T>({ class: looks, rows, most, more, first, children }: Props<T>) {
  const list = useRef<HTMLUListElement>(null);
  /** How many rows were shown before the button was pressed; 0 if it was not. */
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
