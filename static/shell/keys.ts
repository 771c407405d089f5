import { on } from '../base/ui/dom.ts';
import type { Action, Shortcut } from './shortcuts.ts';
import { actionOf } from './shortcuts.ts';

// The keys of the page: a key press goes to the game that is played by hand, to the focused element, or to a shortcut.

/**
 * @param takes plays by hand, and gets each key first; returns whether it used the key
 * @param atBoard whether a board is shown, which most shortcuts need
 */
export function bindKeys(
  shortcuts: readonly Shortcut[],
  actions: Partial<Record<Action, () => void>>,
  takes: (event: KeyboardEvent) => boolean,
  atBoard: () => boolean,
) {
  on(document, 'keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    const mod = event.ctrlKey || event.metaKey;
    const menu = document.querySelector<HTMLElement>(MENU);
    if (menu && !mod && leads(menu, event)) return event.preventDefault();
    if (!mod && atBoard() && !hasOwnUse(event) && takes(event)) {
      event.preventDefault();
      return;
    }
    const action = actionOf(shortcuts, event, atBoard());
    const work = action && actions[action];
    if (!work || (!mod && (hasOwnUse(event) || isForPage(event)))) return;
    event.preventDefault();
    work();
  });
}

const TYPING = 'input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]';
const SLIDERS = 'input[type=range], [role=separator], [role=tab]';
const PRESSED = 'button, a[href], summary, input[type=checkbox]';
/** Elements that scroll: they use the keys for scrolling themselves. */
const SCROLLED = '[data-testid=console], .board-table';

/** Parts of the page in which the up and down arrows change the speed; elsewhere they scroll the page. */
const TIMED = '[data-testid=board], .timeline, .run-place';
/** Buttons that unfold something: keys then scroll to it, and change neither the turn nor the speed. */
const FOLDS = 'summary, [aria-expanded]';

const SCROLLING = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', ' ']);

/** Menus that are open above the page, and closed by Escape. */
const MENU = '[popover]:popover-open';
const STOPS = 'a[href], button:enabled, summary, input:enabled, select:enabled, textarea:enabled';

/** The up and down arrows move the focus into an open menu and through it. @returns whether they did */
function leads(menu: HTMLElement, { key }: KeyboardEvent): boolean {
  const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  const { activeElement: here } = document;
  if (by === 0 || !here || (menu.contains(here) && here.matches(`${TYPING}, ${SLIDERS}`))) return false;
  // If the focus is elsewhere on the page, the key is not for the menu.
  const isAtMenu =
    here === document.body || here.getAttribute('popovertarget') === menu.id || menu.contains(here);
  if (!isAtMenu) return false;
  const stops = [...menu.querySelectorAll<HTMLElement>(STOPS)].filter(
    (each) => each.tabIndex >= 0 && each.getClientRects().length > 0,
  );
  const from = stops.findIndex((each) => each === here);
  const first = by > 0 ? 0 : -1;
  stops.at(from < 0 ? first : (from + by) % stops.length)?.focus();
  return stops.length > 0;
}

/** Whether the focused element needs this key for itself. */
function hasOwnUse(event: KeyboardEvent) {
  // Through composedPath, because the editor is in a shadow tree and `target` stops at its host.
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return false;
  if (document.querySelector(`dialog[open], ${MENU}`)) return true;
  if (target.closest(TYPING)) return true;
  if (target.closest(SLIDERS))
    return event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End';
  if (target.closest(PRESSED)) return event.key === ' ' || event.key === 'Enter';
  if (target.closest(SCROLLED)) return SCROLLING.has(event.key);
  return false;
}

/** Whether the place of the focus makes a key scroll the page, although the timeline has a shortcut for it. */
function isForPage(event: KeyboardEvent) {
  const target = event.composedPath()[0];
  if (!(target instanceof Element) || target === document.body) return false;
  if (target.closest(FOLDS)) return SCROLLING.has(event.key);
  return (event.key === 'ArrowUp' || event.key === 'ArrowDown') && !target.closest(TIMED);
}
