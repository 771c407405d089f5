// What is drawn anew hands the focus on. Otherwise whoever works by keyboard, or by a screen reader,
// would be back at the beginning of the page.

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]';

/**
 * Replaces what an element holds. If the focus is in it, the same control has it afterwards: in the part with the same
 * `data-key`, or in the one that takes its place. If there is none, a heading near by gets it.
 */
export function refill(host: Element, ...children: (Node | string)[]) {
  const place = placeIn(host);
  host.replaceChildren(...children);
  if (place) focusAt(host, place);
}

/** Where the focus is within an element. */
type Place = { key: string | null; part: number; control: number };

/** @returns null: the focus is elsewhere */
function placeIn(host: Element): Place | null {
  const focused = document.activeElement;
  if (!focused || focused === host || !host.contains(focused)) return null;
  const nearest = focused.closest('[data-key]');
  const part = nearest && nearest !== host && host.contains(nearest) ? nearest : null;
  return {
    key: part?.getAttribute('data-key') ?? null,
    part: part ? partsOf(host).indexOf(part) : 0,
    control: controlsOf(part ?? host).indexOf(focused),
  };
}

function focusAt(host: Element, { key, part, control }: Place) {
  const parts = partsOf(host);
  const same = parts.find((each) => each.getAttribute('data-key') === key);
  const near = controlsOf(key === null ? host : (same ?? parts[Math.min(part, parts.length - 1)] ?? host));
  const all = controlsOf(host);
  const from = all.indexOf(near[control] ?? near[0] ?? host);
  const byDistance = all.toSorted(
    (a, b) => Math.abs(all.indexOf(a) - from) - Math.abs(all.indexOf(b) - from),
  );
  give(byDistance.find(canFocus), host);
}

/**
 * @param control gets the focus
 * @param place where a heading gets it, if there is no control
 */
function give(control: Element | null | undefined, place: Element) {
  const target = control ?? headingNear(place);
  if (!(target instanceof HTMLElement || target instanceof SVGElement)) return;
  if (target !== control) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

const partsOf = (host: Element) => [...host.querySelectorAll('[data-key]')];

/** @returns its controls, and itself, if it is one */
export const controlsOf = (part: Element): Element[] => [
  ...(part.matches(CONTROLS) ? [part] : []),
  ...part.querySelectorAll(CONTROLS),
];

const canFocus = (control: Element) =>
  !control.matches(':disabled') && control.checkVisibility() && !control.closest('[inert]');

function headingNear(host: Element) {
  const around = host.closest('section, dialog, [role=region], main') ?? document.body;
  return [...around.querySelectorAll('h1, h2, h3')].find((each) => each.checkVisibility()) ?? around;
}
