// Follows the address: shows its view, its game and the match that was shown there before.

import { fetchAsset } from '../base/site/manifest.js';
import { t } from '../base/words/index.js';
import { recordedMatch, textOfDemo } from '../match/match.js';
import { focusTab } from './header.tsx';

/** @typedef {import('../match/types.js').Replay} Replay */
/** @typedef {import('./router.js').Place} Place */

/**
 * @param {object} outside
 * @param {import('../match/visit.js').Visit} outside.visit
 * @param {import('./router.js').Router} outside.router
 * @param {ReturnType<typeof import('./layout.js').createLayout>} outside.layout
 * @param {import('../match/playback.js').Playback} outside.playback
 * @param {import('../base/ui/notices.js').Notices} outside.notices
 * @param {{isUnderWay: () => boolean, stop: () => void}} outside.run
 * @param {(place: Place) => void} outside.setUp shows the seats and the seed of a place
 * @param {(place: Place) => void} outside.lead shows the match that a place names
 * @param {() => void} outside.write the focus goes into the editor
 * @param {(shown: boolean) => void} outside.showFront
 * @param {(place: Place) => void} outside.showTab what is no match
 * @param {(place: Place) => void} outside.showLinks of the header
 * @param {Record<string, string>} outside.demo where the recorded match of every game is
 */
export function createEnter(outside) {
  const { visit, router, layout, playback, notices, run, demo } = outside;

  /** Goes to a game. A match under way ends here; it is kept, and can go on from where it was. @param {string} game */
  function goToGame(game) {
    if (game === visit.game) return;
    const from = visit.game;
    if (run.isUnderWay()) {
      run.stop();
      const back = { label: t('match.goBack'), run: () => router.go({ game: from, tab: visit.stage }) };
      notices.show(t('match.left', { game: t(`game.${from}`) }), { action: back });
    }
    visit.leave();
    visit.chooseGame(game);
  }

  /** Shows the recorded match of a game while Python is loading. */
  async function showDemo() {
    const name = visit.game;
    const response = await fetchAsset(demo[name] ?? '').catch(() => null);
    // Without a network, or after the page was left, the demo does not matter.
    if (!response) return;
    const recorded = /** @type {Replay} */ (await response.json());
    if (name !== visit.game || visit.shownGame() === name || run.isUnderWay()) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const match = recordedMatch('demo', recorded, textOfDemo(recorded));
    playback.load(match, { play: !still });
  }

  /** The focus goes where one writes; its link on the front is gone. On a tablet a keyboard would cover half of that. */
  function toWrite() {
    if (layout.toTab() || matchMedia('(pointer: coarse)').matches) return;
    outside.write();
  }

  /** The view that was shown before. @type {Place['tab'] | null} */
  let before = null;

  return {
    /** Shows what the address says. @param {Place} place */
    enter(place) {
      const { tab } = place;
      const fromFront = before === 'front';
      const isOther = before !== null && before !== tab;
      before = tab;
      document.documentElement.dataset.view = tab;
      if (tab === 'play' || tab === 'code') {
        visit.chooseStage(tab);
        // On a phone one comes here from far below: what is played begins above.
        if (isOther) scrollTo(0, 0);
        // On a phone the match is shown first, and the editor on demand: "Write a bot" on the front asks for it.
        layout.showTab(tab === 'code' && fromFront ? 'code' : 'match');
        goToGame(place.game ?? visit.game);
        outside.setUp(place);
        if (visit.shownGame() !== visit.game && !visit.showLeft()) showDemo();
        if (tab === 'code' && fromFront) toWrite();
      }
      outside.lead(place);
      outside.showFront(tab === 'front');
      // A form for a new contest is about the bot of its game.
      if (tab === 'compete' && place.game && typeof place.contest === 'string') goToGame(place.game);
      outside.showTab(place);
      outside.showLinks(place);
      // The link on the front is gone: one goes on from the tab that it has led to.
      if (fromFront && document.activeElement?.getClientRects().length === 0) focusTab();
    },
    /**
     * A replay of this game is about to be shown. Who plays the next match of it, and on which seed, stays.
     *
     * @param {string} game
     * @param {boolean} isNamed by the address, which stays then
     */
    makeRoomFor(game, isNamed) {
      run.stop();
      const isHere = game === visit.game && router.place.tab === visit.stage;
      if (isHere && isNamed) return;
      visit.chooseGame(game);
      const { seats, seed, settings } = router.place;
      router.go({ game, tab: visit.stage, ...(isHere && { seats, seed, settings }) });
    },
  };
}
