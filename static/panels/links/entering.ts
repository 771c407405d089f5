// A user who takes part in a contest of others first writes a bot, runs it, and then sends it. Until it is sent, a notice names the
// contest and offers to send the bot. It is kept for this tab, so that it is shown again after a reload.

import type { App } from '../../app.ts';
import { tabStore } from '../../base/storage/settings.ts';
import { short } from '../../base/text/legible.ts';
import { type Goal, NO_GOAL } from '../../base/values/goal.ts';
import { t } from '../../base/words/index.ts';

/** The contest that a bot is to be sent to. */
type Entering = Goal & { game: string };
/** The same as it is stored; plan: missing if the link does not name it. */
type Kept = Omit<Entering, 'plan'> & { plan?: string | null | undefined };

const KEY = 'entering';

function enteringIn(): Entering | null {
  const kept = tabStore.get<Kept | null>(KEY, null);
  return kept && { ...kept, plan: kept.plan ?? '' };
}

/** The bot in the editor is sent. */
interface Inside {
  /** whether there is one: the starter bot does not count */
  isThere: (game: string) => boolean;
  send: (id: number, goal: Goal) => unknown;
}

export function createEntering(app: App, { isThere, send }: Inside) {
  let hide: (() => void) | null = null;

  function over() {
    tabStore.drop(KEY);
    put(null);
  }

  /** @param says the id of the notice's sentence; null closes it */
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
      view: 'code',
      // If the user closes the notice, they do not want to send a bot.
      gone: () => hide === removed && over(),
    });
    hide = removed;
  }

  async function sendIt({ game, contest, plan }: Entering) {
    // The last changes may not be in the library yet.
    await app.editor.settled();
    if (isThere(game)) return void send(app.library.current(game), { contest, plan });
    put('links.botMissing');
    app.navigation.toCode(game);
  }

  return {
    /** Begins to offer it. */
    begin(game: string, { contest, plan }: Goal) {
      tabStore.set(KEY, { game, contest, plan: plan || undefined });
      put('links.botFirst');
    },
    /** Offers it again after a reload. */
    goOn: () => put('links.botFirst'),
    /** The contest that a bot of this game is to be sent to. */
    goalOf(game: string): Goal {
      const entering = enteringIn();
      return entering?.game === game ? { contest: entering.contest, plan: entering.plan } : NO_GOAL;
    },
    /** To be called when a bot was sent to a contest. */
    sent({ contest, plan }: Goal) {
      const entering = enteringIn();
      if (entering?.contest === contest && entering.plan === plan) over();
    },
  };
}

export type EnteringRoom = ReturnType<typeof createEntering>;
