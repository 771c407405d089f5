// A puzzle beside the board: what is asked, what came of an order, and what can be done next.

import { useEffect, useRef } from 'preact/hooks';
import { Button, Icon, IconButton, Swatch } from '../../base/ui/parts.tsx';
import { taskOf, type Words } from './said.ts';
import type { Solving, Task } from './solving.ts';
import type { State } from './state.ts';
import type { Own, Puzzle } from './types.ts';

export interface Actions {
  open: (game: string, puzzle: Puzzle, rungs: readonly string[]) => Promise<void>;
  next: (game: string, last?: string) => Promise<void>;
  openOwn: (game: string, own: Own) => Promise<void>;
  /** to their list */
  all: (game: string) => void;
  share: (game: string, puzzle: Puzzle, name: string) => unknown;
}

interface Props {
  solving: Solving;
  state: State;
  words: Words;
  actions: Actions;
  toBoard: () => void;
}

/** Whether fingers order: there may be no keys. */
const isTouched = () => matchMedia('(pointer: coarse)').matches;

/** What a puzzle is called. */
export const numberOf = ({ id }: Puzzle) => Number(id.split('-').at(-1)) || 1;

export const titleOf = ({ t }: Words, puzzle: Puzzle) => t('puzzle.number', { number: numberOf(puzzle) });

export function Bar({ solving, state, words, actions, toBoard }: Props) {
  const { t } = words;
  const task = solving.task.value;
  const phase = solving.phase.value;
  const bar = useRef<HTMLElement>(null);
  const action = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone a high board is brought into sight when its player is asked, and the question has to stay readable.
    if (phase !== 'opening' && phase !== 'judging') bar.current?.scrollIntoView({ block: 'nearest' });
  }, [phase, task]);
  useEffect(() => {
    if (phase !== 'right' && phase !== 'wrong' && phase !== 'shown') return;
    // Whoever ordered by keys goes on by keys.
    const { activeElement: active } = document;
    if (active === document.body || active?.tagName === 'CANVAS')
      action.current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
  }, [phase]);
  if (!task) return null;
  const side = solving.sideOf(task);
  const theme = task.kind === 'own' ? 'own' : task.puzzle.theme;
  const found = task.kind === 'found' ? task : null;
  const says =
    solving.says.value ||
    (phase === 'asked'
      ? t(isTouched() ? 'puzzle.askedTouch' : 'puzzle.asked')
      : phase === 'judging'
        ? judging(words, task)
        : '');
  const isOver = phase === 'right' || phase === 'shown';
  return (
    <section class="puzzle-bar" ref={bar} aria-label={t('puzzle.label')} data-phase={phase}>
      <header>
        <h2>
          <Swatch player={solving.seatOf(task)} />
          <span>{taskOf(words, theme, side)}</span>
        </h2>
        <IconButton
          icon="x"
          says={t('puzzle.close')}
          onClick={() => {
            solving.close();
            toBoard();
          }}
        />
      </header>
      <p role="status">
        {phase === 'right' && <Icon name="check" />}
        {phase === 'wrong' && <Icon name="x" />}
        <span>{says}</span>
      </p>
      <div class="puzzle-actions" ref={action}>
        {isOver && (
          <Button
            class="accent"
            icon="arrow-right"
            says={t('puzzle.next')}
            onClick={() => void actions.next(task.game, found?.puzzle.id)}
          />
        )}
        {(phase === 'wrong' || phase === 'stopped' || isOver) && (
          <Button
            class={isOver ? 'plain' : 'accent'}
            icon="reset"
            says={t('puzzle.again')}
            onClick={solving.again}
          />
        )}
        {found && !isOver && phase !== 'opening' && (
          <Button icon="eye" says={t('puzzle.show')} onClick={() => void solving.show()} />
        )}
        {found && (
          <button
            type="button"
            class="plain puzzle-share"
            onClick={() => actions.share(found.game, found.puzzle, titleOf(words, found.puzzle))}
          >
            <Icon name="share" />
            <span class="at-times-unseen">{t('puzzle.share')}</span>
          </button>
        )}
        <Button says={t('puzzle.all')} onClick={() => actions.all(task.game)} />
        <Streak state={state} words={words} />
      </div>
    </section>
  );
}

const judging = ({ t }: Words, task: Task) =>
  task.kind === 'own' ? t('puzzle.own.judging', { by: task.by }) : t('puzzle.judging');

export function Streak({ state, words: { t } }: Pick<Props, 'state' | 'words'>) {
  const { now, best } = state.streak.value;
  if (best === 0) return null;
  return (
    <span class="hint puzzle-streak" title={t('puzzle.streakTitle')}>
      {t('puzzle.streak', { count: now, best })}
    </span>
  );
}
