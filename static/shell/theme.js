// The theme button in the header.

import { THEMES } from '../base/kept/keys.js';
import { on, setIcon } from '../base/ui/dom.js';
import { t } from '../base/words/index.js';

/** @typedef {import('../base/kept/settings.js').Store} Store */

/** @type {Record<string, string>} */
const ICON_OF = { system: 'monitor', light: 'sun', dark: 'moon' };

/**
 * Connects the button that cycles through system, light and dark.
 *
 * @param {HTMLButtonElement} button
 * @param {Store} store
 * @param {() => void} changed called when the colours have changed
 */
export function bindTheme(button, store, changed) {
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
    on(matchMedia(query), /** @type {any} */ ('change'), changed);
}
