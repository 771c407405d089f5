// The view of the tab Learn: the list of steps, the shown step, its program, and the results.

import { effect } from '@preact/signals';
import { type RefObject, render } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Games } from '../../base/ui/games.tsx';
import { Button, Icon, IconButton } from '../../base/ui/parts.tsx';
import { reveal } from '../../base/ui/reveal.ts';
import { Explained } from '../../explained/explained.tsx';
import { gameViewOf } from '../../games/index.ts';
import type { Message } from '../../match/types.ts';
import { BOTH_OWN, firstFault, NAME } from './checking.ts';
import { Markdown } from './markdown.tsx';
import { Moments } from './moments.tsx';
import { begun } from './opened.tsx';
import type { Editor, Options, State, Words } from './state.ts';
import type { GameMark, Mark, SeedMark, Task } from './types.ts';

type Props = Pick<Options, 'editor' | 'calm' | 'href'> & {
  state: State;
  words: Words;
  /** shares a file of tasks as a link */
  share: (name: string, text: string) => unknown;
  /** shares a step by its address */
  shareStep: (name: string, address: string) => unknown;
  /** shows the puzzles of a game */
  list: (host: HTMLElement, game: string) => unknown;
};

export function showPanel(host: HTMLElement, props: Props) {
  render(<Panel {...props} />, host);
}

function Panel({ state, words, editor, calm, href, share, shareStep, list }: Props) {
  const { t } = words;
  const title = useRef<HTMLHeadingElement>(null);
  const made = useRef<Editor>(null);
  const step = state.step.value;
  const { name = '', isLinked = false } = state.foreign.value ?? {};
  const shared = state.shared();
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) {
      title.current?.focus();
      title.current?.scrollIntoView({ block: 'nearest' });
    }
    isFirst.current = false;
  }, [step?.id]);
  const isPuzzles = state.part.value === 'puzzles';
  if (!step) return null;
  return (
    <>
      <header>
        <h2>{t('views.learn')}</h2>
        <Parts state={state} words={words} />
        {!isPuzzles && (
          <>
            <Games {...{ state, words, href }} countOf={state.passedOf} counted="path.count" />
            <p class="hint">{t('path.done', { done: state.done.value, all: state.steps.value.length })}</p>
          </>
        )}
        <div class="path-file">
          {!isPuzzles && <Button icon="folder-open" says={t('path.open')} onClick={state.openFile} />}
          <Button icon="download" says={t('path.save')} onClick={state.save} />
          <Button icon="file-up" says={t('path.merge')} onClick={state.merge} />
        </div>
      </header>
      {isPuzzles ? (
        <Puzzles game={state.game.value} list={list} />
      ) : (
        <>
          <Steps state={state} words={words} />
          <article class="path-step" aria-labelledby="path-title">
            <div class="path-head">
              <h3 id="path-title" ref={title} tabIndex={-1}>
                {state.title.value}
              </h3>
              {state.named.value && (
                <IconButton
                  icon="share"
                  says={t('path.share')}
                  onClick={() =>
                    shareStep(
                      state.title.value,
                      href({ game: step.game, tab: 'learn', step: step.id, lang: null }),
                    )
                  }
                />
              )}
            </div>
            {state.foreign.value && (
              <p class="path-foreign">
                <span class="hint">{t(isLinked ? 'path.linked' : 'path.foreign', { name })}</span>
                {shared !== null && (
                  <Button icon="share" says={t('path.share')} onClick={() => share(name, shared)} />
                )}
              </p>
            )}
            {state.texts.value?.isOther && <p class="hint">{t('path.language')}</p>}
            <div class="path-text">
              {state.foreign.value?.graded ? (
                <Tasks state={state} words={words} />
              ) : (
                <Markdown text={state.texts.value?.text ?? ''} />
              )}
            </div>
            <Hints state={state} words={words} />
          </article>
          <section class="path-program" aria-label={t('path.program')}>
            {step.moments && step.moments.length > 0 && (
              <Moments key={`${step.game} ${step.id}`} step={step} moments={step.moments} words={words} />
            )}
            <Program state={state} editor={editor} calm={calm} made={made} />
            <Actions state={state} words={words} />
            <Result state={state} words={words} goToLine={(line) => made.current?.goToLine(line)} />
          </section>
        </>
      )}
    </>
  );
}

