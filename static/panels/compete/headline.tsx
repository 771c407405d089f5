// The first sentence of a contest: what came of it so far.

import type { ComponentChildren } from 'preact';
import type { State } from './contest-state.ts';

interface Props {
  state: Pick<State, 'now'>;
  children: ComponentChildren;
}

/**
 * While games are played it changes all the time, and nobody wants to hear each change: screen readers say it once, when
 * the contest is over, paused or stopped.
 */
export function Headline({ state, children }: Props) {
  const isChanging = state.now.value.row.state === 'running';
  return (
    <p class="compete-answer" role="status" aria-live={isChanging ? 'off' : 'polite'}>
      {children}
    </p>
  );
}
