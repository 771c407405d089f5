// The play room: seats, settings, Run and Stop, playing by hand, and forks.

import { beatenIn } from '../../base/kept/beaten.js';
import { find, part, setText } from '../../base/ui/dom.js';
import { createPorts } from '../../base/values/ports.js';
import { t } from '../../base/words/index.js';
import { createHands } from '../../board/hand/hand.js';
import { gameFace } from '../../games/index.js';
import { namesOf } from '../../games/names.js';
import { createFork } from './fork.js';
import { createRun } from './run.js';
import { createSettings } from './settings.js';
import { createSetup } from './setup.js';

/** @typedef {import('../../match/types.js').MatchSpec} MatchSpec */
/** @typedef {Parameters<typeof createRun>[0]} RunOutside */
/** @typedef {Parameters<typeof createSettings>[2]} SettingsOutside */
/** @typedef {Parameters<typeof createSetup>[1]} SetupOutside */

/**
 * @param {Pick<RunOutside, 'arena' | 'playback' | 'whenArrived' | 'code' | 'players' | 'verdict' | 'notices' | 'began' | 'keep' | 'explain' | 'idle' | 'demo'> &
 *   Pick<SettingsOutside, 'store' | 'packages'> & Pick<SetupOutside, 'versions' | 'wrong'> & {
 *   visit: import('../../match/visit.js').Visit,
 *   games: Record<string, any>,
 *   board: import('../../board/board.js').Board,
 *   canvas: HTMLCanvasElement,
 *   router: {note: (news: object) => void},
 *   begins: () => void,
 * }} outside games: what every game offers; router: keeps who plays on which seed in the address; begins: a match is about to begin
 */
export function createPlayRoom(outside) {
  const { visit, games, code, playback, notices, store } = outside;
  const offer = games[visit.game];
  const later = createPorts();
  const setup = createSetup(part('.setup'), {
    store,
    game: offer,
    sidesOf: (name) => gameFace(name).sides,
    code: code.current,
    versions: outside.versions,
    changed(choice) {
      outside.router.note({ game: visit.game, tab: visit.stage, ...choice });
      later.to.showVerb();
    },
    wrong: outside.wrong,
  });
  later.connect({ showVerb: () => setText(part('#run span'), setup.verb()) });
  const settings = createSettings(part('#settings'), part('#settings-button'), {
    store,
    game: offer,
    packages: {
      count: outside.packages.count,
      async forget() {
        await outside.packages.forget();
        notices.show(t('packages.forgotten'));
      },
    },
  });
  const moves = createPorts();
  const hands = createHands(part('.hand'), {
    board: outside.board,
    canvas: outside.canvas,
    frame: part('.board-frame'),
    playback,
    faceOf: gameFace,
    hides: (game) => games[game]?.hides === true,
    namesOf: ({ header }) => namesOf(header),
    submit: moves.to.move,
  });
  const run = createRun({ ...outside, hands, next: nextMatch, offer: visit.offer });
  moves.connect({ move: run.move });
  const fork = createFork(
    find(document, '#fork-dialog', HTMLDialogElement),
    find(document, '#fork', HTMLButtonElement),
    part('.origin'),
    {
      playback,
      replay: visit.replay,
      busy: run.isUnderWay,
      offer: (name) => games[name] ?? { house: [], ladder: [] },
      beaten: (name) => beatenIn(store, name),
      whenArrived: outside.whenArrived,
      code: code.current,
      versions: outside.versions,
      limits() {
        const { options: _, ...limits } = settings.read();
        return limits;
      },
      start: run.start,
    },
  );

  /** @returns {MatchSpec | null} null: something is wrong with it, and that was said */
  function nextMatch() {
    const problem = setup.problem() ?? settings.problem();
    if (problem) {
      notices.show(problem, { bad: true });
      return null;
    }
    outside.begins();
    return { game: visit.game, ...setup.read(), ...settings.read() };
  }

  visit.onGame((game) => settings.use(games[game]));
  visit.onReplay(fork.refresh);

  return {
    run,
    /** The seats and the seed of another game or tab. @param {import('../../shell/router.js').Place} place */
    use: (place) => setup.use(games[visit.game], visit.stage, place),
    refresh: setup.refresh,
    haveVersions: setup.haveVersions,
    keys: hands.key,
    actions: { run: run.run, fork: fork.open },

    /**
     * Puts a map into the settings of the game that is chosen, and as many seats around it.
     *
     * @param {string} map
     * @param {number} players
     * @returns {() => void} takes it out again
     */
    openMap(map, players) {
      const seats = setup.seats();
      const back = settings.set('map', map);
      setup.resize(players);
      return () => {
        if (back()) setup.resize(seats);
      };
    },
  };
}
