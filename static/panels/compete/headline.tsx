// The first sentence about a contest: its result so far, with a smaller line of further remarks.

import type { ComponentChildren } from 'preact';
import { sentences, t } from '../../base/words/index.ts';
import type { State } from './contest-state.ts';
import { liveOf } from './labels.ts';

interface Props {
  state: Pick<State, 'now' | 'isReading'>;
  /** whether the sentence is about the finished contest, not from while it went on */
  isOver: boolean;
  /** the sentences of the line below, whose room is reserved before they are known; undefined if there is no such line */
  more?: string[];
  children: ComponentChildren;
}

/** Whether the contest is over but its last games are still to be read, so that the shown sentence is no longer true. */
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
