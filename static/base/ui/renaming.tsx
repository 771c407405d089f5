// Renames an item of a list within its row.

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
  /** null if nothing is being renamed */
  now: ReadonlySignal<Renamed<Id> | null>;
  begin: (id: Id, name: string) => void;
  end: (keep: boolean) => void;
}

/** @param rename called with the new name, if it differs */
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
  /** the label of the field */
  says: string;
  /** the most characters of a name */
  most: number;
  /** renders the item; the element with the ref `opener` gets the focus after Enter or Escape */
  children: (opener: Ref<HTMLButtonElement>) => VNode;
}

/** Shows the item, or, while it is being renamed, a field for its name in its place. */
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
    // `end` is called again, not by a key, when the field is removed and loses the focus.
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
  /** isByKey: whether a key ended it; else the field lost the focus */
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
    // So that the same key neither presses the element that gets the focus now, nor closes a dialog around it.
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
