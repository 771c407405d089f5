import { find, h, icon, on } from '../dom.js';
import { say, t } from '../i18n.js';
import { saveFile } from './files.js';

/** @typedef {import('../store.js').Store} Store */
/** @typedef {import('../types.js').Match} Match */
/** @typedef {import('./codemirror.js').MountedEditor} MountedEditor */
/** @typedef {import('./codemirror.js').Problem} Problem */
/** @typedef {import('./notices.js').Notices} Notices */
/** @typedef {{name: string, source: string}} Code */
/** @typedef {{name: string, starter: string}} Offer the part of what a game offers that is used here */

const FIRST_NAME = 'my_bot.py';
const SAVE_DELAY = 300;

/**
 * The editor with its file name, its problems, and the ways in and out.
 *
 * @param {HTMLElement} host
 * @param {object} outside
 * @param {Store} outside.store
 * @param {Notices} outside.notices
 * @param {Offer} outside.game the one whose bot is shown first
 * @param {() => void} outside.run
 * @param {() => void} outside.edited
 * @param {() => void} outside.renamed
 * @param {() => Promise<void>} outside.calm when the page has time for an editor with colours
 */
export function createCode(host, { store, notices, game: first, run, edited, renamed, calm }) {
  let game = first;
  let code = kept();
  /**
   * Only what was changed here is written down: whoever has not touched the starter bot gets the newer one of a newer
   * page, and what another tab has written stays.
   */
  let unsaved = false;
  const nameField = find(host, '.file-name', HTMLInputElement);
  const problemList = find(host, '.problems', HTMLElement);
  let timer = 0;

  const editor = lazyEditor(find(host, '.editor', HTMLElement), code.source, { changed, run }, calm);
  nameField.value = code.name;

  /** @returns {Code} what was last in the editor for this game */
  function kept() {
    return { ...store.get(`code.${game.name}`, { name: FIRST_NAME, source: game.starter }) };
  }

  /** @param {string} source */
  function changed(source) {
    code.source = source;
    unsaved = true;
    edited();
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_DELAY);
  }

  function save() {
    clearTimeout(timer);
    if (unsaved) unsaved = !store.set(`code.${game.name}`, code);
  }

  /** @param {string} name */
  function rename(name) {
    code.name = tidyName(name);
    nameField.value = code.name;
    unsaved = true;
    save();
    renamed();
  }

  /**
   * Another text in the editor; the notice offers the way back.
   *
   * @param {Code} next
   * @param {string} said
   */
  function replace(next, said) {
    const before = { ...code };
    const here = game;
    put(next);
    const back = () => here === game && put(before);
    notices.show(said, { action: { label: t('notice.undo'), run: back } });
  }

  /** @param {Code} next */
  function put(next) {
    editor.replace(next.source);
    code.source = next.source;
    mark([]);
    rename(next.name);
  }

  /** @param {Problem[]} problems */
  function mark(problems) {
    editor.mark(problems);
    problemList.hidden = problems.length === 0;
    problemList.replaceChildren(...problems.map((problem) => h('li', {}, problemButton(problem, editor))));
  }

  return {
    /** The bot of another game. @param {Offer} other */
    use(other) {
      save();
      game = other;
      code = kept();
      unsaved = false;
      nameField.value = code.name;
      editor.open(code.source);
      mark([]);
    },
    /** @returns {Code} as it stands now */
    current: () => ({ ...code }),
    replace,
    mark,
    /** How often each line ran and for how long, beside the lines. @param {[number, number, number][]} lines */
    profile: (lines) => editor.profile(lines),
    /** @param {number} line */
    goToLine: (line) => editor.goToLine(line),
    undo: [
      on(nameField, 'change', () => rename(nameField.value)),
      on(nameField, 'keydown', (event) => event.key === 'Enter' && nameField.blur()),
      on(find(host, '#save-code', HTMLElement), 'click', () =>
        saveFile(code.name, code.source, 'text/x-python'),
      ),
      on(find(host, '#reset-code', HTMLElement), 'click', () =>
        replace({ ...code, source: game.starter }, t('code.wasReset')),
      ),
      on(document, /** @type {any} */ ('visibilitychange'), () => document.hidden && save()),
      on(window, /** @type {any} */ ('pagehide'), save),
    ],
  };
}

