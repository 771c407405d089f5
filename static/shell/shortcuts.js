/**
 * The list of all shortcuts: part of the page, keys, action, and the message that describes it; and the lookup of a
 * key. No DOM.
 *
 * @typedef {'match' | 'time' | 'board' | 'console' | 'page'} Area
 * @typedef {'run' | 'fork' | 'rematch' | 'same' | 'swap' | 'watch' | 'takeBack' | 'hints' | 'pause' | 'again' | 'exporting' | 'toggle' | 'back' | 'forward' | 'farBack' | 'farForward' | 'first' | 'last' | 'markBack' |
 *   'markForward' | 'slower' | 'faster' | 'coordinates' | 'drawings' | 'table' | 'zoomIn' | 'zoomOut' | 'zoomWhole' | 'editor' |
 *   'side' | 'play' | 'code' | 'replays' | 'compete' | 'search' | 'hitBack' | 'hitForward' | 'rules' | 'help'} Action
 * @typedef {{area: Area, keys: string[], action: Action, says: string, shown: string[]}} Shortcut
 * @typedef {Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey'>} Pressed
 *
 * @type {Shortcut[]}
 */
export const SHORTCUTS = [
  { area: 'match', keys: ['Mod+Enter'], action: 'run', says: 'keys.run', shown: ['Ctrl', 'Enter'] },
  { area: 'match', keys: ['f'], action: 'fork', says: 'keys.fork', shown: ['f'] },
  { area: 'match', keys: ['a'], action: 'again', says: 'keys.again', shown: ['a'] },
  { area: 'match', keys: ['u'], action: 'takeBack', says: 'keys.takeBack', shown: ['u'] },
  { area: 'match', keys: ['h'], action: 'hints', says: 'keys.hints', shown: ['h'] },
  { area: 'match', keys: ['k'], action: 'pause', says: 'keys.pause', shown: ['k'] },
  { area: 'match', keys: ['r'], action: 'rematch', says: 'keys.rematch', shown: ['r'] },
  { area: 'match', keys: ['m'], action: 'same', says: 'keys.same', shown: ['m'] },
  { area: 'match', keys: ['v'], action: 'swap', says: 'keys.swap', shown: ['v'] },
  { area: 'match', keys: ['b'], action: 'watch', says: 'keys.watch', shown: ['b'] },
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
  { area: 'page', keys: ['4'], action: 'compete', says: 'keys.compete', shown: ['4'] },
  { area: 'page', keys: ['e'], action: 'editor', says: 'keys.editor', shown: ['e'] },
  { area: 'page', keys: ['p'], action: 'side', says: 'keys.side', shown: ['p'] },
  { area: 'page', keys: ['i'], action: 'rules', says: 'keys.rules', shown: ['i'] },
  { area: 'page', keys: ['?'], action: 'help', says: 'keys.help', shown: ['?'] },
];

/**
 * The editor's own keys, for the sheet.
 *
 * @type {{shown: string[], says: string}[]}
 */
export const EDITOR_KEYS = [
  { shown: ['Ctrl', 'F'], says: 'keys.find' },
  { shown: ['Ctrl', 'Z'], says: 'keys.undo' },
  { shown: ['Ctrl', '/'], says: 'keys.comment' },
  { shown: ['Ctrl', 'K', 'Ctrl', 'I'], says: 'keys.explain' },
  { shown: ['Esc', 'Tab'], says: 'keys.leave' },
];

/** Actions that also work without a board. @type {Action[]} */
const EVERYWHERE = ['play', 'code', 'replays', 'compete', 'rules', 'help'];

/** On a keyboard without Latin letters, a key is named by its position. @type {Record<string, string>} */
const PLACES = { BracketLeft: '[', BracketRight: ']', Slash: '/' };

/**
 * The pressed keys in the notation of the list.
 *
 * @param {Pressed} event
 */
function pressedKey({ key, code, shiftKey, ctrlKey, metaKey }) {
  const isForeign = key.length === 1 && key > '\x7f';
  const name = isForeign
    ? (PLACES[code] ?? code.replace(/^Key/, '')[shiftKey ? 'toUpperCase' : 'toLowerCase']())
    : key;
  if (ctrlKey || metaKey) return `Mod+${name}`;
  // Shift changes a character itself; for other keys it is named.
  return shiftKey && name.length > 1 ? `Shift+${name}` : name;
}

/**
 * The action of a key.
 *
 * @param {Pressed} event
 * @param {boolean} atBoard false: only the actions that need no board
 * @returns {Action | null} null: nothing
 */
export function actionOf(event, atBoard) {
  const pressed = pressedKey(event);
  const action = SHORTCUTS.find((one) => one.keys.includes(pressed))?.action ?? null;
  return action && (atBoard || EVERYWHERE.includes(action)) ? action : null;
}
