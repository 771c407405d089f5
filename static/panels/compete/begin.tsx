// What ends a form of a contest and stays in sight: the button that begins, with how many games there are and how long they
// take beside it.

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from '../../base/ui/parts.tsx';
import { t } from '../../base/words/index.ts';
import type { Speed } from '../../contest/pace.ts';
import { secondsFor } from '../../contest/pace.ts';
import { BackLink } from './head.tsx';
import type { Size } from './size.ts';
import { gamesIn } from './size.ts';
import { speedOf } from './speeds.ts';
import type { Compete } from './view.tsx';

interface Props {
  game: string;
  compete: Pick<Compete, 'store' | 'href'>;
  title: string;
  /** null: that is not known */
  size: Size | null;
  /** why it cannot be played as it is; it stands where it is always in sight */
  problem?: string;
  /** whether there may be fewer of them */
  isMost?: boolean;
  begin: () => Promise<void>;
  children: ComponentChildren;
}

export function ContestForm({
  game,
  compete,
  title,
  size,
  isMost = false,
  problem = '',
  begin,
  children,
}: Props) {
  const isBusy = useRef(false);
  /** A button that is disabled meanwhile would lose the focus. */
  async function submit(form: HTMLElement) {
    if (isBusy.current) return;
    isBusy.current = true;
    await begin().finally(() => {
      isBusy.current = false;
    });
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
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <BackLink href={compete.href({ tab: 'compete', game })} />
      <h2>{title}</h2>
      {children}
      <div class="compete-begin">
        <Button type="submit" class="accent" icon="play" says={t('compete.form.begin')} />
        <p class="compete-problem" role="alert" hidden={!problem}>
          {problem}
        </p>
        {size !== null && !problem && (
          <p class="hint" aria-live="polite">
            {sizeWords(size, isMost, speedOf(compete.store, game))}
          </p>
        )}
      </div>
    </form>
  );
}

/** @param speed of the latest contest; null: there was none */
function sizeWords(size: Size, isMost: boolean, speed: Speed | null): string {
  const games = t(isMost ? 'compete.size.most' : 'compete.games.plan', { count: gamesIn(size) });
  const time = speed ? timeWords(secondsFor(size.rounds, size.games, speed)) : t('compete.size.unknown');
  return [games, time].join(' · ');
}

function timeWords(seconds: number): string {
  if (seconds < 60) return t('compete.size.soon');
  const [unit, count] = seconds < 5400 ? ['minutes', seconds / 60] : ['hours', seconds / 3600];
  return t(`compete.size.${unit}`, { count: Math.round(count) });
}
