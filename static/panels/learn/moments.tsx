// The positions that a step asks about, on a board. They are shown before anything was checked.

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { sentences } from '../../base/words/index.ts';
import { createBoard } from '../../board/board.ts';
import { gameViewOf } from '../../games/index.ts';
import type { Words } from './state.ts';
import type { Moment, Step } from './types.ts';

interface Props {
  step: Step;
  moments: readonly Moment[];
  words: Words;
}

export function Moments({ step: { game }, moments, words: { t, say } }: Props) {
  const shown = useSignal(0);
  const moment = moments[shown.value] ?? moments[0];
  if (!moment) return null;
  const { sides, describe } = gameViewOf(game);
  const called = ({ seat, called, number }: Moment) =>
    t(`path.moment.${called}`, { who: t(sides[seat] ?? ''), number });
  const described = sentences(describe(moment.view).map((line) => say(line, moment.names)));
  return (
    <figure class="path-moments">
      {/* biome-ignore lint/a11y/useSemanticElements: no fields of a form. */}
      <div role="group" class="path-moments-choice" aria-label={t('path.moments')}>
        {moments.map((each, k) => (
          <button
            key={each.turn}
            type="button"
            class="quiet"
            aria-pressed={each === moment}
            onClick={() => {
              shown.value = k;
            }}
          >
            {called(each)}
          </button>
        ))}
      </div>
      <Picture game={game} moment={moment} says={`${called(moment)}. ${described}`} />
      <figcaption class="hint">
        {t('path.moments.hint', {
          who: t(sides[moment.seat] ?? ''),
          other: moment.names[1 - moment.seat] ?? '',
        })}
      </figcaption>
    </figure>
  );
}

function Picture({ game, moment, says }: { game: string; moment: Moment; says: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const board = useRef<ReturnType<typeof createBoard> | null>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const made = createBoard(canvas.current, gameViewOf);
    board.current = made;
    made.nameCells('task', true);
    return made.destroy;
  }, []);
  useEffect(() => {
    board.current?.show(game, moment.view, null, 0, moment.names);
  }, [game, moment]);
  return <canvas ref={canvas} role="img" aria-label={says} />;
}
