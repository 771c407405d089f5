// Renames what a list shows, in its row.

import type { ReadonlySignal } from '@preact/signals';
import { signal } from '@preact/signals';
import type { Ref, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Renamed<Id> {
  id: Id;
  name: string;
  /** what was typed so far */
  text: string;
}

export interface Renaming<Id> {
  /** null: nothing is being renamed */
  now: ReadonlySignal<Renamed<Id> | null>;
  begin: (id: Id, name: string) => void;
  end: (keep: boolean) => void;
}

/** @param rename is told of another name */
export function createRenaming<Id>(rename: (id: Id, name: string) => unknown): Renaming<Id> {
  const now = signal<Renamed<Id> | null>(null);
  return {
    now,
    begin(id, name) {
      now.value = { id, name, text: name };
    },
    end(keep) {
      const last = now.value;
      now.value = null;
      if (last && keep && last.text.trim() !== last.name) rename(last.id, last.text);
    },
  };
}

interface Props<Id> {
  id: Id;
  renaming: Renaming<Id>;
  class: string;
  /** what the field is called */
  says: string;
  /** the most characters of a name */
  most: number;
  /** what has the name; it gets the focus after a key has ended the typing */
  children: (opener: Ref<HTMLButtonElement>) => VNode;
}

/** Shows what has the name, or the field for another one in its place. */
export function Renamable<Id>({ id, renaming, class: looks, says, most, children }: Props<Id>) {
  const opener = useRef<HTMLButtonElement>(null);
  const comesBack = useRef(false);
  const now = renaming.now.value;
  const renamed = now?.id === id ? now : null;
  useLayoutEffect(() => {
    if (!renamed && comesBack.current) opener.current?.focus();
    comesBack.current = false;
  }, [renamed === null]);
  if (!renamed) return children(opener);
  function end(keep: boolean, isByKey: boolean) {
    // The field loses the focus once more when it goes.
    comesBack.current ||= isByKey;
    renaming.end(keep);
  }
  return <NameField renamed={renamed} class={looks} says={says} most={most} end={end} />;
}

interface FieldProps {
  renamed: { text: string };
  class: string;
  says: string;
  most: number;
  /** isByKey: else the focus has gone elsewhere */
  end: (keep: boolean, isByKey: boolean) => void;
}

function NameField({ renamed, class: looks, says, most, end }: FieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // What gets the focus now is not pressed by the same key, nor is a dialog around it closed.
    event.preventDefault();
    end(event.key === 'Enter', true);
  }
  return (
    <input
      ref={field}
      type="text"
      class={looks}
      aria-label={says}
      maxLength={most}
      defaultValue={renamed.text}
      onInput={({ currentTarget }) => {
        renamed.text = currentTarget.value;
      }}
      onKeyDown={press}
      onBlur={() => end(true, false)}
    />
  );
}
