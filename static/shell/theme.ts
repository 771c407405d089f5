// The theme button in the header.

import { THEMES } from '../base/kept/keys.ts';
import type { Store } from '../base/kept/settings.ts';
import { on, setIcon } from '../base/ui/dom.ts';
import { t } from '../base/words/index.ts';

const ICON_OF: Record<string, string> = { system: 'monitor', light: 'sun', dark: 'moon' };

/**
 * Connects the button that cycles through system, light and dark.
 * @param changed called when the colours have changed
 */
export function bindTheme(button: HTMLButtonElement, store: Store, changed: () => void) {
  let theme = store.get('theme', 'system');

  function apply() {
    document.documentElement.dataset.theme = theme;
    setIcon(button, ICON_OF[theme] ?? 'monitor');
    const label = t(`theme.${theme}`);
    button.title = label;
    button.setAttribute('aria-label', label);
    changed();
  }

  apply();
  on(button, 'click', () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
    store.set('theme', theme);
    apply();
  });
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)'])
    on(matchMedia(query), 'change' as any, changed);
}
