// The end of a contest's form, which is always visible: the button that begins the contest, the number of games, and the
// estimated time.

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { confirm } from '../../base/ui/confirming.tsx';
import { Button } from '../../base/ui/parts.tsx';
import { callOf } from '../../base/values/calls.ts';
import { firstOf, list, sentences, t } from '../../base/words/index.ts';
import type { Speed } from '../../contest/pace.ts';
import { secondsFor } from '../../contest/pace.ts';
import type { Entrant } from '../../contest/types.ts';
import type { Known } from './checking.ts';
import { knownOf } from './checking.ts';
import { BackLink } from './head.tsx';
import type { Size } from './size.ts';
import { gamesIn } from './size.ts';
import { speedOf } from './speeds.ts';
import type { Compete } from './view.tsx';

/** The most bots whose problems the question lists. */
const MOST_TOLD = 3;

type Bound = 'most' | 'least' | null;

interface Props {
  game: string;
  compete: Pick<Compete, 'store' | 'href'>;
  title: string;
  /** the number of games; null if it is not known */
  size: Size | null;
  /** why the contest cannot be played as it is; shown here because this place is always visible */
  problem?: string;
  /** a button that solves the problem; null if there is none */
  remedy?: { says: string; run: () => void } | null;
  /** whether the number of games is the most or the least that there may be; null if it is exact */
  bound?: Bound;
  /** resets the form; null if nothing was chosen yet */
  clear: (() => void) | null;
  /** @param button the pressed button @param say shows what is being done until the contest is there */
  begin: (button: HTMLElement, say: (doing: string) => void) => Promise<void>;
  /** shares the contest that would begin */
  share: () => Promise<void>;
  children: ComponentChildren;
}

export function ContestForm({
  game,
  compete,
  title,
  size,
  bound = null,
  problem = '',
  remedy = null,
  clear,
  begin,
  share,
  children,
}: Props) {
  const isBusy = useRef(false);
  /** What is being done until the contest is there; '' if nothing. */
  const doing = useSignal('');
  const button = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** Begins the contest. The button is not disabled meanwhile, because it would lose the focus. */
  async function submit(form: HTMLElement) {
    if (isBusy.current) return;
    if (!button.current) return;
    const say = (what: string) => {
      doing.value = what;
    };
    if (!problem) {
      isBusy.current = true;
      await begin(button.current, say).finally(() => {
        isBusy.current = false;
        say('');
      });
    }
    // The invalid field may be out of view: the form is long, and this button always visible.
    requestAnimationFrame(() => {
      const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
      wrong?.focus({ preventScroll: true });
      wrong?.scrollIntoView({ block: 'center' });
    });
  }
  return (
    <form
      class="compete-form"
      // The page shows errors itself, in its own language.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <BackLink href={compete.href({ tab: 'compete', game })} />
      <div class="compete-row">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {clear && (
          <Button
            class="quiet"
            says={t('compete.form.clear')}
            onClick={() => {
              clear();
              // The button has disappeared with what it cleared.
              heading.current?.focus();
            }}
          />
        )}
      </div>
      {children}
      <div class="compete-begin">
        {/* Not disabled, so that it keeps the focus, and a press shows what is wrong. */}
        <Button
          type="submit"
          class="accent"
          icon="play"
          says={t('compete.form.begin')}
          aria-disabled={problem !== ''}
          aria-describedby={problem ? 'compete-begin-problem' : undefined}
          ref={button}
        />
        <Button
          icon="share"
          says={t('compete.form.share')}
          aria-disabled={problem !== ''}
          aria-describedby={problem ? 'compete-begin-problem' : undefined}
          onClick={() => problem || void share()}
        />
        <p class="compete-problem" id="compete-begin-problem" role="alert" hidden={!problem}>
          {problem}
        </p>
        {remedy && (
          <Button
            says={remedy.says}
            onClick={() => {
              remedy.run();
              // The button has disappeared with the problem that it solved.
              button.current?.focus();
            }}
          />
        )}
        <p class="hint" aria-live="polite" hidden={!doing.value && (size === null || Boolean(problem))}>
          {doing.value || (size && !problem && sizeWords(size, bound, speedOf(compete.store, game)))}
        </p>
      </div>
    </form>
  );
}

/**
 * Finds out whether these will play, and asks whether they are to begin if not.
 *
 * @param button that was pressed
 */
export async function mayPlay(
  button: HTMLElement,
  game: string,
  entrants: readonly Entrant[],
  doubt: Compete['doubt'],
): Promise<boolean> {
  const asked = entrants.flatMap((entrant) =>
    entrant.code ? [{ name: callOf(entrant), why: doubt(game, entrant.code) }] : [],
  );
  return mayBegin(button, await knownOf(asked));
}

/**
 * Asks whether a contest is to begin although some of its bots cannot play, or could not be checked.
 *
 * @param button the pressed button
 */
export function mayBegin(button: HTMLElement, { broken, unchecked }: Known): Promise<boolean> {
  const said: string[] = [];
  if (broken.length > 0) {
    const told = firstOf(
      broken.map((each) => t('files.doubt', each)),
      MOST_TOLD,
    ).join(' · ');
    said.push(t('compete.form.broken', { count: broken.length, told }));
  }
  if (unchecked.length > 0)
    said.push(t('compete.form.unchecked', { names: list(firstOf(unchecked, MOST_TOLD)) }));
  if (said.length === 0) return Promise.resolve(true);
  return new Promise((answered) => {
    confirm(button, {
      says: sentences(said),
      verb: t('compete.form.begin'),
      run: () => answered(true),
      // This is also called after Yes, and then has no effect.
      closed: () => answered(false),
    });
  });
}

const gamesWords = (size: Size, bound: Bound) =>
  t(bound ? `compete.size.${bound}` : 'compete.games.plan', { count: gamesIn(size) });

/** The sentence about the number of games, and why there are so many. @param players the players of a game */
export function whyWords(size: Size, bound: Bound, players: number): string {
  const { rounds, games } = size;
  const count = rounds.reduce((all, each) => all + each, 0);
  const id = players > 2 ? 'compete.size.why.many' : 'compete.size.why.pairs';
  const blocks = t(id, { count, players, each: t('compete.games.plan', { count: games }) });
  const why = bound === 'least' ? t('compete.size.why.ties', { why: blocks }) : blocks;
  return t('compete.size.because', { games: gamesWords(size, bound), why });
}

/** @param speed the speed of the latest contest; null if there was none */
function sizeWords(size: Size, bound: Bound, speed: Speed | null): string {
  const time = speed ? timeWords(secondsFor(size.rounds, size.games, speed)) : t('compete.size.unknown');
  return [gamesWords(size, bound), time].join(' · ');
}

function timeWords(seconds: number): string {
  if (seconds < 60) return t('compete.size.soon');
  const [unit, count] = seconds < 5400 ? ['minutes', seconds / 60] : ['hours', seconds / 3600];
  return t(`compete.size.${unit}`, { count: Math.round(count) });
}
