// The events of a match in words: a list of links to the turns.

import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { Button, Swatch } from '../../base/ui/parts.tsx';
import { say, sentences, t } from '../../base/words/index.ts';
import { gameViewOf } from '../../games/index.ts';
import { momentOf } from '../../games/moment.ts';
import { namesOf } from '../../games/names.ts';
import type { Mark } from '../../match/figures.ts';
import type { Playback } from '../../match/playback.ts';
import type { Match } from '../../match/types.ts';
import type { Watched } from '../watch/state.ts';

/** The most turns that are listed. */
const MOST_TURNS = 200;

interface Event {
  turn: number;
  /** the player; null if it is not about a single player */
  player: number | null;
  says: string;
}

/** The events on the marked turns of a match; only the last ones if there are too many. */
function eventsOf(match: Match, view: Playback['view']): Event[] {
  const gameView = gameViewOf(match.header.game);
  const names = namesOf(match.header);
  const marked = match.records.flatMap(({ stats }, turn) => {
    const marks = stats?.marks ?? [];
    return turn > 0 && marks.length > 0 ? [{ turn, player: onlyOne(marks) }] : [];
  });
  return marked.slice(-MOST_TURNS).flatMap(({ turn, player }) => {
    const told = gameView.report(view(turn), view(turn - 1)).events.map((event) => say(event, names));
    return told.length > 0 ? [{ turn, player, says: sentences(told) }] : [];
  });
}

/** @returns the player whom all of these are about; null if there are several */
function onlyOne(marks: readonly [Mark['kind'], number][]): number | null {
  const players = new Set(marks.map(([, player]) => player));
  return players.size === 1 ? ([...players][0] ?? null) : null;
}

interface Props {
  match: Match;
  playback: Playback;
  watched: Watched;
}

/** The list. Until the end of the match was shown it has only the events so far, so that it does not give the end away. */
export function Events({ match, playback, watched }: Props): ComponentChildren {
  const all = useMemo(() => eventsOf(match, playback.view), [match]);
  const furthest = useRef(0);
  furthest.current = Math.max(furthest.current, watched.position.value);
  const isUntold = watched.untold.value;
  const events = isUntold ? all.filter(({ turn }) => turn <= furthest.current) : all;
  if (all.length === 0) return null;
  return (
    <>
      <h2>{t('embed.events')}</h2>
      <ol>
        {events.map(({ turn, player, says }) => (
          <li key={turn}>
            <button type="button" class="quiet" onClick={() => playback.goTo(turn)}>
              <span class="happened-turn">
                {turn === 0 ? t('orders.start') : t('orders.at', momentOf(match, turn))}
              </span>
              <span class="happened-says">
                {player !== null && <Swatch player={player} />}
                <span>{says}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
      {isUntold && <Button class="quiet" says={t('verdict.show')} onClick={watched.tell} />}
    </>
  );
}
