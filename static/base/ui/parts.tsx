// Small parts of views: icons, buttons, marks of players.

import type { ComponentProps, VNode } from 'preact';
import { createElement } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { icon } from './dom.ts';

/** An icon that is listed in icons.ts. */
export function Icon({ name }: { name: string }) {
  return vnodeOf(icon(name));
}

/** An element that is made and changed elsewhere. */
export function Island({ element }: { element: Element }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.append(element), [element]);
  return <div class="island" ref={place} />;
}

function vnodeOf({ localName, attributes, children }: Element): VNode {
  const props = Object.fromEntries([...attributes].map((each) => [each.name, each.value]));
  return createElement(localName, props, ...[...children].map(vnodeOf));
}

type Named = Omit<ComponentProps<'button'>, 'icon'> & { icon?: string; says: string };

/** A button with words, and an icon before them. */
export function Button({ icon: name, says, class: looks = 'plain', ...rest }: Named) {
  return (
    <button type="button" class={looks} {...rest}>
      {name && <Icon name={name} />}
      <span>{says}</span>
    </button>
  );
}

/** A button with only an icon. Its words are its tooltip and its accessible name. */
export function IconButton({ icon: name, says, class: more, ...rest }: Named & { icon: string }) {
  const looks = more ? `quiet only-icon ${more}` : 'quiet only-icon';
  return (
    <button type="button" class={looks} title={says} aria-label={says} {...rest}>
      <Icon name={name} />
    </button>
  );
}

/** A part of the page that could not be loaded: the sentence about it, and the action of its button. */
export interface Failed {
  says: string;
  action: { label: string; run: () => void };
}

/** Shows the failure in the place of the part. */
export function LoadFailed({ says, action }: Failed) {
  return (
    <div class="lazy-failed" role="alert">
      <p>{says}</p>
      <Button says={action.label} onClick={action.run} />
    </div>
  );
}

/** A key as keyboards label it, in capitals: a small l would be read as a capital I. */
export function KeyCap({ name }: { name: string }) {
  return <kbd>{/^[a-z]$/.test(name) ? name.toUpperCase() : name}</kbd>;
}

/** A player's mark, by colour and shape. */
export function Swatch({ player }: { player: number }) {
  return <span class="swatch" data-player={player} />;
}
