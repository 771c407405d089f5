// The panel beside a step's game on the board of Play: what went wrong in it, and a button back to the step.

import { effect } from '@preact/signals';
import { render } from 'preact';
import type { App } from '../../app.ts';
import { part } from '../../base/ui/dom.ts';
import { Button, Icon } from '../../base/ui/parts.tsx';
import { PHONE_WINDOW } from '../../base/ui/widths.ts';
import { capital } from '../../base/words/index.ts';
import { Explained } from '../../explained/explained.tsx';
import type { State, Words } from './state.ts';

/** Shows the panel beside the board, or above it on a phone, as long as the board shows the game. */
export function showWayBack(
  { board, playback, router }: Pick<App, 'board' | 'playback' | 'router'>,
  state: State,
  words: Words,
) {
  const place = document.createElement('div');
  place.className = 'island';
  part('.side').prepend(place);
  playback.subscribe(({ match }) => {
    const { match: shown } = state.opened.peek() ?? {};
    if (shown && match !== shown) state.opened.value = null;
  });
  effect(() => board.nameCells('step', state.opened.value !== null));
  render(<WayBack state={state} words={words} back={(game) => router.go({ game, tab: 'learn' })} />, place);
}

/** A sentence with a capital letter at the beginning, unless it begins with the name of a bot. */
export const begun = (text: string, names: string[]) =>
  names.some((name) => text.startsWith(name)) ? text : capital(text);

interface Props {
  state: State;
  words: Words;
  back: (game: string) => void;
}

function WayBack({ state, words: { t, say }, back }: Props) {
  const opened = state.opened.value;
  if (!opened) return null;
  const { step, seed, number, mark, names, match } = opened;
  const { why, trace } = mark;
  const { game } = match.header;
  const says = t('path.openedGame', { step, seed, number });
  return (
    <section class="step-bar" aria-label={says}>
      <h2>{says}</h2>
      {why && (
        <p class="bad">
          <Icon name="x" />
          <span>{begun(say(why, names), names)}</span>
        </p>
      )}
      {why && <Explained fault={{ message: why, ...trace }} game={game} line={trace?.line ?? null} />}
      {trace?.traceback && (
        <details open={!matchMedia(PHONE_WINDOW).matches}>
          <summary>{t('path.trace')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
          <pre tabIndex={0}>{trace.traceback}</pre>
        </details>
      )}
      <Button icon="arrow-left" says={t('path.toStep')} onClick={() => back(game)} />
    </section>
  );
}
