// Arrow keys move the focus between the buttons of a grid, a table or a menu, all of which is a single tab stop.

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';

/** To be called in each rendering. @param host its buttons with a `data-key` are the cells */
export function useArrows(host: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const focused = ({ target }: FocusEvent) => {
      const all = cellsIn(element);
      if (target instanceof HTMLElement && all.includes(target)) choose(all, target);
    };
    const pressed = (event: KeyboardEvent) => press(cellsIn(element), event);
    element.addEventListener('focusin', focused);
    element.addEventListener('keydown', pressed);
    return () => {
      element.removeEventListener('focusin', focused);
      element.removeEventListener('keydown', pressed);
    };
  }, [host]);
  useLayoutEffect(() => {
    const all = host.current ? cellsIn(host.current) : [];
    choose(all, all.find((each) => each === document.activeElement) ?? all[0]);
  });
}

/** The cells that are visible: a narrow page hides some, such as those of other rounds. */
const cellsIn = (host: HTMLElement) =>
  [...host.querySelectorAll<HTMLElement>('button[data-key]:enabled')].filter((each) =>
    each.checkVisibility(),
  );

function choose(all: HTMLElement[], chosen: HTMLElement | undefined) {
  for (const each of all) each.tabIndex = each === chosen ? 0 : -1;
}

function press(all: HTMLElement[], event: KeyboardEvent) {
  const from = all.findIndex((each) => each === event.target);
  if (from < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  const to = all[neighbour(all, from, event.key)];
  if (!to || to === all[from]) return;
  event.preventDefault();
  to.focus();
}

/** @returns the index of the cell that the key leads to; -1 if none */
function neighbour(cells: HTMLElement[], from: number, key: string): number {
  if (key === 'ArrowRight') return Math.min(cells.length - 1, from + 1);
  if (key === 'ArrowLeft') return Math.max(0, from - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return cells.length - 1;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return -1;
  const boxes = cells.map((each) => each.getBoundingClientRect());
  const here = boxes[from];
  if (!here) return -1;
  const down = key === 'ArrowDown' ? 1 : -1;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [k, box] of boxes.entries()) {
    const below = (box.top - here.top) * down;
    if (below < here.height / 2) continue;
    const far = below * 1000 + Math.abs(box.left - here.left);
    if (far < least) [best, least] = [k, far];
  }
  return best;
}
