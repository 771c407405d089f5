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

/** How to show something while something else is loading. instead: in place of this match of the game; isStill: not playing. */
interface Meanwhile {
  instead?: Match | null;
  isStill?: boolean;
}

export function createEnter(app: App, tabs: readonly Row[]) {
  const { session, router, layout, playback, notices, demo } = app;
  const { run } = app.play;
  const tabViews = createTabViews(tabs, app);
  const showLinks = createHeader(app, tabs);

  /** Goes to a game. A match under way ends and is stored; a match that a person plays waits for them. */
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
   * Shows the recorded match of the game: while Python is loading, or if a link could not be opened.
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
   * Shows what the game showed before, or its recorded match, while something else is loading.
   */
  function showMeanwhile(how: Meanwhile = {}) {
    const { instead = null } = how;
    const isLeft = instead !== null && session.left.get(session.game)?.match === instead;
    if (isLeft || !session.showLeft()) showDemo(how);
  }

  /** The same if nothing else is loading: a match by hand that was left goes on, also after a reload of the page. */
  function showBefore(how: Meanwhile = {}) {
    const { game, stage } = session;
    const goesOn = app.play.comeBack(game) || (stage === 'play' && app.replays.comeBack(game));
    if (!goesOn) showMeanwhile(how);
  }

  const isShown = (game: string) => session.shownGame() === game && playback.state.match?.origin !== 'coming';

  /** Moves the focus to the editor, but not on touch screens, where the keyboard would cover half of it. */
  function toWrite() {
    if (layout.toTab() || matchMedia('(pointer: coarse)').matches) return;
    app.editor.focus();
  }

  /** The tab that was shown before; null at first. */
  let before: Place['tab'] | null = null;
  /** The same, with its game and contest. */
  let shown = '';
  /** Whether the user has pressed a link that leads to the editor. */
  let isWriting = false;

  return {
    /** To be called before going to an address: the editor will get the focus there. */
    expectWriting() {
      isWriting = true;
    },
    /** Shows the place that the address names. */
    enter(place: Place) {
      const { tab } = place;
      const fromFront = before === 'front';
      const isForEditor = isWriting && tab === 'code';
      isWriting = false;
      const isFirst = before === null;
      const isOther = before !== null && before !== tab;
      before = tab;
      const what = [tab, place.game, place.contest].join(' ');
      if (what !== shown) notices.leaveFor(tab);
      shown = what;
      const pressed = document.activeElement;
      document.documentElement.dataset.view = tab;
      if (tab !== 'play' && tab !== 'code') app.play.wait();
      if (tab === 'play' || tab === 'code') {
        session.chooseStage(tab);
        // On a phone the last view may be scrolled far down, and the match is at the top.
        if (isOther) scrollTo(0, 0);
        // On a phone the match is shown first, and the editor on demand: "Write a bot" on the front asks for it.
        const first = isFirst && tab === 'code' ? layout.firstTab : 'match';
        layout.showTab(tab === 'code' && fromFront ? 'code' : first);
        goToGame(place.game ?? session.game);
        const isNamed = app.play.use(place);
        // The match of a link or of the address, or a puzzle, is being loaded.
        const isComing = router.isOpening() || place.puzzle || (place.match && !readMark(place.match));
        if (!isComing && session.shownGame() !== session.game) showBefore();
        // The players in the address are set up for the next match, whatever was shown before.
        if (isNamed && !router.isOpening() && !place.match) app.play.setUp();
        // Tabs and their keys do not focus the editor: the next key would be typed into the bot.
        if (isForEditor) toWrite();
      } else if (place.game) session.light(place.game);
      app.replays.lead(place);
      app.puzzles.lead(place);
      app.front.show(tab === 'front');
      // The form for a new contest is about the game's bot in the editor.
      if (tab === 'compete' && place.game && typeof place.contest === 'string') goToGame(place.game);
      tabViews.show(place);
      showLinks(place);
      // The pressed link has disappeared with its view: the link of the new tab gets the focus. In views with a title, the
      // title gets it.
      const hasTitle = !fromFront && tab !== 'play' && tab !== 'code';
      const { activeElement } = document;
      const hasFocus = activeElement && activeElement !== document.body && activeElement !== pressed;
      if (isOther && !hasTitle && !hasFocus && pressed?.getClientRects().length === 0) focusTab();
    },
    showBefore,
    showMeanwhile,
    /** To be called by a tab whose address names no game: it shows this one. */
    name(game: string) {
      router.note({ game });
      session.light(game);
      showLinks(router.place);
    },
    /**
     * Goes to the game of a replay that is about to be shown. The players and the seed set up for its next match stay.
     * @param isNamed whether the address names the replay; then the address stays
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
