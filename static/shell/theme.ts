// The theme buttons: in the header, and in the language menu if the header has no room.

import { THEMES } from '../base/storage/keys.ts';
import type { Store } from '../base/storage/settings.ts';
import { on, setIcon } from '../base/ui/dom.ts';
import { t } from '../base/words/index.ts';

const ICON_OF: Record<string, string> = { system: 'monitor', light: 'sun', dark: 'moon' };

/**
 * Connects the buttons that cycle through system, light and dark.
 * @param buttons with an element for words, or with only an icon
 * @param changed called when the colours have changed
 */
export function bindTheme(buttons: HTMLButtonElement[], store: Store, changed: () => void) {
  let theme = store.get('theme', 'system');

  function apply() {
    document.documentElement.dataset.theme = theme;
    const label = t(`theme.${theme}`);
    for (const button of buttons) {
      setIcon(button, ICON_OF[theme] ?? 'monitor');
      const words = button.querySelector('span');
      if (words) {
        words.textContent = label;
      } else {
        button.title = label;
        button.setAttribute('aria-label', label);
      }
    }
    changed();
  }

  function next() {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
    store.set('theme', theme);
    apply();
  }

  apply();
  for (const button of buttons) on(button, 'click', next);
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)'])
    on(matchMedia(query), 'change' as any, changed);
}
