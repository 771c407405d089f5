// Follows the address: shows its view, its game and the match that was shown there before.

import type { App } from '../app.ts';
import { fetchAsset } from '../base/site/manifest.ts';
import { readMark } from '../base/values/game-mark.ts';
import { t } from '../base/words/index.ts';
import { recordedMatch, textOfDemo } from '../match/match.ts';
import type { Match, Replay } from '../match/types.ts';
import type { Row } from '../tabs.ts';
import { createHeader, focusTab } from './header.tsx';
import type { Place } from './router.ts';
import { createTabViews } from './tab-views.ts';

export type Enter = ReturnType<typeof createEnter>;

/** What is shown while something else is on its way. instead: of this match of the same game; isStill: a recorded match does not play by itself. */
interface Meanwhile {
  instead?: Match | null;
  isStill?: boolean;
}

export function createEnter(app: App, tabs: readonly Row[]) {
  const { session, router, layout, playback, notices, demo } = app;
  const { run } = app.play;
  const tabViews = createTabViews(tabs, app);
  const showLinks = createHeader(app, tabs);

  /** Goes to a game. A match under way ends here and is kept; one that a person plays waits for them. */
  function goToGame(game: string) {
    if (game === session.game) return session.light(game);
    const from = session.game;
    if (app.play.leave(true) === false) {
      const watch = { label: t('match.watchIt'), run: () => router.go({ game: from, tab: session.stage }) };
      notices.show(t('match.stoppedIn', { game: t(`game.${from}`) }), { action: watch });
    }
    session.leave();
    session.chooseGame(game);
  }

  /**
   * Shows the recorded match of a game: while Python is loading, and in place of what a link did not bring.
   *
   * @param how instead: of this match of the same game; isStill: it does not play by itself
   */
  async function showDemo({ instead = null, isStill = false }: Meanwhile = {}) {
    const name = session.game;
    const response = await fetchAsset(demo[name] ?? '').catch(() => null);
    // Without a network, or after the page was left, the demo does not matter.
    if (!response) return;
    const recorded = (await response.json()) as Replay;
    if (name !== session.game || run.isUnderWay()) return;
    if (isShown(name) && playback.state.match !== instead) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const match = recordedMatch('demo', recorded, textOfDemo(recorded));
    playback.load(match, { play: !still && !isStill });
  }

  /**
   * Shows what the game showed before, or its recorded match, while something else is on its way.
   */
  function showMeanwhile(how: Meanwhile = {}) {
    const { instead = null } = how;
    const isLeft = instead !== null && session.left.get(session.game)?.match === instead;
    if (isLeft || !session.showLeft()) showDemo(how);
  }

  /** The same where one stays: a match by hand that was left there goes on, also after the page was loaded again. */
  function showBefore(how: Meanwhile = {}) {
    const { game, stage } = session;
    const goesOn = app.play.comeBack(game) || (stage === 'play' && app.replays.comeBack(game));
    if (!goesOn) showMeanwhile(how);
  }

  const isShown = (game: string) => session.shownGame() === game && playback.state.match?.origin !== 'coming';

  /** The focus goes where one writes; its link on the front is gone. On a tablet a keyboard would cover half of that. */
  function toWrite() {
    if (layout.toTab() || matchMedia('(pointer: coarse)').matches) return;
    app.editor.focus();
  }

  /** The view that was shown before. */
  let before: Place['tab'] | null = null;
  /** The same, with what of it was shown. */
  let shown = '';
  /** Whether somebody has pressed what leads to the editor, and to nothing else. */
  let isWriting = false;

  return {
    /** The next address is gone to for the editor. */
    expectWriting() {
      isWriting = true;
    },
    /** Shows what the address says. */
    enter(place: Place) {
      const { tab } = place;
      const fromFront = before === 'front';
      const isForEditor = isWriting && tab === 'code';
      isWriting = false;
      const isFirst = before === null;
      const isOther = before !== null && before !== tab;
      before = tab;
      const what = [tab, place.game, place.contest].join(' ');
      if (what !== shown) notices.leave();
      shown = what;
      const pressed = document.activeElement;
      document.documentElement.dataset.view = tab;
      if (tab !== 'play' && tab !== 'code') app.play.wait();
      if (tab === 'play' || tab === 'code') {
        session.chooseStage(tab);
        // On a phone one comes here from far below: what is played begins above.
        if (isOther) scrollTo(0, 0);
        // On a phone the match is shown first, and the editor on demand: "Write a bot" on the front asks for it.
        const first = isFirst && tab === 'code' ? layout.firstTab : 'match';
        layout.showTab(tab === 'code' && fromFront ? 'code' : first);
        goToGame(place.game ?? session.game);
        const isNamed = app.play.use(place);
        // The match of a link or of the address, or a puzzle, is on its way.
        const isComing = router.isOpening() || place.puzzle || (place.match && !readMark(place.match));
        if (!isComing && session.shownGame() !== session.game) showBefore();
        // Who is named there plays next, whatever was watched before.
        if (isNamed && !router.isOpening() && !place.match) app.play.setUp();
        // The tabs and their keys leave the caret out of the text: the next key would be typed into the bot.
        if (isForEditor) toWrite();
      } else if (place.game) session.light(place.game);
      app.replays.lead(place);
      app.puzzles.lead(place);
      app.front.show(tab === 'front');
      // A form for a new contest is about the bot of its game.
      if (tab === 'compete' && place.game && typeof place.contest === 'string') goToGame(place.game);
      tabViews.show(place);
      showLinks(place);
      // The link is gone with its view: one goes on from the tab that it has led to. A room has a title that takes the focus.
      const hasTitle = !fromFront && tab !== 'play' && tab !== 'code';
      const { activeElement } = document;
      const hasFocus = activeElement && activeElement !== document.body && activeElement !== pressed;
      if (isOther && !hasTitle && !hasFocus && pressed?.getClientRects().length === 0) focusTab();
    },
    showBefore,
    showMeanwhile,
    /** A tab that was asked for without a game shows this one. */
    name(game: string) {
      router.note({ game });
      session.light(game);
      showLinks(router.place);
    },
    /**
     * A replay of this game is about to be shown. Who plays the next match of it, and on which seed, stays.
     * @param isNamed by the address, which stays then
     */
    makeRoomFor(game: string, isNamed: boolean) {
      app.play.leave(game !== session.game);
      const isHere = game === session.game && router.place.tab === session.stage;
      if (isHere && isNamed) return;
      session.chooseGame(game);
      const { seats, seed, settings } = router.place;
      router.go({ game, tab: session.stage, ...(isHere && { seats, seed, settings }) });
    },
  };
}
