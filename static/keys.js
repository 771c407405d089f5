import { on } from './dom.js';

/**
 * Every shortcut of the page, once: what is pressed, what it does, and the message that says so.
 *
 * @typedef {'run' | 'toggle' | 'back' | 'forward' | 'first' | 'last' | 'slower' | 'faster' | 'coordinates' | 'help'} Action
 * @typedef {{keys: string[], action: Action, says: string, shown: string[]}} Shortcut
 *
 * @type {Shortcut[]}
 */
export const SHORTCUTS = [
  { keys: ['Mod+Enter'], action: 'run', says: 'keys.run', shown: ['Ctrl', 'Enter'] },
  { keys: [' '], action: 'toggle', says: 'keys.toggle', shown: ['Space'] },
  { keys: ['ArrowLeft'], action: 'back', says: 'keys.back', shown: ['←'] },
  { keys: ['ArrowRight'], action: 'forward', says: 'keys.forward', shown: ['→'] },
  { keys: ['Home'], action: 'first', says: 'keys.first', shown: ['Home'] },
  { keys: ['End'], action: 'last', says: 'keys.last', shown: ['End'] },
  { keys: ['ArrowDown', '-'], action: 'slower', says: 'keys.slower', shown: ['↓'] },
  { keys: ['ArrowUp', '+', '='], action: 'faster', says: 'keys.faster', shown: ['↑'] },
  { keys: ['c'], action: 'coordinates', says: 'keys.coordinates', shown: ['c'] },
  { keys: ['?'], action: 'help', says: 'keys.help', shown: ['?'] },
];

/** Keys that the editor itself knows, for the sheet.
 *
 * @type {{shown: string[], says: string}[]}
 */
export const EDITOR_KEYS = [
  { shown: ['Ctrl', 'F'], says: 'keys.find' },
  { shown: ['Esc', 'Tab'], says: 'keys.leave' },
];

/**
 * @param {Record<Action, () => void>} actions
 * @returns {() => void}
 */
export function bindKeys(actions) {
  return on(document, 'keydown', (event) => {
    if (event.defaultPrevented || event.altKey) return;
    const mod = event.ctrlKey || event.metaKey;
    const pressed = mod ? `Mod+${event.key}` : event.key;
    const shortcut = SHORTCUTS.find((one) => one.keys.includes(pressed));
    if (!shortcut || (!mod && hasOwnUse(event))) return;
    event.preventDefault();
    actions[shortcut.action]();
  });
}

const TYPING = 'input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]';
const SLIDERS = 'input[type=range], [role=separator], [role=tab]';
const PRESSED = 'button, a[href], summary, input[type=checkbox]';
/** Places that scroll keep the keys that scroll them. */
const SCROLLED = '[data-testid=console]';

/**
 * Whether the element that has the focus needs this key for itself.
 *
 * @param {KeyboardEvent} event
 */
function hasOwnUse(event) {
  // Through composedPath, because the editor is in a shadow tree and `target` stops at its host.
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return false;
  if (document.querySelector('dialog[open]')) return true;
  if (target.closest(TYPING)) return true;
  if (target.closest(SLIDERS))
    return event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End';
  if (target.closest(PRESSED)) return event.key === ' ';
  if (target.closest(SCROLLED))
    return event.key === 'ArrowUp' || event.key === 'ArrowDown' || event.key === ' ';
  return false;
}
