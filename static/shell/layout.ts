// The columns of the page, their splitters, and the tabs of narrow screens.

import { wasReloaded } from '../base/site/reloaded.ts';
import type { Store } from '../base/storage/settings.ts';
import { tabStore } from '../base/storage/settings.ts';
import { find, on } from '../base/ui/dom.ts';
import { NARROW_WINDOW } from '../base/ui/widths.ts';

/**
 * A column that a splitter resizes and collapses. Until it is moved, its width is that of layout.css. It grows when its
 * splitter moves right (1) or left (-1).
 */
type Column = { name: 'code' | 'side'; min: number; grows: 1 | -1 };

const COLUMNS: Column[] = [
  { name: 'code', min: 300, grows: 1 },
  { name: 'side', min: 288, grows: -1 },
];

/** The width of a column that the user has not resized, in pixels. */
const usual = ({ name, min }: Column) =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--${name}-room`)) || min;

/** The least width of the board, in pixels. */
const BOARD_MIN = 360;
const KEY_STEP = 24;
/** In a column narrower than this many pixels, rows break into two. */
const NARROW = 380;
/** The least visible height of a tab's content on a phone, in pixels. */
const LEAST_SEEN = 280;

/** The key in the tab's session storage for the part that was shown last on a narrow screen. */
const SHOWN = 'shownPart';

/** Which columns are open. */
type Opened = { code: boolean; side: boolean };

/**
 * Splitters, collapsing, and the tabs of narrow screens.
 * @param store where the choices are kept
 */
export function createLayout(store: Store) {
  const opened: Opened = { code: true, side: true };
  const [code, side] = COLUMNS.map((column) => bindColumn(column, opened, store));
  if (!code || !side) throw new Error('there are two columns');
  const tabs = bindTabs();
  bindTyping();
  return {
    showTab: tabs.show,
    tab: tabs.shown,
    /** The part that was shown before a reload of the page; else the match. */
    firstTab: tabs.first,
    toTab: tabs.comeTo,
    bringUpTab: tabs.bringUp,
    toggleCode: code.toggle,
    toggleSide: side.toggle,
    /** Whether the side panel is open, and a way to hear when that changes. */
    side: { isOpen: side.isOpen, onChange: side.onChange },
  };
}

export type Layout = ReturnType<typeof createLayout>;

function bindColumn(column: Column, opened: Opened, store: Store) {
  const root = document.documentElement;
  const splitter = find(document, `#split-${column.name}`, HTMLElement);
  const button = find(document, `#toggle-${column.name}`, HTMLButtonElement);
  const element = find(document, `#${column.name}`, HTMLElement);
  const key = `column.${column.name}`;
  const kept = store.get(key, { width: 0, open: true });
  opened[column.name] = kept.open;
  /** The width that the user chose, in pixels; 0 if none. */
  let chosen = kept.width;
  let width = 0;
  const hearers = new Set<() => void>();

  function apply() {
    width = Math.max(column.min, Math.min(room(), chosen || usual(column)));
    document.body.style.setProperty(`--${column.name}-width`, `${opened[column.name] ? width : 0}px`);
    const open = opened[column.name];
    root.dataset[column.name] = open ? 'open' : 'closed';
    element.toggleAttribute('data-narrow', width < NARROW);
    button.setAttribute('aria-pressed', String(open));
    splitter.setAttribute('aria-valuenow', String(open ? Math.round(width) : 0));
    splitter.setAttribute('aria-valuemin', '0');
    splitter.setAttribute('aria-valuemax', String(Math.round(room())));
  }

  function room() {
    const other = COLUMNS.find((one) => one !== column);
    const taken = other && opened[other.name] ? Math.max(other.min, usual(other)) : 0;
    return Math.max(column.min, innerWidth - taken - BOARD_MIN - 48);
  }

  /** @param wanted pixels; less than half the least width closes the column */
  function resize(wanted: number) {
    const open = wanted >= column.min / 2;
    const isOther = open !== opened[column.name];
    opened[column.name] = open;
    if (open) chosen = wanted;
    apply();
    if (open) chosen = width;
    store.set(key, { width: chosen, open });
    if (isOther) for (const hear of hearers) hear();
  }

  function toggle() {
    resize(opened[column.name] ? 0 : width);
  }

  apply();
  on(window, 'resize', apply);
  on(button, 'click', toggle);
  on(splitter, 'dblclick', toggle);
  on(splitter, 'pointerdown', (event) => {
    const from = opened[column.name] ? width : 0;
    drag(event, splitter, (moved) => resize(from + moved * column.grows));
  });
  on(splitter, 'keydown', (event) => {
    const from = opened[column.name] ? width : 0;
    const to = keyTarget(event.key, from, column, room());
    if (to === null) return;
    event.preventDefault();
    if (event.key === 'Enter') toggle();
    else resize(to);
  });
  return {
    toggle,
    isOpen: () => opened[column.name],
    onChange: (hear: () => void) => void hearers.add(hear),
  };
}

