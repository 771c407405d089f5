// Asks before an action that cannot be undone. Actions that can be undone are done at once, and a notice offers to undo them.

import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { t } from '../words/index.ts';
import { h, on } from './dom.ts';
import { Button } from './parts.tsx';
import { placeBeside } from './popover.ts';

const WIDTH = 304;

interface Question {
  /**
   * what the action does, and that it cannot be undone. A function is called again whenever a signal that it reads changes;
   * if it returns null, the action would no longer change anything, and the question is closed
   */
  says: string | (() => string | null);
  /** the same verb as on the button that was pressed. Without the name, which may be long and is in the sentence above */
  verb: string;
  run: () => void;
  /** called when it was answered, whether yes or no */
  closed?: () => unknown;
  /** called when it was closed because the action would no longer change anything */
  stale?: () => unknown;
}

/**
 * Asks in a popover at the button that was pressed. Escape and a press elsewhere mean no, and the focus returns to the button.
 *
 * @returns closes the question
 */
export function confirm(button: HTMLElement, { says, verb, run, closed, stale }: Question): () => void {
  const popover = h('div', {
    class: 'confirm panel',
    popover: 'auto',
    role: 'alertdialog',
  });
  const words = signal('');
  const Words = () => <p>{words.value}</p>;
  // Elements outside an open modal dialog cannot be reached, so the popover goes into it.
  (button.closest('dialog') ?? document.body).append(popover);
  const close = () => popover.isConnected && popover.hidePopover();
  const answer = () => {
    close();
    run();
  };
  // This comes before the popover is placed: its height depends on its words.
  const unfollow = effect(() => {
    const now = typeof says === 'string' ? says : says();
    if (now !== null) {
      words.value = now;
      popover.ariaLabel = now;
    } else if (popover.isConnected) {
      // After this effect has ended: `stale` may change signals that it reads.
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
        {/* It has the focus, so that somebody who presses a key without reading changes nothing. */}
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
