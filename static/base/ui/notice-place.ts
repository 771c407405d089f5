// Where a passing notice stands: beside what is needed meanwhile. It lies above the page, and a page is full of different things
// in every view, so the place is looked for and kept only as long as nothing that is needed comes under it.

/** Milliseconds between two looks at what is under a notice. */
const LOOK_MS = 400;
/** Pixels between two places that are tried, and between a notice and what is needed. */
const STEP = 8;
const GAP = 4;

/** What people press, are told to do, or were told to be wrong. */
const NEEDED = [
  'header, footer, button, a[href], input, select, summary, label, [role=tab], [role=separator]',
  '.notices > .notice, .hint, .note, .problems, .fault, .bad, .ending, .outcome, .puzzle-bar',
  '.hand:not([hidden]), .timeline, .setup, [role=alert]',
].join(', ');
/** What is only watched gives way before the page has to. */
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
 * The place of a box that is nearest to the one where it is, and overlaps nothing of all this.
 *
 * @returns null: there is none
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

/** A place and its ends, and those between them. */
const placesFrom = (start: number, most: number): number[] => {
  const own = Math.max(0, Math.min(most, start));
  const first = own % STEP;
  const between = Array.from({ length: Math.floor((most - first) / STEP) + 1 }, (_, k) => first + k * STEP);
  return [own, 0, most, ...between];
};

/** What can be seen of elements, without what scrolls out of sight. */
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
 * Keeps the notices in a place beside what is needed.
 *
 * @param host of the notices; where its style places it they stand if they can
 * @param page what they lie above
 * @returns to be called when there are others
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
    // Of others the size is another one.
    release();
    void look();
  };
}
