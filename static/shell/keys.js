import { on } from '../base/ui/dom.js';

/**
 * Every shortcut of the page, once: where it belongs, what is pressed, what it does, and the message that says so.
 *
 * @typedef {'match' | 'time' | 'board' | 'console' | 'page'} Area
 * @typedef {'run' | 'fork' | 'again' | 'exporting' | 'toggle' | 'back' | 'forward' | 'farBack' | 'farForward' | 'first' | 'last' | 'markBack' |
 *   'markForward' | 'slower' | 'faster' | 'coordinates' | 'drawings' | 'table' | 'zoomIn' | 'zoomOut' | 'zoomWhole' | 'editor' |
 *   'side' | 'play' | 'code' | 'replays' | 'search' | 'hitBack' | 'hitForward' | 'rules' | 'help'} Action
 * @typedef {{area: Area, keys: string[], action: Action, says: string, shown: string[]}} Shortcut
 *
 * @type {Shortcut[]}
 */
export const SHORTCUTS = [
  { area: 'match', keys: ['Mod+Enter'], action: 'run', says: 'keys.run', shown: ['Ctrl', 'Enter'] },
  { area: 'match', keys: ['f'], action: 'fork', says: 'keys.fork', shown: ['f'] },
  { area: 'match', keys: ['a'], action: 'again', says: 'keys.again', shown: ['a'] },
  { area: 'match', keys: ['x'], action: 'exporting', says: 'keys.export', shown: ['x'] },
  { area: 'time', keys: [' '], action: 'toggle', says: 'keys.toggle', shown: ['Space'] },
  { area: 'time', keys: ['ArrowLeft'], action: 'back', says: 'keys.back', shown: ['←'] },
  { area: 'time', keys: ['ArrowRight'], action: 'forward', says: 'keys.forward', shown: ['→'] },
  { area: 'time', keys: ['Shift+ArrowLeft'], action: 'farBack', says: 'keys.farBack', shown: ['Shift', '←'] },
  {
    area: 'time',
    keys: ['Shift+ArrowRight'],
    action: 'farForward',
    says: 'keys.farForward',
    shown: ['Shift', '→'],
  },
  { area: 'time', keys: ['['], action: 'markBack', says: 'keys.markBack', shown: ['['] },
  { area: 'time', keys: [']'], action: 'markForward', says: 'keys.markForward', shown: [']'] },
  { area: 'time', keys: ['Home'], action: 'first', says: 'keys.first', shown: ['Home'] },
  { area: 'time', keys: ['End'], action: 'last', says: 'keys.last', shown: ['End'] },
  { area: 'time', keys: ['ArrowDown'], action: 'slower', says: 'keys.slower', shown: ['↓'] },
  { area: 'time', keys: ['ArrowUp'], action: 'faster', says: 'keys.faster', shown: ['↑'] },
  { area: 'board', keys: ['c'], action: 'coordinates', says: 'keys.coordinates', shown: ['c'] },
  { area: 'board', keys: ['d'], action: 'drawings', says: 'keys.drawings', shown: ['d'] },
  { area: 'board', keys: ['t'], action: 'table', says: 'keys.table', shown: ['t'] },
  { area: 'board', keys: ['+', '='], action: 'zoomIn', says: 'keys.zoomIn', shown: ['+'] },
  { area: 'board', keys: ['-'], action: 'zoomOut', says: 'keys.zoomOut', shown: ['-'] },
  { area: 'board', keys: ['0'], action: 'zoomWhole', says: 'keys.zoomWhole', shown: ['0'] },
  { area: 'console', keys: ['/'], action: 'search', says: 'keys.search', shown: ['/'] },
  { area: 'console', keys: ['n'], action: 'hitForward', says: 'keys.hitForward', shown: ['n'] },
  { area: 'console', keys: ['N'], action: 'hitBack', says: 'keys.hitBack', shown: ['Shift', 'n'] },
  { area: 'page', keys: ['1'], action: 'play', says: 'keys.play', shown: ['1'] },
  { area: 'page', keys: ['2'], action: 'code', says: 'keys.code', shown: ['2'] },
  { area: 'page', keys: ['3'], action: 'replays', says: 'keys.replays', shown: ['3'] },
  { area: 'page', keys: ['e'], action: 'editor', says: 'keys.editor', shown: ['e'] },
  { area: 'page', keys: ['p'], action: 'side', says: 'keys.side', shown: ['p'] },
  { area: 'page', keys: ['i'], action: 'rules', says: 'keys.rules', shown: ['i'] },
  { area: 'page', keys: ['?'], action: 'help', says: 'keys.help', shown: ['?'] },
];

/**
 * Keys that the editor itself knows, for the sheet.
 *
 * @type {{shown: string[], says: string}[]}
 */
export const EDITOR_KEYS = [
  { shown: ['Ctrl', 'F'], says: 'keys.find' },
  { shown: ['Ctrl', 'Z'], says: 'keys.undo' },
  { shown: ['Ctrl', '/'], says: 'keys.comment' },
  { shown: ['Esc', 'Tab'], says: 'keys.leave' },
];

/** What has a meaning also where no board is. @type {Action[]} */
const EVERYWHERE = ['play', 'code', 'replays', 'rules', 'help'];

/**
 * @param {Record<Action, () => void>} actions
 * @param {(event: KeyboardEvent) => boolean} takes whoever plays by hand comes first; true: the key was his
 * @param {() => boolean} atBoard elsewhere there is nothing most of these keys could mean
 */
export function bindKeys(actions, takes, atBoard) {
  on(document, 'keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    const mod = event.ctrlKey || event.metaKey;
    if (!mod && atBoard() && !hasOwnUse(event) && takes(event)) {
      event.preventDefault();
      return;
    }
    const pressed = pressedKey(event);
    const shortcut = SHORTCUTS.find((one) => one.keys.includes(pressed));
    if (!shortcut || (!mod && hasOwnUse(event))) return;
    if (!atBoard() && !EVERYWHERE.includes(shortcut.action)) return;
    event.preventDefault();
    actions[shortcut.action]();
  });
}

/** Where a keyboard writes no Latin letters, a key is called by its place. @type {Record<string, string>} */
const PLACES = { BracketLeft: '[', BracketRight: ']', Slash: '/' };

/** What was pressed, as the list of shortcuts writes it. @param {KeyboardEvent} event */
function pressedKey(event) {
  const { key, code, shiftKey } = event;
  const isForeign = key.length === 1 && key > '\x7f';
  const name = isForeign
    ? (PLACES[code] ?? code.replace(/^Key/, '')[shiftKey ? 'toUpperCase' : 'toLowerCase']())
    : key;
  if (event.ctrlKey || event.metaKey) return `Mod+${name}`;
  // With Shift a sign is another sign already; what is no sign says so.
  return shiftKey && name.length > 1 ? `Shift+${name}` : name;
}

const TYPING = 'input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]';
const SLIDERS = 'input[type=range], [role=separator], [role=tab]';
const PRESSED = 'button, a[href], summary, input[type=checkbox]';
/** Places that scroll keep the keys that scroll them. */
const SCROLLED = '[data-testid=console], .board-table';

const SCROLLING = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', ' ']);

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
  if (target.closest(PRESSED)) return event.key === ' ' || event.key === 'Enter';
  if (target.closest(SCROLLED)) return SCROLLING.has(event.key);
  return false;
}