function keyTarget(key: string, width: number, column: Column, most: number): number | null {
  const opened = Math.max(column.min, width + KEY_STEP);
  const closed = width <= column.min ? 0 : width - KEY_STEP;
  if (key === 'ArrowRight') return column.grows > 0 ? opened : closed;
  if (key === 'ArrowLeft') return column.grows > 0 ? closed : opened;
  if (key === 'Home') return 0;
  if (key === 'End') return most;
  return key === 'Enter' ? width : null;
}

function drag(event: PointerEvent, handle: HTMLElement, move: (moved: number) => void) {
  if (event.button !== 0) return;
  const start = event.clientX;
  handle.setPointerCapture(event.pointerId);
  handle.dataset.dragging = '';
  const undo = [
    on(handle, 'pointermove', (moved) => move(moved.clientX - start)),
    on(handle, 'lostpointercapture', () => {
      delete handle.dataset.dragging;
      for (const work of undo) work();
    }),
  ];
}

function tabButtons() {
  return [...document.querySelectorAll('[data-tab-name]')].filter((one) => one instanceof HTMLButtonElement);
}

/** The tabs of narrow screens: match, code and console. */
function bindTabs() {
  const root = document.documentElement;
  const buttons = tabButtons();
  const first = wasReloaded() ? tabStore.get(SHOWN, 'match') : 'match';
  let shown = 'match';

  function show(tab: string) {
    shown = tab;
    if (tabStore.get(SHOWN, 'match') !== tab) tabStore.set(SHOWN, tab);
    root.dataset.tab = tab;
    delete root.dataset.typing;
    for (const button of buttons) {
      const chosen = button.dataset.tabName === tab;
      button.setAttribute('aria-selected', String(chosen));
      button.tabIndex = chosen ? 0 : -1;
    }
  }

  /** On a phone the board leaves only two lines for a tab's content: after a tap on a tab, the page scrolls to it. */
  function bringUp() {
    const bar = find(document, '.tabs', HTMLElement);
    const { top, bottom } = bar.getBoundingClientRect();
    if (!bar.checkVisibility() || innerHeight - bottom >= LEAST_SEEN) return;
    // Notices that stay in sight would cover it.
    const notices = find(document, '.notices', HTMLElement);
    const isAbove = getComputedStyle(notices).position === 'sticky';
    scrollBy(0, top - (isAbove ? notices.offsetHeight : 0));
  }

  for (const [place, button] of buttons.entries()) {
    on(button, 'click', () => {
      show(button.dataset.tabName ?? 'match');
      bringUp();
    });
    on(button, 'keydown', (event) => {
      const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      const next = by ? buttons[(place + by + buttons.length) % buttons.length] : null;
      next?.focus();
      next?.click();
    });
  }
  show('match');
  return {
    ...{ show, first, bringUp },
    shown: () => shown,
    /**
     * On a phone, scrolls the page to the tab's content. The tab gets the focus, not its content, because there the keyboard
     * of the phone might open.
     * @returns false if there are no tabs, because everything is visible
     */
    comeTo(): boolean {
      const bar = find(document, '.tabs', HTMLElement);
      bar.scrollIntoView({ block: 'start' });
      const chosen = buttons.find((button) => button.dataset.tabName === shown);
      chosen?.focus({ preventScroll: true });
      return bar.checkVisibility();
    },
  };
}

/**
 * On a phone the board makes room while the user types. It does so a moment after the focus, so that no tap misses its
 * target. The editor's height is what the on-screen keyboard leaves: many browsers lay it over the page, and only the
 * visual viewport tells.
 */
function bindTyping() {
  const code = find(document, '.code', HTMLElement);
  const root = document.documentElement;
  const touch = matchMedia(`${NARROW_WINDOW} and (pointer: coarse)`);
  let timer = 0;
  const later = (typing: boolean) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (typing && touch.matches) root.dataset.typing = '';
      else delete root.dataset.typing;
    }, 250);
  };
  const view = window.visualViewport;
  const measure = () => {
    if (view) document.body.style.setProperty('--seen', `${Math.round(view.height * view.scale)}px`);
  };
  measure();
  on(code, 'focusin', () => later(true));
  on(code, 'focusout', () => later(false));
  if (view) on(view, 'resize', measure);
}
