// The bot in the editor, and what the page asks of its panel. The panel is loaded when it is first seen.

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
  /** another tab has gone on with the bot, and may have made versions of it */
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
  /** What the panel shows and does when it comes. */
  let marked: readonly Problem[] = [];
  let profiled: Profile = [];
  let looked: Looked | null = null;
  /** Somebody who looked at a version wanted the bot itself instead. */
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
  // Whoever presses where the editor will be is about to write in it.
  on(host, 'pointerdown', () => {
    if (!panel) focusThen('pointerdown');
  });

  /** What is asked for before the panel is there is done then. */
  function ask(work: (panel: Panel) => void) {
    if (panel) work(panel);
    else wanted = work;
  }

  /** The focus goes to the editor when it is there. @param leaving what says that one has gone on meanwhile */
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

  /** Somebody gives it another name. @returns the one that it got */
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

  /** Another tab has gone on with this bot: its text is shown, and the caret stays where it is. */
  function follow(before: Code) {
    panel?.follow();
    app.play.refresh();
    following.see(before, bot.id());
    options.followed();
  }

  /** @param canUndo whether Undo leads back to the text before */
  function turn(canUndo: boolean) {
    [marked, profiled, looked] = [[], [], null];
    panel?.show(canUndo);
  }

  /**
   * Puts another text into the editor in place of this bot's; a notice offers to undo that.
   *
   * @param keeps whether the text before becomes a version; that of several files always does
   * @param more undone: what else is to be undone; apart: makes a bot of its own of the other text, which is offered besides
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
    // Undo leads through the texts of one file; to another bot it leads by the notice.
    turn(!several);
    call(bot.code().name);
  }

  /** @param next null: the bot itself */
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
    if (before) lead(linesIn(before.code, bot.code(), lines));
  }

  /** The version that is looked at goes into the editor; the text before becomes a version. */
  function edit({ code, name }: Looked) {
    const lines = marked;
    replace({ ...codeOf(code), name: bot.code().name }, t('code.looked.edited', { name }), true);
    lead(lines);
  }

  /** Marks problems, and brings the first line of them into sight. */
  function lead(problems: readonly Problem[]) {
    mark(problems);
    const first = problems.find(({ line }) => line > 0);
    if (first) panel?.revealLine(first.line, first.file);
  }

  function mark(problems: readonly Problem[]) {
    marked = problems;
    panel?.mark(problems);
  }

  const reset = () => replace({ name: bot.code().name, source: bot.game().starter }, t('code.wasReset'));

  /** What is saved is UTF-8, whatever the first lines say that another program wrote. */
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

  // What another tab said while this one was asleep may not have been heard.
  document.addEventListener('visibilitychange', () => (document.hidden ? bot.save() : bot.catchUp()));
  on(window, 'pagehide' as keyof HTMLElementEventMap, bot.save);

  return {
    /** Its id in the library. */
    id: bot.id,
    /** Whether it is the starter bot, which is not kept. */
    isUntouched: bot.isUntouched,
    /** Writes it down; resolves when the library has it. */
    settled() {
      bot.save();
      return bot.settled();
    },
    rename,
    ...createTurning(bot, bots, { notices, show, replace }),
    /** The bot of another game. */
    use(other: Offer) {
      bot.use(other);
      turn(false);
    },
    /** @returns as it stands now */
    current: (): Code => ({ ...bot.code() }),
    /** The same, or the version that is looked at in its place. */
    visible: (): Code => ({ ...(looked?.code ?? bot.code()) }),
    /** Whether a line may be one of this bot's. @param name of the bot */
    has(name: string, { file, line }: { file?: string; line: number | null }) {
      const code = bot.code();
      return (
        bareName({ name }) === bareName(code) &&
        line !== null &&
        textAt(code, file ?? code.main ?? MAIN) !== null
      );
    },
    /** The file that is in the editor. */
    shown() {
      const code = looked?.code ?? bot.code();
      const path = panel?.path() ?? code.main ?? MAIN;
      return { path, text: textAt(code, path) ?? '' };
    },
    put,
    replace,
    /** Which version the text is, or comes from, may be another one. */
    seeVersion: () => panel?.seeVersion(),
    mark,
    /** Shows a version in place of the bot, which stays as it is; null: the bot itself. */
    look,
    /**
     * Shows the text that played a game: the bot in the editor, if it is the same, or else that version. Who has gone back
     * to the bot stays there.
     *
     * @param isNext after another game of the same contest
     * @returns puts the problems of that text where its lines are in what is shown
     */
    lookAtPlayed(played: Looked, isNext: boolean) {
      isOwnWanted &&= isNext;
      const now = bot.code();
      const isHere = isSame(played.code, now);
      look(isHere || isOwnWanted ? null : played);
      return (problems: readonly Problem[]) =>
        isHere || looked ? problems : linesIn(played.code, now, problems);
    },
    /** The line comes into sight; the focus stays where it is. */
    revealLine: (line: number, file?: string) => ask((each) => each.revealLine(line, file)),
    /** How often each line ran and for how long, beside the lines. */
    profile(lines: Profile) {
      profiled = lines;
      panel?.profile(lines);
    },
    goToLine: (line: number, file?: string) => ask((each) => each.goToLine(line, file)),
    /** To a line of a text that has played: in what is shown, or where that has no such line any more, in the text itself. */
    goToPlayed(played: Looked, problem: Problem) {
      const there = placeIn(played.code, looked?.code ?? bot.code(), problem);
      if (!there) {
        look(played);
        mark([problem]);
      }
      const { line, file } = there ?? problem;
      ask((each) => each.goToLine(line, file));
    },
    /** Whoever presses a key before the editor is there has gone on, and would type into the bot. */
    focus() {
      if (panel) panel.focus();
      else focusThen('keydown');
    },
  };
}

export type Editor = ReturnType<typeof createCode>;

/** @returns when it is first shown */
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
