// Notices: short sentences at the top of the page. Those that stay have a row of their own below the header, so that they
// cover nothing. The others disappear soon, and a row would move the page twice: they lie above the page, see notice-place.ts.

import type { Signal } from '@preact/signals';
import { computed, signal, useSignal } from '@preact/signals';
import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../words/index.ts';
import { isCopied } from './copy.ts';
import { h, on } from './dom.ts';
import { keepBeside } from './notice-place.ts';
import { Button, Icon, IconButton } from './parts.tsx';

const SHOWN_FOR_MS = 10_000;
/** A notice shown less than this many milliseconds before another view may be about what led there, so it stays. */
const RECENT_MS = 1000;
/** If at least this many notices stay, a button closes all of them. */
const CLOSE_ALL_FROM = 4;

interface Action {
  label: string;
  run: () => void;
  /** whether the notice stays after the action was done */
  keeps?: boolean;
}

interface Notice {
  number: number;
  words: Signal<string>;
  /** lines to copy */
  code: string | undefined;
  isBad: boolean;
  stays: boolean;
  /** when it was shown, if it is removed with its view; Infinity if it is shown in all views */
  local: number;
  actions: readonly Action[];
  /** undefined if the user cannot close it: it is removed when the work ends */
  close: (() => void) | undefined;
  /** the only view that shows it; undefined if all do */
  view?: string | undefined;
  /** the modal dialog in which it is shown, because nothing outside can be reached; null if it is shown in the page */
  dialog: Element | null;
  /** its element while it is shown, else null */
  element: HTMLElement | null;
}

type Asked = Pick<Notice, 'code' | 'isBad' | 'stays' | 'local' | 'actions' | 'close' | 'view'>;

interface How {
  bad?: boolean;
  action?: Action;
  /** other actions, whose buttons come before that of `action` */
  other?: Action | readonly Action[];
  /** lines to copy */
  code?: string;
  /** whether it stays until it is closed, as notices that are bad or have lines always do */
  stays?: boolean;
  /** whether it is about something done in the current view, and is removed with that view */
  here?: boolean;
  /** the only view that shows it */
  view?: string;
  /** called when it is removed */
  gone?: () => void;
}

