// Tools for the match that is shown: export, and "ask again".

import { find, part } from '../../base/ui/dom.ts';
import { saveBlob } from '../../base/ui/files.ts';
import { createAgain } from './again.js';
import { createExport } from './export.js';

/** @typedef {Parameters<typeof createAgain>[2]} AgainOutside */

/**
 * @param {Pick<AgainOutside, 'playback' | 'whenArrived' | 'goToLine' | 'ask'> & {
 *   visit: import('../../match/visit.ts').Visit,
 *   canvas: HTMLCanvasElement,
 *   notices: import('../../base/ui/notices.ts').Notices,
 *   code: {current: AgainOutside['code'], profile: AgainOutside['mark']},
 *   run: {isUnderWay: () => boolean},
 *   ways: {showInCode: (tab: 'console') => void},
 *   saveReplay: (name: string) => void,
 *   arena: Pick<import('../../engine/arena.ts').Arena, 'address' | 'ready'>,
 * }} outside canvas: the board as it is shown; ways: to the console, before something is shown there
 */
export function createTools({ visit, canvas, notices, code, run, ways, saveReplay, arena, ...outside }) {
  const { playback, whenArrived, goToLine, ask } = outside;
  const again = createAgain(part('.again'), find(document, '#ask-again', HTMLButtonElement), {
    ...{ playback, whenArrived, goToLine, ask },
    replay: visit.replay,
    busy: run.isUnderWay,
    code: code.current,
    mark: code.profile,
    reveal: () => ways.showInCode('console'),
  });
  const exporting = createExport(
    find(document, '#export-dialog', HTMLDialogElement),
    find(document, '#export', HTMLButtonElement),
    {
      playback,
      canvas,
      hasReplay: () => visit.replay() !== null,
      saveReplay,
      replaySize: () => visit.replay()?.length ?? null,
      save: saveBlob,
      notices,
      failed: (problem) => notices.show(problem, { bad: true }),
      ...{ address: arena.address, ready: arena.ready },
    },
  );
  visit.onReplay(again.refresh);
  visit.onReplay(exporting.refresh);
  return { askAgain: again.askFor, actions: { again: again.ask, exporting: exporting.open } };
}
