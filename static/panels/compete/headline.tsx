// The first sentence of a contest: what came of it so far.

import type { ComponentChildren } from 'preact';
import { t } from '../../base/words/index.ts';
import type { State } from './contest-state.ts';
import { liveOf } from './labels.ts';

interface Props {
  state: Pick<State, 'now' | 'isReading'>;
  /** of what is said: it is none that was true while the contest went on */
  isOver: boolean;
  children: ComponentChildren;
}

/** Whether the contest is over and its last games are still to be read: what was said before holds no more. */
export const isStale = (state: Pick<State, 'now' | 'isReading'>, isOver: boolean) =>
  state.now.value.row.state === 'over' && state.isReading.value && !isOver;

export function Headline({ state, isOver, children }: Props) {
  const { row } = state.now.value;
  return (
    <p class="compete-answer" role="status" aria-live={liveOf(row)}>
      {isStale(state, isOver) && row.games > 0 ? t('compete.reading') : children}
    </p>
  );
}
