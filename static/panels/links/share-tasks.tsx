// Shares a file of tasks: a step of a path, or what a teacher grades.

import type { App } from '../../app.ts';
import { t } from '../../base/words/index.ts';
import { createDialog } from './dialog.tsx';
import { short } from './facts.tsx';
import { createMaking } from './making.ts';

export function createShareTasks({ arena }: App) {
  const shown = createDialog('sharing');
  let title = '';
  const making = createMaking(arena, {
    title: () => t('links.titleTasks', { title }),
    tooLong: 'links.tasksTooLong',
  });

  /** @param name of the file, or what the tasks are called @param text of the file */
  return (name: string, text: string) => {
    title = name;
    const share = (
      <section class="share">
        <p class="hint">{t('links.aboutTasks')}</p>
        <making.LinkField />
      </section>
    );
    shown.show(t('links.share', { name: short(name) }), share, null);
    making.begin();
    void making.make(async () => [{ kind: 'tasks', text }, []]);
  };
}
