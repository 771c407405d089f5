// What can be done with contests: begin, open a game, export, remove, withdraw, and keep lost seeds.

import { moment, say, t } from '../../base/words/index.js';
import { chosenFor } from '../../games/chosen.js';
import { gameFace } from '../../games/index.js';
import { callsOf, drawnFirst, houseBot, ownBot, seriesPlan, shown, versionOf } from './asks.js';
import { decidedAt, losersOf } from './decided.js';
import { createOpening } from './opening.js';
import { createSaving } from './saving.js';
import { MOST_SEEDS, withSet } from './seeds.js';
import { titleOf } from './titles.js';

/** @typedef {import('../../contest/types.js').ContestRow} ContestRow */
/** @typedef {import('../../contest/types.js').ContestSpec} ContestSpec */
/** @typedef {import('../../contest/types.js').Entrant} Entrant */
/** @typedef {import('./contest.js').Shown} Shown */
/** @typedef {import('./games.js').Cell} Cell */
/** @typedef {import('./seeds.js').SeedSet} SeedSet */
/** @typedef {{seeds: string[], points: number, games: number, average: number}} Lost */
/** @typedef {Pick<import('./view.js').Outside, 'contests' | 'climb' | 'notices' | 'store' | 'go' | 'bot' | 'share' | 'openMatch'>} Outside */

/** @param {Outside} outside */
export function createDeeds({ contests, climb, notices, store, go, bot, share, openMatch }) {
  /** @param {string} game @returns {SeedSet[]} */
  const sets = (game) => store.get(`seeds.${game}`, []);

  /** @param {Omit<ContestSpec, 'options' | 'clock'>} spec @returns {Promise<number | null>} null: it was said why not */
  async function begin(spec) {
    const done = await contests.begin({ ...spec, ...chosenFor(store, spec.game) });
    if ('problem' in done) {
      notices.show(say(done.problem), { bad: true });
      return null;
    }
    return done.id;
  }

  /** @param {ContestRow} row @param {Lost} lost @param {string} against @param {boolean} aside @returns {SeedSet} */
  function keepSeeds({ game, entrants }, { seeds, points, games, average }, against, aside) {
    const name = t('compete.lost.name', {
      name: callsOf(entrants)(entrants[0]?.name ?? ''),
      other: shown({ name: against }),
      time: moment(Date.now()),
    });
    const set = {
      ...{ name, seeds: seeds.slice(0, MOST_SEEDS), points, games, average, against },
      ...(aside && { aside }),
    };
    store.set(`seeds.${game}`, withSet(sets(game), set));
    return set;
  }

  return {
    begin,
    sets,
    ownNow,

    /** @param {number} id @param {Cell} cell */
    async open(id, cell) {
      const row = contests.list().find((each) => each.id === id);
      const found = row && (await contests.game(id, cell.block, cell.game).catch(() => null));
      if (!row || !found)
        return void notices.show(t('compete.game.gone', { number: cell.number }), { bad: true });
      const hasCode = cell.seats.some((each) => row.entrants[each]?.kind === 'code');
      const name = t('compete.game.name', { title: row.title, number: cell.number });
      await openMatch(name, found.replay, {
        stage: hasCode ? 'code' : 'play',
        at: (records) => decidedAt(records, losersOf(cell.places, cell.seat), gameFace(row.game).room),
      });
    },

    save: createSaving({ contests, notices, share }),

    openFile: createOpening({ contests, notices, go }),

    /** @param {number} id */
    async remove(id) {
      const title = contests.list().find((each) => each.id === id)?.title ?? '';
      const back = await contests.remove(id);
      go({ tab: 'compete' });
      notices.show(t('compete.removed', { title }), { action: { label: t('notice.undo'), run: back } });
    },

    /** It cannot be undone, so it is asked first. @param {Shown} what @param {number} entrant */
    withdraw({ row, names }, entrant) {
      const run = () => contests.withdraw(row.id, entrant);
      const name = names[entrant] ?? '';
      notices.show(t('compete.withdraw.sure', { name }), {
        action: { label: t('compete.withdraw', { name }), run },
      });
    },

    /** @param {ContestRow} row @param {Lost} lost @param {string} against */
    keepSeeds(row, lost, against) {
      const { name, seeds } = keepSeeds(row, lost, against, false);
      notices.show(t('compete.lost.kept', { count: seeds.length, name }));
    },

    /**
     * Plays the seeds once more, with the bot in the editor in place of its earlier self.
     *
     * @param {ContestRow} row
     * @param {Lost} lost
     * @param {string} against
     */
    async playSeeds(row, lost, against) {
      const { seeds } = keepSeeds(row, lost, against, true);
      const other = row.entrants.find(({ name }) => name === against) ?? houseBot(against);
      const own = row.entrants[0]?.kind === 'code' ? await ownNow(row.game) : row.entrants[0];
      const plan = seriesPlan({ blocks: 0, seeds: { kind: 'list', given: seeds }, stop: null });
      const id =
        own && (await begin({ game: row.game, title: titleOf([own, other]), entrants: [own, other], plan }));
      if (id) go({ tab: 'compete', game: row.game, contest: id });
    },

    /**
     * Begins a series of the bot in the editor, on new seeds.
     *
     * @param {string} game
     * @param {Entrant} other
     * @param {import('../../contest/types.js').QuickPlan} quick
     * @returns {Promise<number | null>}
     */
    async playQuick(game, other, quick) {
      const own = await ownNow(game);
      const plan = { ...quick, seeds: { first: drawnFirst(), given: [] } };
      return begin({ game, title: titleOf([own, other]), entrants: [own, other], plan });
    },

    /** Lets the bot in the editor climb the ladder. @param {string} game */
    async climb(game) {
      await climb.start(game, await ownNow(game));
    },
  };

  /** The bot in the editor, which becomes a version if it is none yet. @param {string} game */
  async function ownNow(game) {
    const code = bot.current(game);
    await bot.keep(game);
    const id = bot.id(game);
    return ownBot(code, versionOf(bot.versions(game), code, id), id);
  }
}