type Part = Pick<Props, 'state' | 'words'>;

/** The switch between the path and the puzzles. */
function Parts({ state, words: { t } }: Part) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields of a form.
    <div role="group" class="learn-parts" aria-label={t('puzzle.parts')}>
      {(['path', 'puzzles'] as const).map((part) => (
        <button
          key={part}
          type="button"
          class="quiet"
          aria-pressed={state.part.value === part}
          onClick={() => state.turnTo(part)}
        >
          {t(`puzzle.part.${part}`)}
        </button>
      ))}
    </div>
  );
}

/** The list of puzzles, which panels/puzzles renders. */
function Puzzles({ game, list }: { game: string; list: Props['list'] }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current) void list(host.current, game);
  }, [game]);
  return <div class="learn-puzzles" ref={host} />;
}

/** The tasks of a teacher, with their points. */
function Tasks({ state, words: { t, say } }: Part) {
  return (
    <>
      <p>{t('path.gradedText')}</p>
      <ul>
        {(state.step.value?.tasks ?? []).map(({ id, title, points }) => (
          <li key={id}>
            {t('path.taskPoints', {
              title: typeof title === 'string' ? title : say(title),
              points: t('path.points', { count: points }),
            })}
          </li>
        ))}
      </ul>
    </>
  );
}

