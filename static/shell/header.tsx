// The links of the header, and the title of the shown view.

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
  /** The place that is shown; null if none is yet. */
  let latest: Place | null = null;

  function show(place: Place) {
    const { tab } = place;
    const shown = tabs.find(({ id }) => id === tab);
    const lit = litAt(place, tabs, session);
    // Puzzles are solved on the board of Play, but are a part of Learn.
    const isPuzzle = tab === 'play' && puzzles.isOpen.value;
    // Games of a contest are also shown there, but are a part of Compete.
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
          // The address would stay the same: only the puzzle is closed.
          press={isPuzzle && each.id === 'play' ? puzzles.leave : undefined}
        >
          {t(each.label)}
        </Link>
      )),
      ofTabs,
    );
    // After both are rendered: only now the room for each is known.
    reveal(ofGames, '[aria-current]');
    reveal(ofTabs, '[aria-current]');
    part('.wordmark').setAttribute('href', href({}));
    const id = shown ? (shown.title ?? shown.label) : 'title.front';
    const says = t(id, { game: t(`game.${session.game}`), count: games.length });
    setText(part('#title'), says);
    document.title = tab === 'front' ? says : t('title.page', { title: says });
  }

  for (const each of [puzzles.isOpen, compete.isInTheatre]) each.subscribe(() => latest && show(latest));

  /** Updates the title and the links for a place. */
  return (place: Place) => {
    latest = place;
    show(place);
  };
}

interface LinkProps {
  to: string;
  isHere: boolean;
  /** called before the link is followed */
  press?: (() => void) | undefined;
  children: string;
}

/** Moves the focus to the link of the shown tab, because the element that had it is gone. */
export const focusTab = () => part('.views').querySelector<HTMLElement>('[aria-current]')?.focus();

function Link({ to, isHere, press, children }: LinkProps) {
  return (
    <a href={to} aria-current={isHere ? 'page' : undefined} onClick={press}>
      {children}
    </a>
  );
}
