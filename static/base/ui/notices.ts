// Notices: short sentences at the top of the page. Those that stay have a row of their own below the header, so that nothing
// lies under them. The others are gone soon, and would move everything twice: they lie above the page.

import { t } from '../words/index.ts';
import { h, icon, on, setText } from './dom.ts';

const SHOWN = 10_000;
/** From this many notices on that stay, a button closes all of them. */
const MANY = 4;

/** What can be done about a notice. */
type Deed = { label: string; run: () => void };

/** Creates the list of notices; most go away by themselves. */
export function createNotices(host: HTMLElement) {
  const closeAll = h('button', { type: 'button', class: 'plain', hidden: true }, t('notice.closeAll'));
  const passing = h('div', { class: 'notices-passing' });
  host.append(closeAll, passing);
  /** What removes each notice that stays, by its words. */
  const staying = new Map<string, () => void>();
  on(closeAll, 'click', () => {
    for (const remove of staying.values()) remove();
  });
  /** What had the focus before it came to a notice. */
  let before: HTMLElement | null = null;
  const remember = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !relatedTarget.closest('.notice')) before = relatedTarget;
  };
  on(host, 'focusin', remember);
  /** The notices that stay, among all that are there. */
  const lasting = new WeakSet<Element>();

  /** Shows a notice. Nothing outside of a modal dialog can be reached, so it is within the dialog until that is closed. */
  function put(notice: HTMLElement) {
    const dialog = openDialog();
    if (dialog) (dialog.querySelector(':scope > .notices-passing') ?? within(dialog)).append(notice);
    else (lasting.has(notice) ? host : passing).append(notice);
  }

  function within(dialog: Element) {
    const made = h('div', { class: 'notices-passing', role: 'status', 'aria-live': 'polite' });
    dialog.append(made);
    on(made, 'focusin', remember);
    on(dialog, 'close', () => {
      for (const notice of [...made.children]) if (notice instanceof HTMLElement) put(notice);
    });
    return made;
  }

  /** Removes a notice. If the focus was in it, it goes to the next one, or back to where it came from. */
  function takeAway(notice: HTMLElement) {
    const hadFocus = notice.contains(document.activeElement);
    const room = notice.parentElement;
    notice.remove();
    if (!hadFocus) return;
    const next = room?.querySelector('.notice button');
    const rest = room?.closest('dialog') ?? document.querySelector('main');
    const place = next ?? (before?.checkVisibility() ? before : rest);
    if (!(place instanceof HTMLElement)) return;
    if (place === rest) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }

  /**
   * @param how other: what else can be done; code: lines to
   * copy; stays: until it is closed, as a bad one and one with lines do
   * @returns removes it
   */
  function show(
    text: string,
    {
      bad = false,
      action,
      other,
      code,
      stays = bad || code !== undefined,
    }: { bad?: boolean; action?: Deed; other?: Deed; code?: string; stays?: boolean } = {},
  ): () => void {
    const close = h(
      'button',
      { type: 'button', class: 'quiet only-icon', 'aria-label': t('notice.close') },
      icon('x'),
    );
    const deeds = [other, action].flatMap((deed) => (deed ? [deed] : []));
    const buttons = deeds.map(({ label }) => h('button', { type: 'button', class: 'plain' }, label));
    const words = code === undefined ? h('p', {}, text) : withLines(text, code);
    const notice = h('div', { class: 'notice' }, bad && icon('alert'), words, ...buttons, close);
    if (bad) notice.dataset.kind = 'bad';
    const undo = [on(close, 'click', () => remove())];
    for (const [k, button] of buttons.entries()) {
      const runDeed = () => {
        deeds[k]?.run();
        remove();
      };
      undo.push(on(button, 'click', runDeed));
    }
    const timer = stays ? 0 : setTimeout(() => remove(), SHOWN);
    if (stays) lasting.add(notice);
    put(notice);
    if (stays) {
      // Notices with the same text replace each other.
      staying.get(text)?.();
      staying.set(text, remove);
    }
    closeAll.hidden = staying.size < MANY;
    notice.scrollIntoView({ block: 'nearest' });
    return remove;

    function remove() {
      clearTimeout(timer);
      for (const work of undo) work();
      takeAway(notice);
      if (staying.get(text) === remove) staying.delete(text);
      closeAll.hidden = staying.size < MANY;
    }
  }

  /**
   * Shows work in progress, with a button that ends it. Its words change as the work goes on; it stays until it is
   * removed.
   */
  function work(text: string, cancel: () => void) {
    const words = h('p', {}, text);
    const button = h('button', { type: 'button', class: 'plain' }, t('fork.cancel'));
    const notice = h('div', { class: 'notice' }, words, button);
    const undo = on(button, 'click', cancel);
    put(notice);
    return {
      say: (news: string) => setText(words, news),
      remove() {
        undo();
        takeAway(notice);
      },
    };
  }

  return { show, work };
}

/** The modal dialog that is in front, if one is open. */
const openDialog = () =>
  document.activeElement?.closest('dialog:modal') ?? [...document.querySelectorAll('dialog:modal')].at(-1);

function withLines(text: string, code: string) {
  const copy = h('button', { type: 'button', class: 'plain' }, icon('copy'), h('span', {}, t('notice.copy')));
  const said = h('span', { class: 'hint', role: 'status' });
  const tell = (id: string) => setText(said, t(id));
  on(copy, 'click', () =>
    navigator.clipboard.writeText(code).then(
      () => tell('console.copied'),
      () => tell('console.notCopied'),
    ),
  );
  // They are folded: the row pushes the page down, which on a laptop has no room to lose.
  const lines = h('pre', { hidden: true }, h('code', {}, code));
  const fold = h('button', { type: 'button', class: 'plain', 'aria-expanded': 'false' }, t('notice.lines'));
  on(fold, 'click', () => {
    lines.hidden = !lines.hidden;
    fold.setAttribute('aria-expanded', String(!lines.hidden));
  });
  return h('div', { class: 'words' }, h('p', {}, text), said, fold, copy, lines);
}

export type Notices = ReturnType<typeof createNotices>;
