// The links of the header, and what the place is called that is shown.

import { render } from 'preact';
import type { App } from '../app.ts';
import { part, setText } from '../base/ui/dom.ts';
import { reveal } from '../base/ui/reveal.ts';
import { t } from '../base/words/index.ts';
import type { Row } from '../tabs.ts';
import type { Place } from './router.ts';
import { gameFor, litAt } from './tab-views.ts';

export function createHeader(app: App, tabs: readonly Row[]) {
  const { session, router, puzzles, compete } = app;
  const { href } = router;
  const games = Object.keys(app.games);
  const ofGames = part('.games');
  const ofTabs = part('.views');
  /** What is shown now; null: nothing yet. */
  let latest: Place | null = null;

  function show(place: Place) {
    const { tab } = place;
    const shown = tabs.find(({ id }) => id === tab);
    const lit = litAt(place, tabs, session);
    // A puzzle is solved on the board of Play, and is a part of Learn all the same.
    const isPuzzle = tab === 'play' && puzzles.isOpen.value;
    // So are the games of a contest: whoever came from its page is still in Compete.
    const isInTheatre = tab === session.stage && compete.isInTheatre.value;
    const here = isPuzzle ? 'learn' : isInTheatre ? 'compete' : tab;
    render(
      games.map((name) => (
        <Link key={name} to={href({ game: name, tab: shown?.id ?? 'play' })} isHere={name === lit}>
          {t(`game.${name}`)}
        </Link>
      )),
      ofGames,
    );
    render(
      tabs.map((each) => (
        <Link
          key={each.id}
          to={href({ game: gameFor(each, place, tabs, session), tab: each.id })}
          isHere={each.id === here}
          // Its address is the one that is shown: only the puzzle is left.
          press={isPuzzle && each.id === 'play' ? puzzles.leave : undefined}
        >
          {t(each.label)}
        </Link>
      )),
      ofTabs,
    );
    // Only now it is known how much room there is for either.
    reveal(ofGames, '[aria-current]');
    reveal(ofTabs, '[aria-current]');
    part('.wordmark').setAttribute('href', href({}));
    const id = shown ? (shown.title ?? shown.label) : 'title.front';
    const says = t(id, { game: t(`game.${session.game}`), count: games.length });
    setText(part('#title'), says);
    document.title = tab === 'front' ? says : t('title.page', { title: says });
  }

  for (const each of [puzzles.isOpen, compete.isInTheatre]) each.subscribe(() => latest && show(latest));

  /** Says where one is, and where the links lead from there. */
  return (place: Place) => {
    latest = place;
    show(place);
  };
}

interface LinkProps {
  to: string;
  isHere: boolean;
  /** what is done before it leads there */
  press?: (() => void) | undefined;
  children: string;
}

/** The focus goes to the tab that is shown: what had it is gone. */
export const focusTab = () => part('.views').querySelector<HTMLElement>('[aria-current]')?.focus();

function Link({ to, isHere, press, children }: LinkProps) {
  return (
    <a href={to} aria-current={isHere ? 'page' : undefined} onClick={press}>
      {children}
    </a>
  );
}
