// A dialog of this panel: a title, the content, and buttons.

import { signal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { createRef, render } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { Dialog } from '../../base/ui/dialog.tsx';
import { newPlace } from '../../base/ui/dom.ts';

/** body: the content; actions: the buttons. */
type Shown = { title: string; body: ComponentChild; actions: ComponentChild };

/** @param looks a class of its own */
export function createDialog(looks: string = '') {
  const isOpen = signal(false);
  const shown = signal<Shown | null>(null);
  const heading = createRef<HTMLHeadingElement>();
  const place = createRef<HTMLDivElement>();
  /** Called when it is closed. */
  const waiting: (() => void)[] = [];

  function closed() {
    for (const resolve of waiting.splice(0)) resolve();
  }

  function View() {
    useLayoutEffect(() => {
      place.current?.scrollTo(0, 0);
      // The heading gets the focus when the dialog opens, so that screen readers read it.
      heading.current?.focus();
    }, [shown.value]);
    if (!shown.value) return null;
    const { title, body, actions } = shown.value;
    return (
      <Dialog class={`linked ${looks}`} says={title} isOpen={isOpen} closed={closed}>
        <header>
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
        </header>
        <div ref={place} class="linked-body">
          {body}
        </div>
        <div class="dialog-buttons">{actions}</div>
      </Dialog>
    );
  }

  render(<View />, newPlace());

  return {
    close() {
      isOpen.value = false;
    },
    /** Shows the dialog; resolves when it is closed. */
    show(title: string, body: ComponentChild, actions: ComponentChild): Promise<void> {
      shown.value = { title, body, actions };
      isOpen.value = true;
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
