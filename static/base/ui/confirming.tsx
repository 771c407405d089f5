// Asks before something is done that cannot be undone. Whatever can be undone is done at once, and a notice offers to undo it.

import { render } from 'preact';
import { t } from '../words/index.ts';
import { h, on } from './dom.ts';
import { Button } from './parts.tsx';
import { placeBeside } from './popover.ts';

const WIDTH = 304;

interface Question {
  /** what comes of it, and that it stays so */
  says: string;
  /** the same verb as on the button that was pressed */
  verb: string;
  run: () => void;
  /** it was answered, one way or the other */
  closed?: () => unknown;
}

/**
 * Asks at the button that was pressed. Escape and a press elsewhere say no, and the focus goes back to the button.
 *
 * @returns takes the question back
 */
export function confirm(button: HTMLElement, { says, verb, run, closed }: Question): () => void {
  const popover = h('div', {
    class: 'confirm panel',
    popover: 'auto',
    role: 'alertdialog',
    'aria-label': says,
  });
  // Nothing outside a modal dialog can be reached.
  (button.closest('dialog') ?? document.body).append(popover);
  const close = () => popover.isConnected && popover.hidePopover();
  const answer = () => {
    close();
    run();
  };
  render(
    <>
      <p>{says}</p>
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
    render(null, popover);
    popover.remove();
    closed?.();
  });
  popover.showPopover();
  placeBeside(popover, button, WIDTH);
  return close;
}
