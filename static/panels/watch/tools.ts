// The tools for the shown match: "Ask again", and the dialog to save or share it, which is loaded when it is first needed.

import { effect, signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { find, on, part } from '../../base/ui/dom.ts';
import { inNotice, lazyPart } from '../../base/ui/lazy.ts';
import type { Match } from '../../match/types.ts';
import { createAgain } from './again.tsx';
import type { Answer, createExportDialog } from './export-dialog.tsx';
import { loserOf } from './last-chance.ts';

export type Tools = ReturnType<typeof createTools>;

export function createTools(app: App) {
  const { session } = app;
  const again = createAgain(part('.again'), find(document, '#ask-again', HTMLButtonElement), app);
  const exporting = createExport(part('#export'), app);
  const chance = offerChance(find(document, '#where-lost', HTMLButtonElement), app);
  session.onReplay(chance.refresh);
  session.onReplay(again.refresh);
  session.onReplay(exporting.refresh);
  return {
    askAgain: again.askFor,
    /** Finds out where the shown match was lost, if that is offered. */
    chance: { isOffered: chance.isOffered, ask: chance.ask },
    /** Shares the shown match, which was played for a challenge. */
    answerWith: (answer: Answer) => exporting.open(answer),
    actions: { again: again.ask, exporting: () => exporting.open() },
  };
}

function createExport(button: HTMLElement, app: App) {
  const { state } = app.watch.watched;
  let made: ReturnType<typeof createExportDialog> | null = null;
  const load = lazyPart(async () => {
    const { createExportDialog } = await import('./export-dialog.tsx');
    made = createExportDialog(app);
    return made;
  }, inNotice(app.notices));

  /** Not while the match runs or can go on: what others may not see yet would be in the file. */
  const isOffered = () => {
    const { match, live } = state.value;
    return match !== null && match.origin !== 'coming' && !match.sealed && !match.bound && !live;
  };

  async function open(answer: Answer | null = null): Promise<void> {
    if (!isOffered()) return;
    app.playback.pause();
    const found = await load(() => open(answer));
    if (found && isOffered()) found.open(answer);
  }

  effect(() => {
    button.hidden = !isOffered();
  });
  on(button, 'click', () => void open());
  return { open, refresh: () => made?.refresh() };
}

/** Offers to find out where a match was lost. The code for that is loaded when it is first needed. */
function offerChance(button: HTMLButtonElement, app: App) {
  const load = lazyPart(async () => {
    const { createChance } = await import('./chance.tsx');
    return createChance(part('.chance'), app);
  }, inNotice(app.notices));

  async function ask() {
    const found = await load(ask);
    await found?.find();
  }

  const isOffered = signal(false);

  function refresh() {
    const { match, live } = app.watch.watched.state.value;
    const isBusy = app.play.run.isUnderWay();
    const isTold = !app.watch.watched.untold.value;
    isOffered.value =
      match !== null && isTold && isWorthAsking(match) && !live && !isBusy && app.session.replay() !== null;
    button.hidden = !isOffered.value;
  }

  effect(refresh);
  on(button, 'click', ask);
  return { refresh, isOffered, ask };
}

function isWorthAsking(match: Match): boolean {
  const loser = loserOf(match);
  if (loser === null) return false;
  // If a fault lost the match, it is known where.
  if (match.result?.losses[loser]?.[0].startsWith('fault.')) return false;
  // If a person or the user's bot has beaten a house bot, nobody asks what that could have done.
  const [lost, won] = [loser, 1 - loser].map((k) => match.header.players[k]?.kind);
  return lost !== 'house' || won === 'house';
}
