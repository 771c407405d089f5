// What ends a form of a contest and stays in sight: the button that begins, with how many games there are and how long they
// take beside it.

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

/** The most bots of which it is asked what is wrong with them. */
const MOST_TOLD = 3;

type Bound = 'most' | 'least' | null;

interface Props {
  game: string;
  compete: Pick<Compete, 'store' | 'href'>;
  title: string;
  /** null: that is not known */
  size: Size | null;
  /** why it cannot be played as it is; it stands where it is always in sight */
  problem?: string;
  /** what helps against it; null: nothing that one press could do */
  remedy?: { says: string; run: () => void } | null;
  /** whether so many are the most or the least of them */
  bound?: Bound;
  /** makes the form as it was before anything was chosen; null: it is */
  clear: (() => void) | null;
  /** @param button that was pressed @param say what is done before the contest is there */
  begin: (button: HTMLElement, say: (doing: string) => void) => Promise<void>;
  /** shares what would begin */
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
  /** What is done before the contest is there; '': nothing. */
  const doing = useSignal('');
  const button = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** A button that is disabled meanwhile would lose the focus. */
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
    // What is wrong may be out of sight: the form is long, and this button always in sight.
    requestAnimationFrame(() => {
      const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
      wrong?.focus({ preventScroll: true });
      wrong?.scrollIntoView({ block: 'center' });
    });
  }
  return (
    <form
      class="compete-form"
      // What is wrong is said in the page, in its language.
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
              // The button is gone with what it cleared.
              heading.current?.focus();
            }}
          />
        )}
      </div>
      {children}
      <div class="compete-begin">
        {/* It keeps the focus, and what is wrong is shown to whoever presses it all the same. */}
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
              // The button is gone with what it helped against.
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
 * Asks whether a contest is to begin although some of its bots will not play, or it is not known whether they will.
 *
 * @param button that was pressed
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
      // Who has said yes is not heard twice.
      closed: () => answered(false),
    });
  });
}

const gamesWords = (size: Size, bound: Bound) =>
  t(bound ? `compete.size.${bound}` : 'compete.games.plan', { count: gamesIn(size) });

/** How many games there are, and why so many. @param players of a game */
export function whyWords(size: Size, bound: Bound, players: number): string {
  const { rounds, games } = size;
  const count = rounds.reduce((all, each) => all + each, 0);
  const id = players > 2 ? 'compete.size.why.many' : 'compete.size.why.pairs';
  const blocks = t(id, { count, players, each: t('compete.games.plan', { count: games }) });
  const why = bound === 'least' ? t('compete.size.why.ties', { why: blocks }) : blocks;
  return t('compete.size.because', { games: gamesWords(size, bound), why });
}

/** @param speed of the latest contest; null: there was none */
function sizeWords(size: Size, bound: Bound, speed: Speed | null): string {
  const time = speed ? timeWords(secondsFor(size.rounds, size.games, speed)) : t('compete.size.unknown');
  return [gamesWords(size, bound), time].join(' · ');
}

function timeWords(seconds: number): string {
  if (seconds < 60) return t('compete.size.soon');
  const [unit, count] = seconds < 5400 ? ['minutes', seconds / 60] : ['hours', seconds / 3600];
  return t(`compete.size.${unit}`, { count: Math.round(count) });
}
