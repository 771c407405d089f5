// Small helpers for the DOM: make, find, listen and set.

import { ICONS } from './icons.ts';

export type Child = Node | string | null | undefined | false;

/**
 * Makes an element. Properties are set as properties when the element has them and as attributes otherwise; text
 * children become text nodes, never markup.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Record<string, unknown> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'class') element.className = String(value);
    else if (name in element && !name.startsWith('aria')) Reflect.set(element, name, value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter(isNode));
  return element;
}

function isNode(child: Child): child is Node | string {
  return child !== null && child !== undefined && child !== false;
}

/** Finds an element that must be there: a missing one is a mistake in the markup and throws. */
export function find<T extends Element>(
  root: ParentNode,
  selector: string,
  type: new (...args: any[]) => T,
): T {
  const element = root.querySelector(selector);
  if (element instanceof type) return element;
  throw new Error(`no ${type.name} at ${selector}`);
}

/** A part of the page as it is in index.html. */
export const part = (selector: string) => find(document, selector, HTMLElement);

/** @returns an element at the end of the page, to render a dialog into */
export function newPlace(): HTMLElement {
  return document.body.appendChild(document.createElement('div'));
}

/** Adds a listener, and returns a function that removes it. */
export function on<K extends keyof HTMLElementEventMap>(
  target: EventTarget,
  type: K,
  handler: (event: HTMLElementEventMap[K]) => void,
  options?: AddEventListenerOptions,
): () => void {
  const listener = handler as EventListener;
  target.addEventListener(type, listener, options);
  return () => target.removeEventListener(type, listener, options);
}

const parsed = new Map<string, SVGSVGElement>();

/** @param name an icon listed in icons.ts */
export function icon(name: string): SVGSVGElement {
  let original = parsed.get(name);
  if (!original) {
    original = parse(name);
    parsed.set(name, original);
  }
  return original.cloneNode(true) as SVGSVGElement;
}

/**
 * A button with only an icon. Its words are its tooltip and its accessible name.
 * @param name of the icon
 * @param more properties
 */
export function iconButton(
  name: string,
  says: string,
  press?: () => void,
  more: Record<string, unknown> = {},
) {
  const looks = { type: 'button', class: 'quiet only-icon', title: says, 'aria-label': says };
  const button = h('button', { ...looks, ...more }, icon(name));
  if (press) on(button, 'click', press);
  return button;
}

function parse(name: string) {
  const text = ICONS[name];
  if (!text) throw new Error(`no icon ${name}`);
  const svg = find(new DOMParser().parseFromString(text, 'image/svg+xml'), 'svg', SVGSVGElement);
  for (const attribute of ['width', 'height', 'stroke-width']) svg.removeAttribute(attribute);
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  return document.importNode(svg, true);
}

/** Gives every element with `data-icon` its icon. */
export function mountIcons(root: ParentNode) {
  for (const element of root.querySelectorAll('[data-icon]')) {
    setIcon(element, element.getAttribute('data-icon') ?? '');
  }
}

/** Puts an icon in front of an element's content, in place of the icon that it had. */
export function setIcon(element: Element, name: string) {
  element.querySelector(':scope > svg.icon')?.remove();
  element.prepend(icon(name));
}

/** A player's mark, by colour and shape. */
export function swatch(player: number) {
  const mark = h('span', { class: 'swatch' });
  mark.dataset.player = String(player);
  return mark;
}

/** Makes an element focusable, so that keys scroll it, if its text is longer than its box. */
export function letScroll(element: HTMLElement, isLong: boolean) {
  if (isLong) element.tabIndex = 0;
  else element.removeAttribute('tabindex');
}

/** Sets text only when it differs, so that a running match does not touch the document for nothing. */
export function setText(element: Element, text: string) {
  if (element.textContent !== text) element.textContent = text;
}
