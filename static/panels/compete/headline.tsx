// The first sentence of a contest: what came of it so far; and in a quieter line what else is to be said of that.

import type { ComponentChildren } from 'preact';
import { sentences, t } from '../../base/words/index.ts';
import type { State } from './contest-state.ts';
import { liveOf } from './labels.ts';

interface Props {
  state: Pick<State, 'now' | 'isReading'>;
  /** of what is said: it is none that was true while the contest went on */
  isOver: boolean;
  /** sentences of the line below; its room is there before they are; undefined: there is no such line */
  more?: string[];
  children: ComponentChildren;
}

/** Whether the contest is over and its last games are still to be read: what was said before holds no more. */
export const isStale = (state: Pick<State, 'now' | 'isReading'>, isOver: boolean) =>
  state.now.value.row.state === 'over' && state.isReading.value && !isOver;

export function Headline({ state, isOver, more, children }: Props) {
  const { row } = state.now.value;
  const isReading = isStale(state, isOver) && row.games > 0;
  return (
    <>
      <p class="compete-answer" role="status" aria-live={liveOf(row)}>
        {isReading ? t('compete.reading') : children}
      </p>
      {more && <p class="hint compete-beside">{isReading ? '' : sentences(more)}</p>}
    </>
  );
}
