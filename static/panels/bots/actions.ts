// The actions on a bot in all lists. Each shows a notice about what it did, with a button to undo it.

import type { App } from '../../app.ts';
import { t } from '../../base/words/index.ts';
import type { Listed } from '../code/my-bots.ts';

export type Actions = ReturnType<typeof createActions> & {
  /** saves bots as files */
  save: (ids: number[]) => Promise<void>;
};

/** @param leave called when the user goes to the editor */
export function createActions(app: App, leave: () => void) {
  const { library: bots, notices } = app;

  /** Whether there is room for another bot; if not, the user is told. */
  function hasRoom(): boolean {
    if (bots.isFull()) notices.show(t('bots.full', { most: bots.most }), { bad: true, here: true });
    return !bots.isFull();
  }

  const sayGone = (name: string) => notices.show(t('bots.gone', { name }), { bad: true, here: true });

  return {
    async open({ id, name }: Listed) {
      leave();
      if (!(await bots.open(id))) sayGone(name);
    },

    create(game: string) {
      if (!hasRoom()) return;
      leave();
      bots.create(game);
    },

    async duplicate({ id, name }: Listed) {
      if (!hasRoom()) return;
      leave();
      const copy = await bots.duplicate(id);
      if (copy === null) sayGone(name);
    },

    share({ id }: Listed) {
      leave();
      app.links.shareBot(id);
    },

    async remove({ id, name }: Listed) {
      const back = await bots.remove(id);
      notices.show(t('bots.deleted', { name }), { action: { label: t('notice.undo'), run: back } });
    },
  };
}