/** @param {Problem} problem @param {{goToLine: (line: number) => void}} editor */
function problemButton(problem, editor) {
  const where = problem.line ? t('problems.line', { line: problem.line }) : t('problems.noLine');
  const button = h(
    'button',
    { type: 'button' },
    icon('alert'),
    h('span', { class: 'where' }, where),
    h('span', {}, problem.text),
  );
  if (problem.line) button.addEventListener('click', () => editor.goToLine(problem.line));
  return button;
}

/** @param {string} name */
function tidyName(name) {
  const bare = name
    .trim()
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/\.py$/i, '');
  return `${bare || 'my_bot'}.py`;
}

/**
 * What the editor has to be told about the bot that stands in it: its faults in this match.
 *
 * @param {Match} match
 * @param {Set<number>} players who of them runs the text in the editor
 * @param {string[]} names
 * @returns {Problem[]}
 */
export function problemsOf(match, players, names) {
  const faults = match.records.flatMap((record) => record.answers.filter((answer) => answer.fault));
  // The first fault of a player is the cause; what follows it says the same again.
  const first = [...players].flatMap(
    (player) => faults.find((answer) => answer.player === player)?.fault ?? [],
  );
  const problems = first.map((fault) => ({
    line: fault.line ?? 0,
    text: fault.error ?? say(fault.message, names),
  }));
  return [...new Map(problems.map((problem) => [`${problem.line} ${problem.text}`, problem])).values()];
}

/**
 * A plain text area at once, the real editor when somebody sees it and the page has time for it. What was typed meanwhile
 * stays.
 *
 * @param {HTMLElement} host
 * @param {string} text
 * @param {{changed: (text: string) => void, run: () => void}} handlers
 * @param {() => Promise<void>} calm
 */
function lazyEditor(host, text, handlers, calm) {
  const area = h('textarea', {
    value: text,
    spellcheck: false,
    'aria-label': t('editor.label'),
    wrap: 'off',
  });
  const forget = on(area, 'input', () => handlers.changed(area.value));
  host.append(area);
  /** @type {MountedEditor | null} */
  let mounted = null;
  /** @type {Problem[]} */
  let marked = [];
  /** @type {[number, number, number][]} */
  let profiled = [];
  let line = 0;

  const mount = async () => {
    await seen(host);
    await calm();
    const { mountEditor } = await import('./codemirror.js');
    const shell = h('div', { class: 'shell' });
    const focused = document.activeElement === area;
    const initial = { text: area.value, anchor: area.selectionStart, head: area.selectionEnd };
    forget();
    area.replaceWith(shell);
    mounted = mountEditor(shell.attachShadow({ mode: 'open' }), initial, handlers);
    mounted.mark(marked);
    mounted.profile(profiled);
    if (line) mounted.goToLine(line);
    if (focused) mounted.focus();
  };
  // Without its chunk, as when a new deployment has replaced it, the plain area does.
  mount().catch(() => {});

  return {
    /** @param {string} source another file: Undo does not lead back */
    open(source) {
      if (mounted) mounted.open(source);
      else area.value = source;
    },
    /** @param {string} source */
    replace(source) {
      if (mounted) mounted.replace(source);
      else area.value = source;
    },
    /** @param {Problem[]} problems */
    mark(problems) {
      marked = problems;
      mounted?.mark(problems);
    },
    /** @param {[number, number, number][]} lines */
    profile(lines) {
      profiled = lines;
      mounted?.profile(lines);
    },
    /** @param {number} next */
    goToLine(next) {
      line = next;
      mounted?.goToLine(line);
    },
  };
}

/** @param {HTMLElement} element @returns {Promise<void>} when it is first shown */
function seen(element) {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(element);
  });
}
