// The room of contests: the button in the editor, and the tab Compete. What both need is loaded when it is first wanted.

import { locked } from '../../base/kept/tabs.js';
import { on, part } from '../../base/ui/dom.js';
import { say, t } from '../../base/words/index.js';
import { shown } from './asks.js';
import { createQuick } from './quick.js';
import { createTabTitle } from './tab-title.js';

/** @typedef {import('../../contest/types.js').Contests} Contests */
/** @typedef {import('./view.js').Outside} Outside */
/** @typedef {import('../../contest/climb.js').ClimbOfGames} ClimbOfGames */
/** @typedef {ReturnType<typeof import('./view.js').createView>} View */
/** @typedef {{game: string | null, contest: import('./view.js').Place['contest']}} Place */

const LOCK = 'sandlot.climb';
/** Milliseconds: hidden tabs have no finer clock. */
const TICK = 1000;

/**
 * @param {Omit<Outside, 'contests' | 'climb'> & {
 *   contests: {load: () => Promise<Contests>, goOn: () => Promise<Contests> | null},
 *   visit: import('../../match/visit.js').Visit,
 * }} outside contests: see contest/lazy.js
 */
export function createCompeteRoom({ contests, ...outside }) {
  /** @type {Promise<View> | null} */
  let loaded = null;
  /** What is to be shown; null: nothing of this room. @type {Place | null} */
  let wanted = null;
  const quick = createQuick(part('.quick'), { ...outside, deeds: async () => (await load())?.deeds ?? null });

  /** @type {Promise<{contests: Contests, climb: ClimbOfGames}> | null} */
  let begun = null;

  /** The contests, and the climbs that go on by themselves. @param {Promise<Contests>} loading */
  function begin(loading) {
    begun ??= Promise.all([loading, import('../../contest/climb.js')]).then(([found, { createClimb }]) => {
      quick.use(found);
      tellInTitle(found);
      const climb = createClimb({
        contests: found,
        store: outside.store,
        rungs: (game) => outside.games[game]?.ladder ?? [],
        plan: outside.plans.climb,
        title: (mine, rung) => t('ladder.series', { name: shown({ name: mine }), rung }),
        inTurn: (work) => locked(LOCK, work),
        failed: (problem) => outside.notices.show(say(problem), { bad: true }),
      });
      return { contests: found, climb };
    });
    begun.catch(() => {
      begun = null;
    });
    return begun;
  }

  async function loadAll() {
    const [found, { createView }] = await Promise.all([begin(contests.load()), import('./view.js')]);
    return createView(part('.compete'), { ...outside, ...found });
  }

  /** @returns {Promise<View | null>} null: it was said that it cannot be loaded */
  async function load() {
    loaded ??= loadAll();
    try {
      return await loaded;
    } catch {
      // A new deployment may have replaced the chunk; the next time it is tried again.
      loaded = null;
      outside.notices.show(t('compete.failed'), { bad: true });
      return null;
    }
  }

  return {
    /** @param {Place | null} place null: another tab is shown */
    async show(place) {
      wanted = place;
      if (!place) {
        const view = await loaded?.catch(() => null);
        if (!wanted) view?.leave();
        return;
      }
      const view = await load();
      if (wanted === place) await view?.show(place);
    },
    /** The contests, once they are there. */
    contests: async () => (await begin(contests.load())).contests,
    /** Opens a contest that was dropped on the page. @param {File} file */
    openFile: async (file) => (await load())?.deeds.openFile(file),
    /** Goes on with what was being played at the last visit. */
    async goOn() {
      const loading = contests.goOn();
      if (loading) await begin(loading).catch(() => null);
    },
    /** The bots of the game are others now. */
    refresh: quick.refresh,
  };
}

/** @param {Contests} contests */
function tellInTitle(contests) {
  function percent() {
    const rows = contests.list().filter(({ state }) => state === 'running');
    const here = rows.flatMap(({ id }) => contests.progress(id) ?? []).filter((each) => each.here);
    const sum = (/** @type {'games' | 'known'} */ key) => here.reduce((all, each) => all + each[key], 0);
    return here.length > 0 ? Math.floor((100 * sum('games')) / Math.max(1, sum('known'))) : null;
  }
  const refresh = createTabTitle(document, percent, (now, title, isAsleep) => {
    if (now === null) return t('compete.tab.over', { title });
    return t(isAsleep ? 'compete.tab.asleep' : 'compete.tab.percent', { percent: now, title });
  });
  for (const event of ['visibilitychange', 'resume'])
    on(document, /** @type {any} */ (event), () => refresh());
  on(document, /** @type {any} */ ('freeze'), () => refresh(true));
  setInterval(refresh, TICK);
}
