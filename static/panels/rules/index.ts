// The dialog with the rules of a game.

import { find, h, icon, on } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { inNotice, tried } from '../../base/ui/lazy.ts';
import type { Notices } from '../../base/ui/notices.ts';
import { t } from '../../base/words/index.ts';
import type { Offer } from './text.ts';

/** Creates the dialog. Rules are loaded when they are first opened. */
export function createRules({
  games,
  visit,
  notices,
}: {
  games: Record<string, Offer>;
  visit: { readonly game: string };
  notices: Notices;
}) {
  const dialog = find(document, '#rules', HTMLDialogElement);
  const title = h('h2', { id: 'rules-title' });
  const tabs = h('nav', { class: 'rules-games', 'aria-label': t('games.label') });
  const text = h('div', { class: 'rules-text', tabIndex: 0, role: 'region' });
  const close = h(
    'button',
    { type: 'button', class: 'quiet only-icon', 'aria-label': t('notice.close') },
    icon('x'),
  );
  dialog.setAttribute('aria-labelledby', title.id);
  text.setAttribute('aria-labelledby', title.id);
  dialog.append(h('header', {}, title, close), tabs, text);
  /** The number of the newest request; results of earlier ones are dropped. */
  let shown = '';

  const say = inNotice(notices);

  async function load(name: string) {
    const { renderRules } = await import('./text.ts');
    return renderRules(games[name] as Offer);
  }

  async function show(name: string) {
    shown = name;
    const sections = await tried(
      () => load(name),
      say,
      () => show(name),
    );
    if (!sections || shown !== name) return;
    title.textContent = t('rules.title', { game: t(`game.${name}`) });
    refill(tabs, ...Object.keys(games).map(tab));
    refill(text, ...sections);
    text.scrollTop = 0;
    if (!dialog.open) dialog.showModal();
    text.focus();
  }

  function tab(name: string) {
    const button = h('button', { type: 'button', class: 'quiet' }, t(`game.${name}`));
    button.setAttribute('aria-pressed', String(name === shown));
    on(button, 'click', () => show(name));
    return button;
  }

  on(close, 'click', () => dialog.close());
  on(dialog, 'click', (event) => event.target === dialog && dialog.close());

  return {
    show,
    toggle() {
      if (dialog.open) dialog.close();
      else show(visit.game);
    },
  };
}