/** Creates the list of notices; most disappear by themselves. */
export function createNotices(host: HTMLElement) {
  const all = signal<readonly Notice[]>([]);
  /** The view that is shown. */
  const current = signal('');
  const inView = ({ view }: Notice) => view === undefined || view === current.value;
  const inPage = computed(() => all.value.filter((each) => each.dialog === null && inView(each)));
  let count = 0;
  /** The element that had the focus before a notice got it. */
  let before: HTMLElement | null = null;
  const remember = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !relatedTarget.closest('.notice')) before = relatedTarget;
  };

  /** Makes a place for notices in a dialog. When it is closed they move to the page, or to the dialog behind it. */
  function makePlaceIn(dialog: Element) {
    const place = h('div', { class: 'notices-passing', role: 'status', 'aria-live': 'polite' });
    dialog.append(place);
    on(place, 'focusin', remember);
    on(dialog, 'close', () => {
      const next = openDialog();
      for (const notice of all.peek()) if (notice.dialog === dialog) notice.dialog = next;
      all.value = [...all.peek()];
    });
    const settle = keepBeside(place, dialog);
    function Inside() {
      const shown = all.value.filter((notice) => notice.dialog === dialog);
      useLayoutEffect(settle, [numbersOf(shown)]);
      return <Rows all={shown} />;
    }
    render(<Inside />, place);
  }

  function put(text: string, asked: Asked): Notice {
    const dialog = openDialog();
    if (dialog && !dialog.querySelector(':scope > .notices-passing')) makePlaceIn(dialog);
    count += 1;
    const notice = { number: count, words: signal(text), dialog, element: null, ...asked };
    all.value = [...all.peek(), notice];
    return notice;
  }

  /** Removes a notice. If it has the focus, the focus moves to the next notice, or back to where it was before. */
  function takeAway(notice: Notice) {
    const others = all.peek().filter((each) => each !== notice);
    if (notice.element?.contains(document.activeElement)) {
      const near = others.find(
        ({ dialog, element }) => dialog === notice.dialog && element?.querySelector('button'),
      );
      const rest = notice.dialog ?? document.querySelector('main');
      const place = near?.element?.querySelector('button') ?? (before?.checkVisibility() ? before : rest);
      if (place instanceof HTMLElement) {
        if (place === rest) place.tabIndex = -1;
        place.focus({ preventScroll: true });
      }
    }
    all.value = others;
  }

  /** @returns removes the notice */
  function show(
    text: string,
    {
      bad = false,
      action,
      other,
      code,
      stays = bad || code !== undefined,
      here = false,
      view,
      gone,
    }: How = {},
  ): () => void {
    // Notices with the same text replace each other.
    const same = stays && all.peek().find((each) => each.stays && each.words.peek() === text);
    const remove = () => {
      clearTimeout(timer);
      takeAway(notice);
      gone?.();
    };
    const timer = stays ? 0 : setTimeout(() => remove(), SHOWN_FOR_MS);
    const offered = [other, action].flatMap((each) => each ?? []);
    const actions = offered.map(({ label, run, keeps = false }) => ({
      label,
      run() {
        run();
        if (!keeps) remove();
      },
    }));
    const local = here ? performance.now() : Number.POSITIVE_INFINITY;
    const notice = put(text, { isBad: bad, actions, code, stays, local, view, close: remove });
    if (same) same.close?.();
    return remove;
  }

  /**
   * Shows work in progress, with a button that cancels it. Its words can be changed; it stays until it is removed.
   */
  function work(text: string, cancel: () => void) {
    const actions = [{ label: t('fork.cancel'), run: cancel }];
    const local = Number.POSITIVE_INFINITY;
    const notice = put(text, {
      isBad: false,
      actions,
      code: undefined,
      stays: false,
      local,
      close: undefined,
    });
    return {
      say(news: string) {
        notice.words.value = news;
      },
      remove: () => takeAway(notice),
    };
  }

  /** Another view is shown: removes the notices about the one before. */
  function leaveFor(view: string) {
    current.value = view;
    const now = performance.now();
    for (const { local, close } of all.peek()) if (now - local > RECENT_MS) close?.();
  }

  function InPage() {
    const staying = inPage.value.filter(({ stays }) => stays);
    const passing = inPage.value.filter(({ stays }) => !stays);
    const place = useRef<HTMLDivElement>(null);
    const settle = useRef<(() => void) | null>(null);
    useLayoutEffect(() => {
      if (!place.current) return;
      settle.current ??= keepBeside(place.current);
      settle.current();
    }, [numbersOf(passing)]);
    const closeAll = () => {
      for (const { close } of staying) close?.();
    };
    return (
      <>
        <Button says={t('notice.closeAll')} hidden={staying.length < CLOSE_ALL_FROM} onClick={closeAll} />
        <div class="notices-passing" ref={place}>
          <Rows all={passing} />
        </div>
        <Rows all={staying} />
      </>
    );
  }

  on(host, 'focusin', remember);
  render(<InPage />, host);
  return { show, work, leaveFor };
}

/** The modal dialog that is in front, if one is open. */
const openDialog = (): Element | null =>
  document.activeElement?.closest('dialog:modal') ??
  [...document.querySelectorAll('dialog:modal')].at(-1) ??
  null;

/** The numbers of the notices as a text, which changes when others are shown. */
const numbersOf = (notices: readonly Notice[]) => notices.map(({ number }) => number).join();

const Rows = ({ all }: { all: readonly Notice[] }) => (
  <>
    {all.map((notice) => (
      <Row key={notice.number} notice={notice} />
    ))}
  </>
);

function Row({ notice }: { notice: Notice }) {
  const { isBad, words, code, actions, close } = notice;
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    notice.element = row.current;
    row.current?.scrollIntoView({ block: 'nearest' });
    return () => {
      notice.element = null;
    };
  }, [notice]);
  return (
    <div class="notice" data-kind={isBad ? 'bad' : undefined} ref={row}>
      {isBad && <Icon name="alert" />}
      {code === undefined ? <p>{words.value}</p> : <WithLines text={words.value} code={code} />}
      {actions.map(({ label, run }) => (
        <Button key={label} says={label} onClick={run} />
      ))}
      {close && <IconButton icon="x" says={t('notice.close')} onClick={close} />}
    </div>
  );
}

function WithLines({ text, code }: { text: string; code: string }) {
  const said = useSignal('');
  // The lines are hidden at first: the row pushes the page down, and a laptop has no room to spare.
  const isOpen = useSignal(false);
  async function copy() {
    said.value = (await isCopied(code)) ? 'console.copied' : 'console.notCopied';
  }
  return (
    <div class="words">
      <p>{text}</p>
      <span class="hint" role="status">
        {said.value && t(said.value)}
      </span>
      <Button
        says={t('notice.lines')}
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      />
      <Button icon="copy" says={t('notice.copy')} onClick={copy} />
      <pre hidden={!isOpen.value}>
        <code>{code}</code>
      </pre>
    </div>
  );
}

export type Notices = ReturnType<typeof createNotices>;
