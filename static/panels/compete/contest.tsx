// The page of one contest.

import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { callsOf } from '../../base/values/calls.ts';
import { t } from '../../base/words/index.ts';
import { planOf } from '../../contest/plan-of.ts';
import type { Report } from '../../contest/types.ts';
import type { Actions } from './actions.ts';
import { Answer } from './answer.tsx';
import type { State } from './contest-state.ts';
import { createState } from './contest-state.ts';
import { Faults } from './faults.tsx';
import type { Cell } from './games.ts';
import { Head, WATCH } from './head.tsx';
import { Headline, isStale } from './headline.tsx';
import { liveOf } from './labels.ts';
import { createLastLooks } from './last-look.ts';
import type { Memory } from './memory.ts';
import { noneWords } from './status.ts';
import { Tables } from './tables.tsx';
import type { Compete } from './view.tsx';

interface PageProps {
  id: number;
  compete: Compete;
  actions: Actions;
  memory: Memory;
}

export function ContestPage(props: PageProps) {
  const { id, compete, actions } = props;
  const { contests } = compete;
  const row = contests.list().find((each) => each.id === id);
  /** When the shown contest was created; it is shown even if it is no longer stored. */
  const created = useRef<number | undefined>(undefined);
  created.current = row?.created ?? created.current;
  const state = useMemo(
    () => (row ? createState(row, contests, actions.save, createLastLooks(compete.store)) : null),
    [id, created.current],
  );
  // Reading the signal renders again as soon as another contest has this number.
  void state?.isReplaced.value;
  useLayoutEffect(() => {
    if (!state) return;
    // Nothing else is called when the tab is closed or reloaded.
    addEventListener('pagehide', state.keep);
    return () => {
      removeEventListener('pagehide', state.keep);
      state.end();
    };
  }, [state]);
  return state ? <Contest key={created.current} {...props} state={state} /> : <Gone compete={compete} />;
}

interface Props extends PageProps {
  state: State;
}

function Gone({ compete: { href } }: Pick<Props, 'compete'>) {
  return (
    <div class="compete-empty">
      <p>{t('compete.gone')}</p>
      <a class="plain button" href={href({ tab: 'compete' })}>
        {t('compete.all')}
      </a>
    </div>
  );
}

/** The page without the progress in its head, which changes several times a second and has a component of its own. */
function Contest({ id, state, compete, actions, memory }: Props) {
  const { contests, href } = compete;
  const { game } = state.now.peek().row;
  const trouble = state.trouble.value;
  return (
    <article class="compete-contest">
      <Head
        state={state}
        contests={contests}
        back={href({ tab: 'compete', game })}
        save={state.save}
        remove={async () => {
          await actions.remove(id);
          compete.go({ tab: 'compete' });
        }}
        stop={(button) => actions.stop(id, button)}
        again={actions.again}
        watchAll={() => {
          memory.from = WATCH;
          void actions.watchAll(id);
        }}
      />
      {state.isGone.value && (
        <p class="compete-trouble" role="alert">
          {t('compete.gone.here')}
        </p>
      )}
      {trouble && (
        <p class="compete-trouble" role="alert">
          {trouble}
        </p>
      )}
      <Reading state={state} />
      <Found id={id} state={state} compete={compete} actions={actions} memory={memory} />
    </article>
  );
}

/** The note that results are being read, which comes and goes with each game. */
function Reading({ state }: Pick<Props, 'state'>) {
  return (
    <p
      class="hint compete-reading"
      role="status"
      aria-live={liveOf(state.now.value.row)}
      hidden={!state.isReading.value || isEmpty(state) || isInHeadline(state)}
    >
      {t('compete.reading')}
    </p>
  );
}

/** Whether the headline already says so. */
function isInHeadline(state: State) {
  const what = state.shown.value;
  return what !== null && isStale(state, what.summary.over);
}

/** Whether no game is over yet, so that there is nothing to read. */
const isEmpty = (state: State) => state.now.value.row.games === 0;

/** Shown until there is an answer: while games are played, who plays, and how many are over. */
function None({ state }: Pick<Props, 'state'>) {
  const { row, progress } = state.now.value;
  const calls = callsOf(row.entrants);
  return (
    <>
      {noneWords(
        row,
        progress,
        row.entrants.map(({ name }) => calls(name)),
      )}
      {row.state === 'running' && row.games === 0 && <span class="hint">{t('compete.answer.soon')}</span>}
    </>
  );
}

/** The results, or a sentence in their place: tables without lines would look as if nothing had been played. */
function Found({ id, state, compete, actions, memory }: Props) {
  const what = state.shown.value;
  const none = <None state={state} />;
  /** The key of the element, outside the grid, from which a game was opened: coming back leads to it. */
  const from = useRef(memory.from);
  useLayoutEffect(() => {
    // Only when the results are there: the title, which gets the focus of a new page, is rendered earlier.
    if (!what) return;
    const place = from.current && document.querySelector(`.compete [data-key="${CSS.escape(from.current)}"]`);
    if (!(place instanceof HTMLElement)) return;
    from.current = '';
    memory.from = '';
    place.focus();
  });
  // Without results yet: if no game is over, nothing is being read either.
  if (!what) {
    if (state.trouble.value !== '' || !isEmpty(state)) return null;
    return (
      <Headline state={state} isOver={false}>
        {none}
      </Headline>
    );
  }
  const { row, names } = what;
  const open = (cell: Cell) => void actions.open(id, cell, memory);
  const reports = async ({ block, game }: Cell): Promise<Report[]> =>
    (await compete.contests.game(id, block, game))?.reports ?? [];
  return (
    <>
      {planOf(row).kind === 'series' ? (
        <Answer
          state={state}
          what={what}
          none={none}
          memory={memory}
          open={open}
          openCause={(cells, cell, cause, from) => {
            memory.from = from;
            void actions.openCause(row, cells, cell, cause);
          }}
          sets={() => actions.sets(row.game)}
          keep={(...lost) => actions.keepSeeds(row, ...lost)}
          again={(...lost) => void actions.playSeeds(row, ...lost)}
          contests={compete.contests}
          playEarlier={(was) => actions.playEarlier(row, was)}
          answer={(...score) => void compete.answer(row, ...score)}
        />
      ) : (
        <Tables
          state={state}
          what={what}
          none={none}
          memory={memory}
          open={open}
          withdraw={(entrant, button) => actions.withdraw(state, entrant, button)}
        />
      )}
      <Faults
        {...{ game: row.game, results: what.all, names, reports }}
        open={(cell, from) => {
          memory.from = from;
          open(cell);
        }}
      />
    </>
  );
}