function Steps({ state, words: { t } }: Part) {
  const shown = state.foreign.value ? null : state.step.value?.id;
  const row = useRef<HTMLElement>(null);
  // On a phone the steps are in a row that scrolls.
  useLayoutEffect(() => {
    if (row.current) reveal(row.current, '[aria-current]');
  }, [shown]);
  return (
    <nav class="path-steps" ref={row} aria-label={t('path.steps')}>
      <ol>
        {state.steps.value.map((step, k) => (
          <li key={step.id}>
            <button
              type="button"
              class="quiet"
              aria-current={step.id === shown ? 'step' : undefined}
              onClick={() => state.choose(step.id)}
            >
              <span class="path-number">{state.isPassed(step.id) ? <Icon name="check" /> : k + 1}</span>
              <span>{state.titleOf(step)}</span>
              {state.isPassed(step.id) && <span class="unseen">{t('path.passed')}</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Hints({ state, words: { t } }: Part) {
  const hints = state.texts.value?.hints ?? [];
  const { hints: read, passed, shown } = state.reached.value;
  const count = hints.length;
  const solution = state.step.value?.solution ?? '';
  const isFree = passed || read >= count;
  return (
    <div class="path-hints">
      <ol>
        {hints.slice(0, read).map((hint, k) => (
          <li key={`${k} ${hint}`}>
            <Markdown text={hint} />
          </li>
        ))}
      </ol>
      {read < count && (
        <Button icon="lightbulb" says={t('path.hint', { number: read + 1, count })} onClick={state.hint} />
      )}
      {read > 0 && <p class="hint">{t('path.hints', { count: read })}</p>}
      {isFree && solution && !shown && (
        <Button icon="eye" says={t('path.solution')} onClick={state.showSolution} />
      )}
      {isFree && solution && shown && (
        <details open>
          <summary>{t('path.solutionIs')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
          <pre tabIndex={0}>
            <code>{solution}</code>
          </pre>
          <Button says={t('path.takeSolution')} onClick={state.takeSolution} />
        </details>
      )}
    </div>
  );
}

/** No reader for the editor of a step: the program is small, and the step's text explains what is needed. */
const SILENT = {
  wake: async () => {},
  isReady: () => false,
  ask: async () => null,
  unasked: async () => null,
  meaning: async () => '',
};

const linesIn = (code: string) => code.split('\n').length;

/** The page's editor, which Preact does not render. */
function Program({
  state,
  editor,
  calm,
  made: held,
}: Pick<Props, 'state' | 'editor' | 'calm'> & { made: RefObject<Editor | null> }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    let there = state.code.peek();
    const made = editor(
      host.current,
      there,
      {
        changed(text: string) {
          there = text;
          state.write(text);
        },
        run: () => void state.run(),
        moved() {},
        pasted() {},
        asking: SILENT,
      },
      calm,
    );
    held.current = made;
    let step = state.step.peek();
    const follow = effect(() => {
      const code = state.code.value;
      const isOther = state.step.value !== step;
      step = state.step.value;
      if (code === there && !isOther) return;
      there = code;
      if (isOther) made.open(code);
      else made.replace(code);
    });
    // After the effect above, because another text has no marks.
    const mark = effect(() => made.mark(state.problems.value));
    return () => {
      follow();
      mark();
    };
  }, []);
  return <div class="path-editor" style={{ '--lines': linesIn(state.code.value) }} ref={host} />;
}

function Actions({ state, words: { t } }: Part) {
  const isRunning = state.news.value !== null;
  return (
    <div class="path-actions">
      {isRunning ? (
        <Button icon="square" class="accent" says={t('path.stop')} onClick={state.stop} />
      ) : (
        <Button icon="play" class="accent" says={t('path.check')} onClick={() => void state.run()} />
      )}
      <Button icon="reset" says={t('path.restart')} onClick={state.restart} />
      <Button icon="download" says={t('path.keep')} onClick={state.keep} />
    </div>
  );
}

type Going = { goToLine: (line: number) => void };

function Result({ state, words, goToLine }: Part & Going) {
  const { t } = words;
  const news = state.news.value;
  const marks = state.marks.value;
  const isDone = !news && marks.length > 0 && marks.every(({ passed }) => passed);
  const isGraded = state.foreign.value?.graded != null;
  // A grade is in points: some of them are not a failure.
  const judged = isDone ? t('path.yes') : isGraded ? t('path.reached', reachedOf(marks)) : t('path.no');
  const said = news
    ? t('path.checking', { ...news, against: news.task.against })
    : state.trouble.value || (marks.length > 0 ? judged : '');
  const next = state.next.value;
  const isPassed = isDone || state.reached.value.passed;
  const isRefused = !news && !isDone && marks.some(({ seeds }) => seeds.length > 0);
  const hasHint = state.reached.value.hints < (state.texts.value?.hints.length ?? 0);
  const status = useRef<HTMLParagraphElement>(null);
  const isOver = !news && said !== '';
  useEffect(() => {
    if (isOver) status.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [isOver]);
  return (
    <div class="path-result">
      <p role="status" class={isDone ? 'good' : undefined} ref={status}>
        {said}
      </p>
      {!news && !isDone && <Cause state={state} words={words} goToLine={goToLine} />}
      {isRefused && <p class="hint">{t(hasHint ? 'path.lookHint' : 'path.look')}</p>}
      {isGraded && isDone && <p class="path-points">{t('path.reached', reachedOf(marks))}</p>}
      {/* Above the games: nobody looks for the next step below them. */}
      {isPassed && !isGraded && (
        <div class="path-learnt">
          <h4>{t('path.learnt')}</h4>
          <p>{state.texts.value?.learnt}</p>
          {next && (
            <Button
              icon="arrow-right"
              class={isDone ? 'accent' : 'plain'}
              says={t('path.next')}
              onClick={() => state.choose(next.id)}
            />
          )}
          {!next && state.done.value === state.steps.value.length && <p>{t('path.complete')}</p>}
        </div>
      )}
      {marks.map((mark) => (
        <TaskResult key={mark.task.id} mark={mark} state={state} words={words} />
      ))}
    </div>
  );
}

const reachedOf = (marks: readonly Mark[]) => ({
  points: marks.reduce((sum, { passed, task }) => sum + (passed ? task.points : 0), 0),
  most: marks.reduce((sum, { task }) => sum + task.points, 0),
});

/** The task and its result. Each has a label, because both are sentences about games. */
function TaskResult({ mark, state, words: { t, say } }: Part & { mark: Mark }) {
  const { title } = mark.task;
  const task = typeof title === 'string' ? title : within(say(title));
  return (
    <section>
      <h4>{t('path.required', { task })}</h4>
      {mark.text && <p>{t('path.found', { text: say(withoutReason(mark.text), BOTH_OWN) })}</p>}
      {mark.text && !mark.passed && mark.task.hint && <p class="hint">{mark.task.hint}</p>}
      <ul>
        {mark.seeds.map((each) => (
          <li key={each.seed}>
            <span class={each.ok ? 'good' : 'bad'}>
              <Icon name={each.ok ? 'check' : 'x'} />
              {t('path.seed', { seed: each.seed })}
            </span>
            <SeedGames mark={each} state={state} words={{ t, say }} task={mark.task} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One of our sentences, to be used within another one. It begins with a word of the language or a number. */
const within = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** A verdict without the first game's reason, which is shown beside that game below. */
function withoutReason(text: Message): Message {
  const [id, { text: verdict }] = text;
  if (id === 'grade.faulty') return ['path.faulty', {}];
  const isTwofold = id === 'grade.with_reason' || id === 'grade.with_fault';
  return isTwofold && Array.isArray(verdict) ? (verdict as unknown as Message) : text;
}

/** The first fault, with its explanation. Other games mostly failed for the same reason. */
function Cause({ state, words: { say }, goToLine }: Part & Going) {
  const marks = state.marks.value;
  const faulty = firstFault(marks);
  const step = state.step.value;
  if (!faulty?.why || !step) return null;
  const { why, trace } = faulty;
  const names = playersOf(marks, faulty);
  return (
    <div class="path-cause">
      <p class="bad">{begun(say(why, names), names)}</p>
      <Explained
        fault={{ message: why, ...trace }}
        game={step.game}
        line={trace?.line ?? null}
        {...(state.isInEditor(trace?.file) && { go: goToLine })}
      />
    </div>
  );
}

/** The names of the players of a game. In the second game of a seed the program has the other seat. */
function playersOf(marks: readonly Mark[], game: GameMark): string[] {
  for (const { task, seeds } of marks)
    for (const { games } of seeds) {
      const k = games.findIndex((each) => each === game);
      if (k >= 0) return k === 0 ? [NAME, task.against] : [task.against, NAME];
    }
  return BOTH_OWN;
}

function SeedGames({ mark, state, words: { t, say }, task }: Part & { mark: SeedMark; task: Task }) {
  const { against, kind } = task;
  const ok = t(kind === 'wins' || kind === 'better' ? 'path.won' : 'path.ok');
  const { sides } = gameViewOf(state.step.value?.game ?? '');
  const faulty = state.news.value ? undefined : firstFault(state.marks.value);
  const cause = faulty?.why ? say(faulty.why, playersOf(state.marks.value, faulty)) : null;
  function whyOf({ why }: GameMark, names: string[]) {
    if (!why) return ok;
    const said = say(why, names);
    // The cause is shown above the games, most of which failed for the same reason.
    return said === cause ? t('path.asAbove') : begun(said, names);
  }
  return (
    <>
      {mark.games.map((game, k) => {
        const names = k === 0 ? [NAME, against] : [against, NAME];
        const which = { number: k + 1, side: t(sides[k] ?? '') };
        return (
          <span class="path-game" key={k === 0 ? 'first' : 'second'}>
            <button
              type="button"
              class="link"
              title={t('path.gameTitle', { number: k + 1, seed: mark.seed })}
              onClick={() => void state.openGame(mark.seed, k + 1, against, game)}
            >
              {t('path.game', which)}
            </button>
            <span class="hint">{whyOf(game, names)}</span>
          </span>
        );
      })}
    </>
  );
}
