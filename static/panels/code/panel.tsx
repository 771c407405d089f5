// The panel of the editor: the bar with the bot's name, the text, and the problems in it.

import { render } from 'preact';
import { useRef } from 'preact/hooks';
import type { App } from '../../app.ts';
import type { Version, Versions } from '../../base/storage/versions.ts';
import { h } from '../../base/ui/dom.ts';
import { inNotice } from '../../base/ui/lazy.ts';
import { Island } from '../../base/ui/parts.tsx';
import { isBundle, textAt, textsOf } from '../../base/values/bundle-shape.ts';
import { t } from '../../base/words/index.ts';
import type { Problem } from '../../match/faults.ts';
import { createAsking } from './asking.ts';
import type { Profile } from './codemirror.ts';
import { Head } from './head.tsx';
import { lazyEditor } from './lazy.ts';
import { LookedAt } from './looked.tsx';
import type { OwnBot } from './own-bot.ts';
import { Problems } from './problems.tsx';
import { createReference } from './reference.ts';
import type { Looked, State } from './state.ts';
import { createState } from './state.ts';
import { VersionList } from './versions.tsx';

/** The actions of the buttons. */
export interface Actions {
  /** @returns the name that it has now */
  rename: (name: string) => string;
  open: () => void;
  save: () => void;
  share: () => void;
  reset: () => void;
  restore: (version: Version) => void;
  compare: (version: Version) => void;
  /** puts the shown version into the editor */
  edit: (looked: Looked) => void;
  /** shows the bot itself again */
  back: () => void;
}

export interface Options {
  bot: OwnBot;
  versions: () => Versions;
  actions: Actions;
  /** the button of the menu of bots */
  menu: HTMLElement;
}

export type Panel = ReturnType<typeof createPanel>;

export function createPanel(host: HTMLElement, app: App, { bot, versions, actions, menu }: Options) {
  const { notices, reader } = app;
  const state = createState(bot, versions);
  const { shown } = state;
  /** The profile of the bot's main file. */
  let profiled: Profile = [];
  const place = h('div', { class: 'editor', 'data-testid': 'editor' });
  const editor = lazyEditor(
    place,
    bot.code().source,
    {
      run: () => app.play.actions.run(),
      changed(source) {
        if (state.looked.value) return;
        bot.edit(shown.value, source);
        state.seeVersion();
      },
      moved: state.move,
      // Later, when the editor has the text.
      pasted: (tidied) => void setTimeout(app.incoming.pasted, 0, tidied),
      asking: createAsking(reader, {
        game: () => bot.game().name,
        code: state.now,
        path: () => shown.value,
        calm: () => app.play.run.calm(),
        say: inNotice(notices),
        entry: app.arena.entry,
      }),
    },
    () => app.play.run.calm(),
  );

  /** Shows another file of the same bot. */
  function openFile(path: string) {
    const text = textAt(state.now(), path);
    if (text === null) return;
    editor.turn(text, keyOf(shown.value), keyOf(path), state.looked.value !== null);
    shown.value = path;
    mark(state.problems.value);
    profile(profiled);
  }

  /** The key of a file's editor state: a version's files have other states than the bot's. */
  const keyOf = (path: string) => (state.looked.value ? `${state.looked.value.name}\0${path}` : path);

  /** @param path the main file if left out */
  function goToLine(line: number, path = state.main()) {
    if (path !== shown.value) openFile(path);
    editor.goToLine(line);
  }

  function look(next: Looked | null) {
    if (next === state.looked.value) return;
    const from = keyOf(shown.value);
    state.look(next);
    editor.turn(textAt(state.now(), shown.value) ?? '', from, keyOf(shown.value), next !== null);
    profile([]);
    mark([]);
  }

  function profile(lines: Profile) {
    profiled = lines;
    editor.profile(shown.value === state.main() ? lines : []);
  }

  function mark(problems: readonly Problem[]) {
    state.problems.value = problems;
    editor.mark(state.here());
  }

  render(
    <Room
      state={state}
      actions={actions}
      menu={menu}
      editor={place}
      openFile={openFile}
      goToLine={goToLine}
      focus={editor.focus}
      reference={createReference(app)}
    />,
    host,
  );

  return {
    /** Shows another bot or text. @param canUndo whether the editor's Undo leads back to the text before */
    show(canUndo: boolean) {
      const isLooking = state.looked.value !== null;
      state.turn();
      if (canUndo && !isLooking) editor.replace(bot.code().source);
      else editor.open(bot.code().source);
      profile([]);
      mark([]);
    },
    /** Another tab has changed the bot. The shown file and the caret stay. */
    follow() {
      state.follow();
      if (state.looked.value) return;
      const text = textAt(bot.code(), shown.value);
      if (text === null) openFile(state.main());
      else editor.follow(text);
    },
    /** The bot has another name. */
    named() {
      state.name.value = bot.code().name;
    },
    seeVersion: state.seeVersion,
    /** The path of the file that is in the editor. */
    path: () => shown.value,
    mark,
    look,
    /** Scrolls to a line; the focus stays where it is. */
    revealLine(line: number, path = state.main()) {
      if (path !== shown.value) openFile(path);
      editor.revealLine(line);
    },
    /** Shows beside each line how often it ran and for how long. */
    profile,
    goToLine,
    focus: editor.focus,
  };
}

interface Props {
  state: State;
  actions: Actions;
  menu: HTMLElement;
  editor: HTMLElement;
  openFile: (path: string) => void;
  goToLine: (line: number, file?: string) => void;
  focus: () => void;
  reference: ReturnType<typeof createReference>;
}

function Room({ state, actions, menu, editor, openFile, goToLine, focus, reference }: Props) {
  const version = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Head state={state} actions={actions} menu={menu} version={version} reference={reference} />
      <Files state={state} open={openFile} />
      <LookedAt looked={state.looked.value} canEdit={state.isOwn()} actions={actions} focus={focus} />
      <Island element={editor} />
      <Problems problems={state.problems.value} goToLine={goToLine} />
      <VersionList state={state} button={version} actions={actions} />
    </>
  );
}

/** The files of a bot that has several. */
function Files({ state, open }: { state: State; open: (path: string) => void }) {
  const code = state.code.value;
  if (!isBundle(code)) return null;
  const data = (code.files ?? []).filter((file) => !('text' in file));
  return (
    <select
      class="code-file"
      aria-label={t('code.files')}
      title={t('code.files')}
      value={state.shown.value}
      onChange={({ currentTarget }) => open(currentTarget.value)}
    >
      {textsOf(code).map((path) => (
        <option key={path} value={path}>
          {path}
        </option>
      ))}
      {data.length > 0 && (
        <optgroup label={t('code.data')}>
          {data.map(({ path }) => (
            <option key={path} disabled>
              {path}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}
