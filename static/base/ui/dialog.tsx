// A modal dialog, which closes by its button, by Escape, by a press beside it, and when the address changes.

import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../words/index.ts';
import { IconButton } from './parts.tsx';

interface Props {
  id?: string;
  class: string;
  says: string;
  isOpen: Signal<boolean>;
  /** called when it has opened */
  shown?: () => void;
  closed?: () => void;
  /** whether it must stay open although the user wants to close it */
  holds?: () => boolean;
  children: ComponentChildren;
}

export function Dialog({ id, class: looks, says, isOpen, shown, closed, holds, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const wanted = isOpen.value;
  useLayoutEffect(() => {
    if (!wanted) dialog.current?.close();
    else if (!dialog.current?.open) {
      dialog.current?.showModal();
      shown?.();
    }
  }, [wanted]);
  // Another address shows another view, which the dialog would cover.
  useEffect(() => {
    if (!wanted) return;
    const leave = () => {
      holds?.();
      isOpen.value = false;
    };
    addEventListener('hashchange', leave);
    return () => removeEventListener('hashchange', leave);
  }, [wanted]);
  function close() {
    if (!holds?.()) isOpen.value = false;
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same.
    <dialog
      ref={dialog}
      id={id}
      class={`${looks} panel`}
      aria-label={says}
      onCancel={(event) => {
        if (holds?.()) event.preventDefault();
        // The dialog's close event comes later, and a key may open the dialog again before it.
        else isOpen.value = false;
      }}
      onClose={() => {
        isOpen.value = false;
        closed?.();
      }}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <IconButton icon="x" says={t('notice.close')} class="dialog-close" onClick={close} />
      {children}
    </dialog>
  );
}
