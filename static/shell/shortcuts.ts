/**
 * The list of all shortcuts: part of the page, keys, action, and the sentence about it; and the lookup of a key.
 * No DOM.
 */

import type { TabId } from '../tabs.ts';

type Area = 'match' | 'time' | 'board' | 'console' | 'page';
export type TabAction = `tab:${TabId}`;
export type Action =
  | TabAction
  | 'run'
  | 'fork'
  | 'rematch'
  | 'same'
  | 'swap'
  | 'watch'
  | 'takeBack'
  | 'hints'
  | 'pause'
  | 'again'
  | 'exporting'
  | 'toggle'
  | 'back'
  | 'forward'
  | 'farBack'
  | 'farForward'
  | 'first'
  | 'last'
  | 'markBack'
  | 'markForward'
  | 'slower'
  | 'faster'
  | 'coordinates'
  | 'drawings'
  | 'table'
  | 'zoomIn'
  | 'zoomOut'
  | 'zoomWhole'
  | 'editor'
  | 'side'
  | 'gameForward'
  | 'gameBack'
  | 'toContest'
  | 'theatre'
  | 'consoleWide'
  | 'search'
  | 'hitBack'
  | 'hitForward'
  | 'rules'
  | 'help';

export interface Shortcut {
  area: Area;
  keys: readonly string[];
  action: Action;
  /** the id of the sentence about it */
  says: string;
  /** the id of a name that is put into that sentence */
  names?: string;
  shown: readonly string[];
}

export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

const OF_MATCHES: readonly Shortcut[] = [
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
  { area: 'match', keys: ['l'], action: 'gameForward', says: 'keys.gameForward', shown: ['l'] },
  { area: 'match', keys: ['L'], action: 'gameBack', says: 'keys.gameBack', shown: ['Shift', 'l'] },
  { area: 'match', keys: ['g'], action: 'toContest', says: 'keys.toContest', shown: ['g'] },
  { area: 'match', keys: ['y'], action: 'theatre', says: 'keys.theatre', shown: ['y'] },
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
  { area: 'console', keys: ['o'], action: 'consoleWide', says: 'keys.consoleWide', shown: ['o'] },
  { area: 'console', keys: ['n'], action: 'hitForward', says: 'keys.hitForward', shown: ['n'] },
  { area: 'console', keys: ['N'], action: 'hitBack', says: 'keys.hitBack', shown: ['Shift', 'n'] },
];

const OF_THE_PAGE: readonly Shortcut[] = [
  { area: 'page', keys: ['e'], action: 'editor', says: 'keys.editor', shown: ['e'] },
  { area: 'page', keys: ['p'], action: 'side', says: 'keys.side', shown: ['p'] },
  { area: 'page', keys: ['i'], action: 'rules', says: 'keys.rules', shown: ['i'] },
  { area: 'page', keys: ['?'], action: 'help', says: 'keys.help', shown: ['?'] },
];

/** All shortcuts of a page with these tabs. */
export function shortcutsOf(tabs: readonly { id: TabId; key: string; label: string }[]): readonly Shortcut[] {
  const toTabs = tabs.map(({ id, key, label }) => ({
    ...{ area: 'page' as const, keys: [key], action: `tab:${id}` as const },
    ...{ says: 'keys.tab', names: label, shown: [key] },
  }));
  return [...OF_MATCHES, ...toTabs, ...OF_THE_PAGE];
}

/** The editor's own keys, for the dialog with keys. */
export const EDITOR_KEYS: readonly Pick<Shortcut, 'shown' | 'says'>[] = [
  { shown: ['Ctrl', 'F'], says: 'keys.find' },
  { shown: ['Ctrl', 'Z'], says: 'keys.undo' },
  { shown: ['Ctrl', '/'], says: 'keys.comment' },
  { shown: ['Ctrl', 'K', 'Ctrl', 'I'], says: 'keys.explain' },
  { shown: ['Esc', 'Tab'], says: 'keys.leave' },
];

/** Keys by their position, for keyboards without Latin letters. */
const PLACES: Record<string, string> = { BracketLeft: '[', BracketRight: ']', Slash: '/' };

/** The pressed keys, in the notation of the list. */
function pressedKey({ key, code, shiftKey, ctrlKey, metaKey }: Pressed): string {
  const isForeign = key.length === 1 && key > '\x7f';
  const name = isForeign
    ? (PLACES[code] ?? code.replace(/^Key/, '')[shiftKey ? 'toUpperCase' : 'toLowerCase']())
    : key;
  if (ctrlKey || metaKey) return `Mod+${name}`;
  // Shift changes a character itself; for other keys it is named.
  return shiftKey && name.length > 1 ? `Shift+${name}` : name;
}

/** Whether an action also works without a board. */
const isEverywhere = (action: Action) => action === 'rules' || action === 'help' || action.startsWith('tab:');

/**
 * The action of a key.
 *
 * @param atBoard whether a board is shown; if not, only actions that need none are found
 * @returns null if the key has no action
 */
export function actionOf(shortcuts: readonly Shortcut[], event: Pressed, atBoard: boolean): Action | null {
  const pressed = pressedKey(event);
  const action = shortcuts.find((one) => one.keys.includes(pressed))?.action ?? null;
  return action && (atBoard || isEverywhere(action)) ? action : null;
}
