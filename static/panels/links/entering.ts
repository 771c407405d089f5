// Whoever takes part in a contest of others changes a bot for it first, runs it, and sends it then: until that is done a
// notice names the contest and offers sending it. It is kept for this tab, so a reload does not take the way back away.

import type { App } from '../../app.ts';
import { tabStore } from '../../base/storage/settings.ts';
import { short } from '../../base/text/legible.ts';
import { type Goal, NO_GOAL } from '../../base/values/goal.ts';
import { t } from '../../base/words/index.ts';

/** The contest that a bot is to be sent to. */
type Entering = Goal & { game: string };
/** The same as it is kept; plan: none if the link does not name it. */
type Kept = Omit<Entering, 'plan'> & { plan?: string | null | undefined };

const KEY = 'entering';

function enteringIn(): Entering | null {
  const kept = tabStore.get<Kept | null>(KEY, null);
  return kept && { ...kept, plan: kept.plan ?? '' };
}

/** The user's own bot in the editor is the one that is sent. */
interface Inside {
  /** whether there is one: nobody has written the starter bot */
  isThere: (game: string) => boolean;
  send: (id: number, goal: Goal) => unknown;
}

export function createEntering(app: App, { isThere, send }: Inside) {
  let hide: (() => void) | null = null;

  function over() {
    tabStore.drop(KEY);
    put(null);
  }

  /** @param says the id of the sentence; null: it is no longer said */
  function put(says: string | null) {
    const last = hide;
    hide = null;
    last?.();
    const entering = enteringIn();
    if (!says || !entering) return;
    const { game, contest } = entering;
    const removed = app.notices.show(t(says, { contest: short(contest), game: t(`game.${game}`) }), {
      action: { label: t('links.sendBot'), run: () => void sendIt(entering), keeps: true },
      stays: true,
      // Whoever closes it does not want to send one.
      gone: () => hide === removed && over(),
    });
    hide = removed;
  }

  async function sendIt({ game, contest, plan }: Entering) {
    // What was typed last may not be in the library yet.
    await app.editor.settled();
    if (isThere(game)) return void send(app.library.current(game), { contest, plan });
    put('links.botMissing');
    app.navigation.toCode(game);
  }

  return {
    /** From now on it is offered. */
    begin(game: string, { contest, plan }: Goal) {
      tabStore.set(KEY, { game, contest, plan: plan || undefined });
      put('links.botFirst');
    },
    /** It is offered again in a tab that was loaded again. */
    goOn: () => put('links.botFirst'),
    /** The contest that a bot of this game is to be sent to. */
    goalOf(game: string): Goal {
      const entering = enteringIn();
      return entering?.game === game ? { contest: entering.contest, plan: entering.plan } : NO_GOAL;
    },
    /** A bot was sent there. */
    sent({ contest, plan }: Goal) {
      const entering = enteringIn();
      if (entering?.contest === contest && entering.plan === plan) over();
    },
  };
}

export type EnteringRoom = ReturnType<typeof createEntering>;
