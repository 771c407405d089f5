// Keeps the focus within a view when the focused element disappears, such as a removed row or a hidden button.

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]';

interface Held {
  element: HTMLElement;
  /** the index of its row in the list; -1 if it is in none */
  row: number;
  /** its index among the controls of the row */
  control: number;
}

/**
 * To be called in each rendering of a view. If the row with the focus is removed, the same control of the row that takes
 * its place gets the focus; if there is no such row, or the element was not in a row, the title of the view gets it.
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
      // Its row's index may have changed, because rows were added before it.
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
