// Finds a place for notices that disappear by themselves. They lie above the page and must not cover what the user needs
// meanwhile. Every view has other things in other places, so the place is searched for, and left when something needed
// comes under it.

/** Milliseconds between two checks of what is under a notice. */
const LOOK_MS = 400;
/** Pixels between two places that are tried, and between a notice and the elements that it must not cover. */
const STEP = 8;
const GAP = 4;

/** Elements that must not be covered: controls, instructions and error messages. */
const NEEDED = [
  'header, footer, button, a[href], input, select, summary, label, [role=tab], [role=separator]',
  '.notices > .notice, .hint, .note, .problems, .fault, .bad, .ending, .outcome, .puzzle-bar',
  '.hand:not([hidden]), .timeline, .setup, [role=alert]',
].join(', ');
/** Elements that people only watch. They may be covered if there is no other place. */
const WATCHED = '[data-testid=board], .board-table';
const PLAYED = '.hand:not([hidden], [data-state=rest])';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const overlaps = (one: Box, other: Box, gap: number) =>
  one.left < other.right + gap &&
  one.right > other.left - gap &&
  one.top < other.bottom + gap &&
  one.bottom > other.top - gap;

/**
 * The place nearest to where a box is, in which it overlaps none of the taken boxes.
 *
 * @returns null if there is none
 */
export function freePlace(box: Box, taken: readonly Box[], room: { width: number; height: number }) {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const [most, lowest] = [room.width - width, room.height - height];
  if (most < 0 || lowest < 0) return null;
  const lefts = placesFrom(box.left, most);
  let best: Box | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const top of placesFrom(box.top, lowest)) {
    for (const left of lefts) {
      const far = Math.abs(top - box.top) + Math.abs(left - box.left);
      if (far >= least) continue;
      const place = { left, top, right: left + width, bottom: top + height };
      if (!taken.some((each) => overlaps(place, each, GAP))) [best, least] = [place, far];
    }
  }
  return best;
}

/** The positions to try along one axis: the box's own, both ends, and steps between them. */
const placesFrom = (start: number, most: number): number[] => {
  const own = Math.max(0, Math.min(most, start));
  const first = own % STEP;
  const between = Array.from({ length: Math.floor((most - first) / STEP) + 1 }, (_, k) => first + k * STEP);
  return [own, 0, most, ...between];
};

/** The visible parts of elements, without what is scrolled out of view. */
function seenOf(elements: Iterable<Element>): Promise<Box[]> {
  const all = [...elements];
  if (all.length === 0) return Promise.resolve([]);
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect();
      const seen = entries.filter(
        ({ target, isIntersecting }) =>
          isIntersecting && target.checkVisibility({ visibilityProperty: true }),
      );
      resolve(
        seen
          .map(({ intersectionRect }) => intersectionRect)
          .filter(({ width, height }) => width * height > 1),
      );
    });
    for (const each of all) observer.observe(each);
  });
}

/**
 * Keeps the notices in a place where they cover nothing that is needed.
 *
 * @param host the element of the notices; it stays where its style places it if possible
 * @param page what they lie above
 * @returns a function to be called when the notices have changed
 */
export function keepBeside(host: HTMLElement, page: ParentNode = document): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function put({ left, top, right }: Box) {
    Object.assign(host.style, { inset: `${top}px auto auto ${left}px`, width: `${right - left}px` });
    host.style.transform = 'none';
    host.setAttribute('data-beside', '');
  }

  function release() {
    host.removeAttribute('style');
    host.removeAttribute('data-in-row');
    host.removeAttribute('data-beside');
  }

  async function look() {
    clearTimeout(timer);
    if (host.childElementCount === 0) return release();
    timer = setTimeout(look, LOOK_MS);
    const others = (selector: string) =>
      [...page.querySelectorAll(selector)].filter((each) => !each.closest('.notices-passing'));
    const [needed, watched] = await Promise.all([seenOf(others(NEEDED)), seenOf(others(WATCHED))]);
    if (host.childElementCount === 0 || host.hasAttribute('data-in-row')) return;
    const box = host.getBoundingClientRect();
    const room = { width: innerWidth, height: innerHeight };
    const all = [...needed, ...watched];
    if (!all.some((each) => overlaps(box, each, 0))) return;
    const isPlayed = page.querySelector(PLAYED) !== null;
    const place = freePlace(box, all, room) ?? (isPlayed ? null : freePlace(box, needed, room));
    if (place) put(place);
    else {
      release();
      host.setAttribute('data-in-row', '');
    }
  }

  return () => {
    // The new notices have another size.
    release();
    void look();
  };
}
