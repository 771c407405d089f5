// The size of the console: the divider above it, and the place of the board, which it can take.

import { signal } from '@preact/signals';
import type { Store } from '../../base/storage/settings.ts';
import { on } from '../../base/ui/dom.ts';

/** The least height of the console, in pixels. */
const LEAST_HEIGHT = 144;
const KEY_STEP = 24;
/** If the divider is dragged this many pixels above its highest place, the console takes the place of the board. */
const BEYOND = 48;

/**
 * @param divider the divider above the console
 * @param side the panel that contains both
 */
export function bindRoom(divider: HTMLElement, console: HTMLElement, side: HTMLElement, store: Store) {
  const root = document.documentElement;
  const kept = store.get('console', { height: 0, wide: false });
  const isWide = signal(kept.wide);
  /** The height that the user chose, in pixels; 0 for the remaining height. */
  let chosen = kept.height;
  const keep = () => store.set('console', { height: chosen, wide: isWide.value });

  function apply() {
    if (isWide.value) root.dataset.console = 'wide';
    else delete root.dataset.console;
    side.toggleAttribute('data-divided', chosen > 0);
    side.style.setProperty('--console-height', `${chosen}px`);
    divider.setAttribute('aria-valuemin', String(LEAST_HEIGHT));
    divider.setAttribute('aria-valuemax', String(Math.round(Math.max(LEAST_HEIGHT, most()))));
    divider.setAttribute(
      'aria-valuenow',
      String(Math.round(Math.max(LEAST_HEIGHT, console.clientHeight || chosen))),
    );
  }

  /** The largest height: the console can cover everything above it in the panel. */
  const most = () => console.getBoundingClientRect().bottom - side.getBoundingClientRect().top;

  function setWide(next: boolean) {
    if (next === isWide.value) return;
    isWide.value = next;
    keep();
    apply();
  }

  function resize(wanted: number) {
    if (isWide.value) {
      if (wanted < console.clientHeight - BEYOND) setWide(false);
      return;
    }
    const highest = Math.max(LEAST_HEIGHT, most());
    if (wanted > highest + BEYOND) return setWide(true);
    chosen = Math.round(Math.max(LEAST_HEIGHT, Math.min(highest, wanted)));
    keep();
    apply();
  }

  function drag(event: PointerEvent) {
    if (event.button !== 0) return;
    const [top, height] = [event.clientY, console.clientHeight];
    divider.setPointerCapture(event.pointerId);
    divider.dataset.dragging = '';
    const undo = [
      on(divider, 'pointermove', (moved) => resize(height + top - moved.clientY)),
      on(divider, 'lostpointercapture', () => {
        delete divider.dataset.dragging;
        for (const work of undo) work();
      }),
    ];
  }

  const toggle = () => setWide(!isWide.value);

  on(divider, 'dblclick', toggle);
  on(divider, 'pointerdown', drag);
  on(divider, 'keydown', (event) => {
    const { key } = event;
    const by = key === 'ArrowUp' ? KEY_STEP : key === 'ArrowDown' ? -KEY_STEP : 0;
    if (by !== 0) resize(console.clientHeight + (isWide.value ? 2 * Math.min(0, by) - BEYOND : by));
    else if (key === 'Home') resize(LEAST_HEIGHT);
    else if (key === 'End') resize(most());
    else if (key === 'Enter') toggle();
    else return;
    event.preventDefault();
  });
  apply();
  return { isWide, toggle };
}
