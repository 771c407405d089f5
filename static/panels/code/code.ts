// The bot in the editor, and the functions for the rest of the page. The editor's panel is loaded when it is first visible.

import type { App } from '../../app.ts';
import { codeOf } from '../../base/storage/bots.ts';
import { codingLine, declareUtf8 } from '../../base/text/coding-line.ts';
import { on } from '../../base/ui/dom.ts';
import { saveBlob, saveFile } from '../../base/ui/files.ts';
import { inPlace, tried } from '../../base/ui/lazy.ts';
import { bareName, isBundle, isSame, MAIN, textAt } from '../../base/values/bundle-shape.ts';
import { t } from '../../base/words/index.ts';
import type { Problem } from '../../match/faults.ts';
import type { Code } from '../../match/types.ts';
import type { Profile } from './codemirror.ts';
import { createFollowing } from './following.ts';
import { linesIn, placeIn } from './lines.ts';
import type { Options as OfBot } from './own-bot.ts';
import { createOwnBot } from './own-bot.ts';
import type { Options as OfPanel, Panel } from './panel.tsx';
import type { Looked } from './state.ts';
import { createTurning } from './turning.ts';

/** The part of what a game offers that is used here. */
export interface Offer {
  name: string;
  starter: string;
}

interface Options
  extends Omit<OfBot, 'arrived' | 'followed' | 'edited' | 'renamed' | 'deletedElsewhere' | 'taken'>,
    Omit<OfPanel, 'bot' | 'actions'> {
  actions: Omit<OfPanel['actions'], 'rename' | 'save' | 'reset' | 'edit' | 'back'>;
  /** the text of a bot is replaced by another one */
  replaced: (code: Code, bot: number) => void;
  /** another bot is in the editor */
  turned: () => void;
  /** another tab has changed the bot, and may have made versions of it */
  followed: () => void;
}

