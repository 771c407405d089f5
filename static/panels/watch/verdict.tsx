// The verdict: who won, and why.

import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { letScroll } from '../../base/ui/dom.ts';
import { Button, Swatch } from '../../base/ui/parts.tsx';
import { MOST_SHOWN } from '../../base/values/seats.ts';
import { say, t } from '../../base/words/index.ts';
import { answerWords } from '../../games/answer-words.ts';
import { namesOf } from '../../games/names.ts';
import type { Match } from '../../match/types.ts';
import type { Watched } from './state.ts';

/** The most characters of a verdict that is shown without scrolling. */
const LONG_VERDICT = 100;

interface Said {
  text: string;
  winners: number[];
  /** whether it is a note while there is no verdict yet */
  isNote: boolean;
}

export function createVerdict(host: HTMLElement, watched: Watched) {
  const said = signal<Said | null>(null);
  let shown: { match: Match | null; isDecided: boolean } = { match: null, isDecided: false };

  function note(text: string) {
    said.value = { text, winners: [], isNote: true };
  }
  function clear() {
    said.value = null;
  }

  effect(() => {
    const { match, last, live } = watched.state.value;
    if (!match || last < 0 || (match === shown.match && (match.result !== null) === shown.isDecided)) return;
    shown = { match, isDecided: match.result !== null };
    if (match.origin === 'coming') return;
    if (match.result) said.value = verdictOf(match, match.result);
    else if (match.origin === 'live' && !live && !match.isPuzzle) note(t('match.stopped'));
    else clear();
  });
  effect(() => letScroll(host, !said.value?.isNote && (said.value?.text.length ?? 0) > LONG_VERDICT));
  render(<Words />, host);

  function Words() {
    if (!said.value) return null;
    const { text, winners, isNote } = said.value;
    if (isNote) return <p class="note">{text}</p>;
    const { match } = watched.state.value;
    const isUntold = watched.untold.value;
    const answer = match && answerWords(match, isUntold);
    return (
      <>
        {isUntold ? (
          <Button class="quiet" says={t('verdict.show')} onClick={watched.tell} />
        ) : (
          <p>
            {winners.map((player) => (
              <Swatch key={player} player={player} />
            ))}
            <span>{text}</span>
          </p>
        )}
        {answer && <p class="note">{answer}</p>}
      </>
    );
  }

  return { note, clear };
}

function verdictOf({ header }: Match, { places, reason }: NonNullable<Match['result']>): Said {
  const verdict = say(reason, namesOf(header));
  const winners = places.flatMap((place, k) => (place === 1 ? [k] : []));
  return {
    text: header.hinted ? t('verdict.hinted', { verdict, hints: t('hint.used') }) : verdict,
    winners: winners.slice(0, MOST_SHOWN),
    isNote: false,
  };
}
