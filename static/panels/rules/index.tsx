// The dialog with the rules of a game.

import { signal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { createRef, render } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { App } from '../../app.ts';
import { Dialog } from '../../base/ui/dialog.tsx';
import { newPlace } from '../../base/ui/dom.ts';
import { inNotice, tried } from '../../base/ui/lazy.ts';
import { t } from '../../base/words/index.ts';
import type { Offer } from './text.tsx';

export type Rules = ReturnType<typeof createRules>;

/** Creates the dialog. Rules are loaded when they are first opened. */
export function createRules({ games, session, notices }: App) {
  const isOpen = signal(false);
  const shown = signal<{ game: string; sections: ComponentChild } | null>(null);
  const text = createRef<HTMLElement>();
  /** The game of the latest request; results of earlier ones are ignored. */
  let wanted = '';
  const say = inNotice(notices);

  async function show(game: string) {
    wanted = game;
    const sections = await tried(
      async () => (await import('./text.tsx')).rulesOf(games[game] as Offer),
      say,
      () => show(game),
    );
    if (!sections || wanted !== game) return;
    shown.value = { game, sections };
    isOpen.value = true;
  }

  function View() {
    const { game, sections } = shown.value ?? { game: '', sections: null };
    useLayoutEffect(() => {
      text.current?.scrollTo(0, 0);
      text.current?.focus();
    }, [game, isOpen.value]);
    if (!shown.value) return null;
    const title = t('rules.title', { game: t(`game.${game}`) });
    return (
      <Dialog id="rules" class="rules" says={title} isOpen={isOpen}>
        <header>
          <h2>{title}</h2>
        </header>
        <nav class="rules-games" aria-label={t('games.label')}>
          {Object.keys(games).map((name) => (
            <button
              key={name}
              type="button"
              class="quiet"
              aria-pressed={name === game}
              onClick={() => show(name)}
            >
              {t(`game.${name}`)}
            </button>
          ))}
        </nav>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it. */}
        <section ref={text} class="rules-text" tabIndex={0} aria-label={title}>
          {sections}
        </section>
      </Dialog>
    );
  }

  render(<View />, newPlace());
  // Another address may show another game, which the dialog would cover.
  addEventListener('hashchange', () => {
    wanted = '';
    isOpen.value = false;
  });

  return {
    show,
    toggle() {
      if (isOpen.value) isOpen.value = false;
      else void show(session.lit);
    },
  };
}
