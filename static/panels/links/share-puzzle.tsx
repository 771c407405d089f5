// Shares a puzzle.

import type { App } from '../../app.ts';
import { t } from '../../base/words/index.ts';
import { createDialog } from './dialog.tsx';
import { short } from './facts.tsx';
import { createMaking } from './making.ts';

export function createSharePuzzle({ arena }: App) {
  const shown = createDialog('sharing');
  let title = '';
  const making = createMaking(arena, {
    title: () => t('links.titlePuzzle', { title }),
    tooLong: 'links.puzzleTooLong',
  });

  /** @param name what the puzzle is called */
  return (name: string, game: string, puzzle: unknown) => {
    title = name;
    const share = (
      <section class="share">
        <p class="hint">{t('links.aboutPuzzle')}</p>
        <making.LinkField />
      </section>
    );
    shown.show(t('links.share', { name: short(name) }), share, null);
    making.begin();
    void making.make(async () => [{ kind: 'puzzle', game, puzzle }, []]);
  };
}
