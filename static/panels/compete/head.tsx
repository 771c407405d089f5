// The head of a contest's page: its title, its progress, and the actions on it.

import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { LONGEST_NAME } from '../../base/text/legible.ts';
import { useKeptFocus } from '../../base/ui/kept-focus.ts';
import { Button, Icon, IconButton } from '../../base/ui/parts.tsx';
import { createRenaming, Renamable } from '../../base/ui/renaming.tsx';
import { say, t } from '../../base/words/index.ts';
import { sayPlain } from '../../contest/sentences/headline.ts';
import type { ContestRow, Contests } from '../../contest/types.ts';
import type { State } from './contest-state.ts';
import { isAtEnd } from './contest-state.ts';
import type { Export } from './exporting.tsx';
import { Exports } from './exporting.tsx';
import { beyondOf, isElsewhere, shareDone, toolsFor } from './labels.ts';
import { sameAgain } from './specs.ts';
import { kindWords, progressWords, stateWords, verifiedWords } from './status.ts';

/** The key of the button that shows the games one after another. */
export const WATCH = 'watch';
/** The most problems and notes that are listed. */
const MOST_TOLD = 30;

interface Props {
  state: State;
  contests: Contests;
  /** the address of the list */
  back: string;
  save: (kind: Export) => void;
  remove: () => void;
  stop: (button: HTMLElement) => void;
  again: (row: ContestRow) => void;
  /** shows its games one after another */
  watchAll: () => void;
}

export function Head({ state, contests, back, ...tools }: Props) {
  const { row, progress } = state.now.value;
  const checked = verifiedWords(row);
  const { problems = [], notes = [] } = row.verified ?? {};
  const told = [...problems, ...notes].slice(0, MOST_TOLD);
  const isGone = state.isGone.value;
  const meta = [kindWords(row), isGone ? t('compete.state.gone') : stateWords(row, progress)];
  return (
    <header class="compete-head">
      <BackLink href={back} />
      <div class="compete-row">
        <Title
          id={row.id}
          title={row.title}
          rename={isGone ? null : (title) => contests.rename(row.id, title)}
        />
        <Tools state={state} contests={contests} {...tools} />
      </div>
      <div class="compete-row progress-row">
        <p class="compete-meta">{meta.join(' · ')}</p>
        <p class="compete-progress">
          {progressWords(row, progress, beyondOf(state.shown.value?.summary ?? null))}
        </p>
        <progress
          max={1}
          value={shareDone(row, progress)}
          aria-label={t('compete.progress')}
          style={{ visibility: row.state === 'over' || isGone ? 'hidden' : '' }}
        />
      </div>
      {isElsewhere(row, progress) && <p class="hint">{t('compete.elsewhere')}</p>}
      {progress?.trouble && (
        <p class="compete-trouble" role="alert">
          {say(progress.trouble)}
        </p>
      )}
      {checked && (
        <p class="compete-checked" data-kind={problems.length > 0 ? 'bad' : ''}>
          {checked}
        </p>
      )}
      {told.length > 0 && (
        <ul class="compete-problems">
          {told.map((each, k) => (
            <li key={k}>{sayPlain(each, String)}</li>
          ))}
        </ul>
      )}
    </header>
  );
}

/** @param href the address of the list */
export function BackLink({ href }: { href: string }) {
  return (
    <a class="compete-back" href={href}>
      <Icon name="arrow-left" />
      <span>{t('compete.all')}</span>
    </a>
  );
}

/** @param rename null if it cannot be renamed */
function Title({
  id,
  title,
  rename,
}: {
  id: number;
  title: string;
  rename: ((title: string) => void) | null;
}) {
  const renaming = useMemo(
    () => createRenaming<number>((_, name) => name.trim() && rename?.(name.trim())),
    [id, rename === null],
  );
  return (
    <div class="compete-title">
      <Renamable
        id={id}
        renaming={renaming}
        class="compete-rename"
        says={t('compete.title')}
        most={LONGEST_NAME}
      >
        {(opener) => (
          <>
            <h2>{title}</h2>
            {rename && (
              <IconButton
                icon="pencil"
                says={t('compete.rename')}
                ref={opener}
                onClick={() => renaming.begin(id, title)}
              />
            )}
          </>
        )}
      </Renamable>
    </div>
  );
}

function Tools({ state, contests, save, remove, stop, again, watchAll }: Omit<Props, 'back'>) {
  const { row, progress } = state.now.value;
  const { id } = row;
  const element = useRef<HTMLDivElement>(null);
  const exporter = useRef<HTMLButtonElement>(null);
  const isGone = state.isGone.value;
  const canAgain = useMemo(
    () => (isAtEnd(row) || isGone) && sameAgain(row) !== null,
    [id, row.state, isGone],
  );
  const height = useHeightBefore(element, row.state === 'over');
  useKeptFocus(element, '.compete-tools', exporter);
  const tools: VNode[] = toolsFor(row, progress, {
    takeOver: <Button icon="play" says={t('compete.takeOver')} onClick={() => contests.takeOver()} />,
    pause: <Button icon="pause" says={t('compete.pause')} onClick={() => contests.pause(id)} />,
    resume: <Button icon="play" says={t('compete.resume')} onClick={() => contests.resume(id)} />,
    stop: (
      <Button icon="square" says={t('compete.stop')} onClick={({ currentTarget }) => stop(currentTarget)} />
    ),
  });
  return (
    <div class="compete-tools" ref={element} style={{ minHeight: height && `${height}px` }}>
      {/* Without keys, so that the focus stays with a button that becomes another one. */}
      {!isGone && tools}
      {canAgain && (
        <Button
          icon="rotate"
          says={t('compete.again')}
          title={t('compete.again.title')}
          onClick={() => again(row)}
        />
      )}
      {/* It is shown before the first game, so that nothing moves when that is over. */}
      <Button
        icon="maximize"
        says={t('compete.watchAll')}
        title={t('compete.theatre.title')}
        disabled={row.games === 0 || isGone}
        data-key={WATCH}
        onClick={watchAll}
      />
      <Exports button={exporter} save={save} />
      {!isGone && <IconButton icon="trash" says={t('compete.remove')} onClick={remove} />}
    </div>
  );
}

/** Keeps the height when buttons disappear, so that the text below does not move. @returns the height before; '' if none has */
function useHeightBefore(element: { current: HTMLElement | null }, haveGone: boolean): number | '' {
  const height = useRef<number | ''>('');
  const were = useRef(haveGone);
  if (haveGone && !were.current) height.current = element.current?.offsetHeight ?? '';
  were.current = haveGone;
  return height.current;
}
