// The list of games in Learn, each with the number of its steps that are passed, or of its puzzles that are solved.

import type { ReadonlySignal } from '@preact/signals';

interface Props {
  state: { games: readonly string[]; game: ReadonlySignal<string> };
  words: { t: (id: string, params?: Record<string, unknown>) => string };
  href: (next: { game: string; tab: 'learn' }) => string;
  countOf: (game: string) => number;
  /** the id of the sentence with such a count */
  counted: string;
}

export function Games({ state, words: { t }, href, countOf, counted }: Props) {
  return (
    <nav class="library-games" aria-label={t('path.games')}>
      {state.games.map((name) => {
        const count = countOf(name);
        return (
          <a
            key={name}
            href={href({ game: name, tab: 'learn' })}
            aria-current={name === state.game.value ? 'true' : undefined}
          >
            {t(`game.${name}`)}
            {count > 0 && (
              <>
                <span class="count" aria-hidden="true">
                  {count}
                </span>
                <span class="unseen">{t(counted, { count })}</span>
              </>
            )}
          </a>
        );
      })}
    </nav>
  );
}
