// Tools for the match that is shown: "ask again", and the dialog to save or share it, which is loaded when it is first
// wanted.

import { effect } from '@preact/signals';
import { find, on, part } from '../../base/ui/dom.ts';
import { saveBlob } from '../../base/ui/files.ts';
import { inNotice, lazyPart } from '../../base/ui/lazy.ts';
import type { Notices } from '../../base/ui/notices.tsx';
import type { Arena } from '../../engine/arena.ts';
import type { Match } from '../../match/types.ts';
import type { Visit } from '../../match/visit.ts';
import type { Outside as OfAgain } from './again.tsx';
import { createAgain } from './again.tsx';
import type { Outside as OfChance } from './chance.tsx';
import type { createExportDialog, Outside as OfExport } from './export-dialog.tsx';
import { loserOf } from './last-chance.ts';
import type { Watched } from './state.ts';

type Outside = Pick<OfAgain, 'playback' | 'watched' | 'whenArrived' | 'goToLine' | 'ask'> & {
  visit: Visit;
  /** the board as it is shown */
  canvas: HTMLCanvasElement;
  notices: Notices;
  code: { visible: OfAgain['code']; profile: OfAgain['mark'] };
  run: { isUnderWay: () => boolean };
  /** to the console, before something is shown there */
  ways: { showInCode: (tab: 'console') => void };
  saveReplay: (name: string) => void;
  arena: Pick<Arena, 'address' | 'ready' | 'play'>;
  games: Record<string, { house: string[] }>;
  /** marks a turn on the timeline, with what is said of it; null: none */
  pin: OfChance['pin'];
};

export function createTools({
  visit,
  canvas,
  notices,
  code,
  run,
  ways,
  saveReplay,
  arena,
  games,
  pin,
  ...shared
}: Outside) {
  const again = createAgain(part('.again'), find(document, '#ask-again', HTMLButtonElement), {
    ...shared,
    replay: visit.replay,
    busy: run.isUnderWay,
    code: code.visible,
    mark: code.profile,
    reveal: () => ways.showInCode('console'),
  });
  const exporting = createExport(part('#export'), shared.watched, {
    ...{ playback: shared.playback, canvas, notices, saveReplay, save: saveBlob },
    ...{ address: arena.address, ready: arena.ready },
    replaySize: () => visit.replay()?.length ?? null,
  });
  const refreshChance = offerChance(find(document, '#where-lost', HTMLButtonElement), {
    ...{ playback: shared.playback, watched: shared.watched, replay: visit.replay, pin, play: arena.play },
    ...{ notices, isBusy: run.isUnderWay, house: (game) => games[game]?.house ?? [] },
  });
  visit.onReplay(refreshChance);
  visit.onReplay(again.refresh);
  visit.onReplay(exporting.refresh);
  return { askAgain: again.askFor, actions: { again: again.ask, exporting: exporting.open } };
}

function createExport(button: HTMLElement, { state }: Watched, outside: OfExport) {
  let made: ReturnType<typeof createExportDialog> | null = null;
  const load = lazyPart(async () => {
    const { createExportDialog } = await import('./export-dialog.tsx');
    made = createExportDialog(outside);
    return made;
  }, inNotice(outside.notices));

  /** Not while the match runs: what others may not see yet would be in the file. */
  const isOffered = () => {
    const { match, live } = state.value;
    return match !== null && match.origin !== 'coming' && !live;
  };

  async function open() {
    if (!isOffered()) return;
    outside.playback.pause();
    const found = await load(open);
    if (found && isOffered()) found.open();
  }

  effect(() => {
    button.hidden = !isOffered();
  });
  on(button, 'click', open);
  return { open, refresh: () => made?.refresh() };
}

/** Offers to find out where a match was lost. What does it is loaded when it is first wanted. */
function offerChance(
  button: HTMLButtonElement,
  { notices, isBusy, ...outside }: OfChance & { notices: Notices; isBusy: () => boolean },
) {
  const load = lazyPart(async () => {
    const { createChance } = await import('./chance.tsx');
    return createChance(part('.chance'), outside);
  }, inNotice(notices));

  async function ask() {
    const found = await load(ask);
    await found?.find();
  }

  function refresh() {
    const { match, live } = outside.watched.state.value;
    button.hidden = !match || !isWorthAsking(match) || live || isBusy() || !outside.replay();
  }

  effect(refresh);
  on(button, 'click', ask);
  return refresh;
}

function isWorthAsking(match: Match): boolean {
  const loser = loserOf(match);
  if (loser === null) return false;
  // A fault says itself where it was lost.
  if (match.result?.losses[loser]?.[0].startsWith('fault.')) return false;
  // Where a person or a bot of one's own has won, nobody asks what the house bot could have done.
  const [lost, won] = [loser, 1 - loser].map((k) => match.header.players[k]?.kind);
  return lost !== 'house' || won === 'house';
}