export function createCode(host: HTMLElement, app: App, options: Options) {
  const { notices } = app;
  const { bots, replaced, turned } = options;
  const bot = createOwnBot(app.store, {
    ...options,
    ...{ taken: app.bundles.note, arrived: show, followed: follow },
    edited: () => following.end(),
    renamed,
    deletedElsewhere(name, run) {
      const action = { label: t('bots.restoreName', { name }), run };
      return notices.show(t('bots.deletedElsewhere', { name }), { action, stays: true });
    },
  });
  const following = createFollowing(notices, (before, id) => {
    if (id === bot.id()) replace(before, t('bots.changedBack', { name: bareName(before) }), true);
  });
  let panel: Panel | null = null;
  /** What the panel is to show when it has loaded. */
  let marked: readonly Problem[] = [];
  let profiled: Profile = [];
  let looked: Looked | null = null;
  /** Whether the user went from a shown version back to the bot itself. */
  let isOwnWanted = false;
  let wanted: (panel: Panel) => void = () => {};
  let forgetLeaving = () => {};

  function load(): Promise<unknown> {
    return tried(
      async () => {
        const { createPanel } = await import('./panel.tsx');
        if (panel) return;
        const actions = { ...options.actions, rename, save, reset, edit, back };
        panel = createPanel(host, app, { ...options, bot, actions });
        panel.look(looked);
        panel.mark(marked);
        panel.profile(profiled);
        wanted(panel);
      },
      inPlace(host),
      load,
    );
  }
  seen(host.parentElement ?? host).then(load);
  // A press in the place of the editor, before it has loaded, means that the user wants to write in it.
  on(host, 'pointerdown', () => {
    if (!panel) focusThen('pointerdown');
  });

  /** Runs work on the panel: at once, or when it has loaded; only the latest work waits. */
  function ask(work: (panel: Panel) => void) {
    if (panel) work(panel);
    else wanted = work;
  }

  /** Focuses the editor when it has loaded. @param leaving the event that cancels this, because the user has gone on */
  function focusThen(leaving: 'keydown' | 'pointerdown') {
    let isLeft = false;
    forgetLeaving();
    const leave = ({ target }: Event) => {
      isLeft ||= leaving === 'keydown' || !host.contains(target as Node);
    };
    forgetLeaving = on(document, leaving, leave, { capture: true });
    wanted = (each) => {
      forgetLeaving();
      if (!isLeft) each.focus();
    };
  }

  /** Gives the bot the name that the user typed. @returns the name that it got */
  function rename(name: string): string {
    const got = app.library.nameFor(bot.id(), name, bot.code());
    call(got);
    return got;
  }

  function call(name: string) {
    bot.rename(name);
    renamed();
  }

  function renamed() {
    panel?.named();
    app.play.refresh();
  }

  /** Shows what is in the editor now: another bot, or a text that came from elsewhere. */
  function show() {
    turn(false);
    app.play.refresh();
    turned();
  }

  /** Another tab has changed this bot: shows its text; the caret stays where it is. */
  function follow(before: Code) {
    panel?.follow();
    app.play.refresh();
    following.see(before, bot.id());
    options.followed();
  }

  /** @param canUndo whether the editor's Undo leads back to the text before */
  function turn(canUndo: boolean) {
    [marked, profiled, looked] = [[], [], null];
    panel?.show(canUndo);
  }

  /**
   * Puts another text into the editor in place of this bot's; a notice offers to undo that.
   *
   * @param keeps whether the text before becomes a version; a bot of several files always does
   * @param more undone: called by Undo to undo other things; apart: makes a separate bot of the new text, offered in the notice
   */
  function replace(
    next: Code,
    said: string,
    keeps = false,
    { undone, apart }: { undone?: () => void; apart?: () => void } = {},
  ) {
    const before = { ...bot.code() };
    const id = bot.id();
    if ((keeps || isBundle(before)) && !isSame(before, next) && !bot.isUntouched()) replaced(before, id);
    put(next);
    const backAnd = (more?: () => void) => () => {
      if (id !== bot.id()) return;
      put(before);
      more?.();
    };
    const other = apart && { label: t('code.apart'), run: backAnd(apart) };
    notices.show(said, {
      action: { label: t('notice.undo'), run: backAnd(undone) },
      ...(other && { other }),
    });
  }

  function put(next: Code) {
    const several = isBundle(bot.code()) || isBundle(next);
    bot.put(next);
    // The editor's Undo leads back if both are single files; else only the notice does.
    turn(!several);
    call(bot.code().name);
  }

  /** @param next the version to show; null for the bot itself */
  function look(next: Looked | null) {
    if (next === null && looked === null) return;
    [marked, profiled, looked] = [[], [], next];
    panel?.look(next);
  }

  function back() {
    const before = looked;
    const lines = marked;
    isOwnWanted = true;
    look(null);
    if (before) markAndReveal(linesIn(before.code, bot.code(), lines));
  }

  /** Puts the shown version into the editor; the text before becomes a version. */
  function edit({ code, name }: Looked) {
    const lines = marked;
    replace({ ...codeOf(code), name: bot.code().name }, t('code.looked.edited', { name }), true);
    markAndReveal(lines);
  }

  /** Marks problems, and scrolls to the first of their lines. */
  function markAndReveal(problems: readonly Problem[]) {
    mark(problems);
    const first = problems.find(({ line }) => line > 0);
    if (first) panel?.revealLine(first.line, first.file);
  }

  function mark(problems: readonly Problem[]) {
    marked = problems;
    panel?.mark(problems);
  }

  const reset = () => replace({ name: bot.code().name, source: bot.game().starter }, t('code.wasReset'));

  /** Saves the bot as a file. It is in UTF-8, so another coding that its first lines declare is corrected. */
  async function save() {
    const code = bot.code();
    if (isBundle(code)) {
      const packed = await app.incoming.pack(code);
      if (packed) saveBlob(code.name, packed);
      return;
    }
    const text = declareUtf8(code.source);
    if (text !== code.source)
      notices.show(t('code.savedUtf8', { declared: codingLine(code.source)?.name ?? '' }));
    saveFile(code.name, text, 'text/x-python');
  }

  // A sleeping tab may have missed the messages of other tabs.
  document.addEventListener('visibilitychange', () => (document.hidden ? bot.save() : bot.catchUp()));
  on(window, 'pagehide' as keyof HTMLElementEventMap, bot.save);

  return {
    /** The bot's id in the library. */
    id: bot.id,
    /** Whether it is the starter bot, which is not stored. */
    isUntouched: bot.isUntouched,
    /** Stores the bot; resolves when it is in the library. */
    settled() {
      bot.save();
      return bot.settled();
    },
    rename,
    ...createTurning(bot, bots, { notices, show, replace }),
    /** Puts the bot of another game into the editor. */
    use(other: Offer) {
      bot.use(other);
      turn(false);
    },
    /** The bot as it is now. */
    current: (): Code => ({ ...bot.code() }),
    /** The bot, or the version that is shown in its place. */
    visible: (): Code => ({ ...(looked?.code ?? bot.code()) }),
    /** Whether a line may be in this bot. @param name the name of the line's bot */
    has(name: string, { file, line }: { file?: string; line: number | null }) {
      const code = bot.code();
      return (
        bareName({ name }) === bareName(code) &&
        line !== null &&
        textAt(code, file ?? code.main ?? MAIN) !== null
      );
    },
    /** The path and text of the file that is in the editor. */
    shown() {
      const code = looked?.code ?? bot.code();
      const path = panel?.path() ?? code.main ?? MAIN;
      return { path, text: textAt(code, path) ?? '' };
    },
    put,
    replace,
    /** To be called when versions have changed: updates which version the text is, or comes from. */
    seeVersion: () => panel?.seeVersion(),
    mark,
    /** Shows a version in place of the bot, which is not changed; null shows the bot again. */
    look,
    /**
     * Shows the text that played a game: the bot in the editor if it is the same, else that version. If the user has gone
     * back to the bot, it stays.
     *
     * @param isNext whether it follows another game of the same contest
     * @returns a function that moves problems of that text to its lines in the shown text
     */
    lookAtPlayed(played: Looked, isNext: boolean) {
      isOwnWanted &&= isNext;
      const now = bot.code();
      const isHere = isSame(played.code, now);
      look(isHere || isOwnWanted ? null : played);
      return (problems: readonly Problem[]) =>
        isHere || looked ? problems : linesIn(played.code, now, problems);
    },
    /** Scrolls to a line; the focus stays where it is. */
    revealLine: (line: number, file?: string) => ask((each) => each.revealLine(line, file)),
    /** Shows beside each line how often it ran and for how long. */
    profile(lines: Profile) {
      profiled = lines;
      panel?.profile(lines);
    },
    goToLine: (line: number, file?: string) => ask((each) => each.goToLine(line, file)),
    /** Goes to a line of a text that has played: in the shown text, or, if that no longer has the line, in the text itself. */
    goToPlayed(played: Looked, problem: Problem) {
      const there = placeIn(played.code, looked?.code ?? bot.code(), problem);
      if (!there) {
        look(played);
        mark([problem]);
      }
      const { line, file } = there ?? problem;
      ask((each) => each.goToLine(line, file));
    },
    /** Focuses the editor. If it has not loaded, a key press cancels that: the user has gone on, and would type into the bot. */
    focus() {
      if (panel) panel.focus();
      else focusThen('keydown');
    },
  };
}

export type Editor = ReturnType<typeof createCode>;

/** Resolves when the element is first visible. */
function seen(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(element);
  });
}
