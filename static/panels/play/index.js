// The play room: seats, settings, Run and Stop, playing by hand, and forks.

import { beatenIn } from '../../base/kept/beaten.ts';
import { find, part, setText } from '../../base/ui/dom.ts';
import { createPorts } from '../../base/values/ports.ts';
import { t } from '../../base/words/index.ts';
import { createHands } from '../../board/hand/hand.ts';
import { gameFace } from '../../games/index.ts';
import { namesOf } from '../../games/names.ts';
import { createAround } from './around.js';
import { createFork } from './fork.js';
import { createRun } from './run.js';
import { createSettings } from './settings.js';
import { createSetup } from './setup.js';
import { createWatched } from './watched.js';
import { ME } from './who.js';

/** @typedef {import('../../match/types.ts').MatchSpec} MatchSpec */
/** @typedef {Parameters<typeof createRun>[0]} RunOutside */
/** @typedef {Parameters<typeof createSettings>[2]} SettingsOutside */
/** @typedef {Parameters<typeof createSetup>[1]} SetupOutside */

/**
 * @param {Pick<RunOutside, 'arena' | 'playback' | 'whenArrived' | 'code' | 'players' | 'verdict' | 'notices' | 'began' | 'keep' | 'explain' | 'idle' | 'demo'> &
 *   Pick<SettingsOutside, 'store' | 'packages'> & Pick<SetupOutside, 'versions' | 'wrong'> & {
 *   visit: import('../../match/visit.ts').Visit,
 *   side: import('../../shell/layout.ts').Layout['side'],
 *   games: Record<string, any>,
 *   board: import('../../board/board.ts').Board,
 *   canvas: HTMLCanvasElement,
 *   router: Pick<import('../../shell/router.ts').Router, 'note' | 'go'>,
 *   begins: () => void,
 *   save: () => void,
 * }} outside games: what every game offers; router: keeps who plays on which seed in the address; begins: a match is about to begin;
 *   save: offers the match as files and pictures
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
      outside.router.note({ game: visit.game, tab: visit.stage, ...choice, settings: settings.written() });
      later.to.chosen(choice);
    },
    wrong: outside.wrong,
  });
  createWatched(part('.setup'), playback, () => setup.read().seats);
  const settings = createSettings(part('#settings'), part('#settings-button'), {
    store,
    game: offer,
    changed: () => outside.router.note({ settings: settings.written() }),
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
    ...{ submit: moves.to.move, store },
  });
  later.connect({
    /** @param {{seats: string[]}} choice */
    chosen({ seats }) {
      setText(part('#run span'), setup.verb());
      hands.expect(seats.includes(ME));
    },
  });
  const run = createRun({
    ...{ ...outside, hands, next: nextMatch, offer: visit.offer },
    changed: (latest) => around.changed(latest),
    asked: (player, turn) => around.asked(player, turn),
    played: () => around.played(),
  });
  moves.connect({ move: run.move });
  const around = createAround({ ...outside, setup, hands, run });
  const fork = createForking(outside, run, settings);

  /** @returns {MatchSpec | null} null: something is wrong with it, and that was said */
  function nextMatch() {
    const problem = setup.problem() ?? settings.problem();
    if (problem) {
      notices.show(problem, { bad: true });
      return null;
    }
    outside.begins();
    // On a phone the settings are below the board, and often out of its sight.
    outside.canvas.scrollIntoView({ block: 'nearest' });
    const spec = { game: visit.game, ...setup.read(), ...settings.read() };
    around.began(spec, setup.choice());
    return spec;
  }

  visit.onGame((game) => settings.use(games[game]));
  visit.onReplay(fork.refresh);

  return {
    run,
    /** The seats and the seed of another game or tab. @param {import('../../shell/router.ts').Place} place */
    use(place) {
      const problems = settings.take(place.settings);
      if (problems.length > 0) outside.wrong(problems);
      setup.use(games[visit.game], visit.stage, place);
    },
    refresh: setup.refresh,
    haveVersions: setup.haveVersions,
    keys: hands.key,
    /** Begins a match of a game at once; one that is under way there goes on. @param {string} game */
    begin(game) {
      const goesOn = run.isUnderWay() && visit.game === game;
      outside.router.go({ game, tab: 'play' });
      if (!goesOn) run.run();
    },
    actions: { run: run.run, fork: fork.open, ...around.actions },

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

    /** @param {Record<string, string>} options of the game that is chosen @returns {() => void} takes them out again */
    setOptions(options) {
      const back = Object.entries(options).map(([name, value]) => settings.set(name, value));
      return () => {
        for (const each of back) each();
      };
    },
  };
}

/**
 * Forks of a match that begin with the settings of the next one.
 *
 * @param {Parameters<typeof createPlayRoom>[0]} outside
 * @param {ReturnType<typeof createRun>} run
 * @param {ReturnType<typeof createSettings>} settings
 */
function createForking(outside, run, settings) {
  const { visit, games } = outside;
  return createFork(
    find(document, '#fork-dialog', HTMLDialogElement),
    find(document, '#fork', HTMLButtonElement),
    part('.origin'),
    {
      playback: outside.playback,
      replay: visit.replay,
      busy: run.isUnderWay,
      offer: (name) => games[name] ?? { house: [], ladder: [] },
      beaten: (name) => beatenIn(outside.store, name),
      whenArrived: outside.whenArrived,
      code: outside.code.current,
      versions: outside.versions,
      limits() {
        const { options: _, ...limits } = settings.read();
        return limits;
      },
      start: run.start,
    },
  );
}
