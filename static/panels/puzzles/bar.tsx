// The bar beside the board with a puzzle: the task, the result of the given order, and what can be done next.

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { part } from '../../base/ui/dom.ts';
import { Button, Icon, IconButton, Swatch } from '../../base/ui/parts.tsx';
import { capital, sentences } from '../../base/words/index.ts';
import { goalOf, ownIn, taskOf, themeOf, type Words } from './said.ts';
import type { Solving, Task } from './solving.ts';
import type { State } from './state.ts';
import type { Own, Puzzle, Puzzles } from './types.ts';

export interface Actions {
  open: (game: string, puzzle: Puzzle, all: Puzzles | null) => Promise<void>;
  next: (game: string, last?: string) => Promise<void>;
  openOwn: (game: string, own: Own) => Promise<void>;
  /** goes to the list of puzzles */
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

/** Whether orders are given by touch, as there may be no keyboard. */
const isTouched = () => matchMedia('(pointer: coarse)').matches;

/** Whether the whole board is visible above the controls for orders when the page is scrolled to its top. */
function isAllSeen() {
  const end = part('.board-frame canvas').getBoundingClientRect().bottom + scrollY;
  const { top } = part('.hand').getBoundingClientRect();
  return end <= (top || innerHeight);
}

/** The title of a puzzle. @param number null if it is not one of our own */
export function titleOf(words: Words, { theme }: Pick<Puzzle, 'theme'>, number: number | null): string {
  const name = capital(themeOf(words, theme));
  return number === null ? name : words.t('puzzle.number', { theme: name, number });
}

export function Bar({ solving, state, words, actions, toBoard }: Props) {
  const { t } = words;
  const task = solving.task.value;
  const phase = solving.phase.value;
  const bar = useRef<HTMLElement>(null);
  const action = useRef<HTMLDivElement>(null);
  // The height of this bar limits that of the board on a phone, so that all is visible without scrolling.
  useLayoutEffect(() => {
    const height = bar.current?.offsetHeight ?? 0;
    if (height > 0) document.documentElement.style.setProperty('--puzzle-room', `${height}px`);
  });
  useEffect(() => {
    // On a phone, a high board is scrolled into view when its player is asked for an order. The task has to stay visible, too.
    if (phase === 'opening' || phase === 'judging') return;
    if (isAllSeen()) return scrollTo(0, 0);
    // The new text may have more lines, which moves the board down.
    part('.board-frame canvas').scrollIntoView({ block: 'nearest' });
    bar.current?.scrollIntoView({ block: 'nearest' });
  }, [phase, task]);
  useEffect(() => {
    if (phase !== 'right' && phase !== 'wrong' && phase !== 'shown') return;
    // If the order was given by keys, the focus goes to the first button.
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
    (phase === 'asked' ? askedOf(words, task) : phase === 'judging' ? judging(words, task) : '');
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
            onClick={() =>
              actions.share(found.game, found.puzzle, titleOf(words, found.puzzle, found.number))
            }
          >
            <Icon name="share" />
            <span class="at-times-unseen">{t('puzzle.share')}</span>
          </button>
        )}
        <Button says={t('puzzle.all')} onClick={() => actions.all(task.game)} />
        {found && <span class="hint puzzle-name">{titleOf(words, found.puzzle, found.number)}</span>}
        <Streak state={state} words={words} />
      </div>
    </section>
  );
}

/** The goal, and how to give an order. By touch there is only the board. */
function askedOf(words: Words, task: Task) {
  const goal = task.kind === 'found' ? goalOf(words, task.puzzle) : ownIn(words, 'goal', task);
  return isTouched() ? goal : sentences([goal, words.t('puzzle.asked')]);
}

const judging = (words: Words, task: Task) =>
  task.kind === 'own' ? ownIn(words, 'judging', task) : words.t('puzzle.judging');

export function Streak({ state, words: { t } }: Pick<Props, 'state' | 'words'>) {
  const { now, best } = state.streak.value;
  if (best === 0) return null;
  return (
    <span class="hint puzzle-streak" title={t('puzzle.streakTitle')}>
      {t('puzzle.streak', { count: now, best })}
    </span>
  );
}
