// Asks before something is done that cannot be undone. Whatever can be undone is done at once, and a notice offers to undo it.

import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { t } from '../words/index.ts';
import { h, on } from './dom.ts';
import { Button } from './parts.tsx';
import { placeBeside } from './popover.ts';

const WIDTH = 304;

interface Question {
  /**
   * what comes of it, and that it stays so. A function is asked again whenever a signal that it reads has changed; null: it
   * would change nothing any more, and the question is taken back
   */
  says: string | (() => string | null);
  /** the same verb as on the button that was pressed, without a name: it may be long, and what it says stands above */
  verb: string;
  run: () => void;
  /** it was answered, one way or the other */
  closed?: () => unknown;
  /** it was taken back, because it would change nothing any more */
  stale?: () => unknown;
}

/**
 * Asks at the button that was pressed. Escape and a press elsewhere say no, and the focus goes back to the button.
 *
 * @returns takes the question back
 */
export function confirm(button: HTMLElement, { says, verb, run, closed, stale }: Question): () => void {
  const popover = h('div', {
    class: 'confirm panel',
    popover: 'auto',
    role: 'alertdialog',
  });
  const words = signal('');
  const Words = () => <p>{words.value}</p>;
  // Nothing outside a modal dialog can be reached.
  (button.closest('dialog') ?? document.body).append(popover);
  const close = () => popover.isConnected && popover.hidePopover();
  const answer = () => {
    close();
    run();
  };
  // Before it is placed: its words say how high it is.
  const unfollow = effect(() => {
    const now = typeof says === 'string' ? says : says();
    if (now !== null) {
      words.value = now;
      popover.ariaLabel = now;
    } else if (popover.isConnected) {
      // Only after this effect: whoever hears of it may change what it reads.
      queueMicrotask(() => {
        if (!popover.isConnected) return;
        close();
        stale?.();
      });
    }
  });
  render(
    <>
      <Words />
      <div class="confirm-answers">
        {/* Who presses a key without reading has changed nothing. */}
        <Button says={t('fork.cancel')} autofocus onClick={close} />
        <Button says={verb} onClick={answer} />
      </div>
    </>,
    popover,
  );
  const forget = on(window, 'hashchange' as keyof HTMLElementEventMap, close);
  on(popover, 'toggle', ({ newState }) => {
    if (newState === 'open') return;
    forget();
    unfollow();
    render(null, popover);
    popover.remove();
    closed?.();
  });
  popover.showPopover();
  placeBeside(popover, button, WIDTH);
  return close;
}
