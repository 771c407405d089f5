// Keeps the focus within a view when what has it goes: a row that is removed, buttons that are hidden.

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]';

interface Held {
  element: HTMLElement;
  /** which row of the list it is in; -1: none */
  row: number;
  /** which control of its row it is */
  control: number;
}

/**
 * To be called in each rendering of a view. After a row that had the focus, the same control of the row in its place gets
 * it; after anything else, and after the last row, the title of the view.
 *
 * @param rows the selector of the list, whose children are the rows
 */
export function useKeptFocus(
  host: RefObject<HTMLElement | null>,
  rows: string,
  title: RefObject<HTMLElement | null>,
) {
  const held = useRef<Held | null>(null);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const note = ({ target }: FocusEvent) => {
      held.current = target instanceof HTMLElement ? heldIn(rowsIn(element, rows), target) : null;
    };
    element.addEventListener('focusin', note);
    return () => element.removeEventListener('focusin', note);
  }, [host, rows]);
  useLayoutEffect(() => {
    const last = held.current;
    const element = host.current;
    if (!last || !element) return;
    const active = document.activeElement;
    if (last.element.isConnected && last.element.checkVisibility()) {
      // Rows may have come before it.
      if (active === last.element) held.current = heldIn(rowsIn(element, rows), last.element);
      return;
    }
    held.current = null;
    if (active !== document.body && active !== last.element) return;
    const all = rowsIn(element, rows);
    const row = last.row < 0 ? undefined : all[Math.min(last.row, all.length - 1)];
    const controls = row ? controlsIn(row) : [];
    const near = [...controls.slice(last.control), ...controls.toReversed()];
    (near.find((each) => !each.matches(':disabled')) ?? title.current)?.focus();
  });
}

function heldIn(rows: Element[], element: HTMLElement): Held {
  const row = rows.findIndex((each) => each.contains(element));
  const around = rows[row];
  return { element, row, control: around ? controlsIn(around).indexOf(element) : -1 };
}

const rowsIn = (host: HTMLElement, rows: string) => [...(host.querySelector(rows)?.children ?? [])];
const controlsIn = (row: Element) =>
  [row, ...row.querySelectorAll(CONTROLS)].filter(
    (each) => each instanceof HTMLElement && each.matches(CONTROLS),
  ) as HTMLElement[];
