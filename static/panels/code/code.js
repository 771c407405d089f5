import { NEW_BOT } from '../../base/kept/keys.js';
import { codingLine, declareUtf8 } from '../../base/text/coding-line.js';
import { isHeavy, LONGEST_NAME, plain } from '../../base/text/legible.js';
import { find, h, icon, on } from '../../base/ui/dom.js';
import { saveBlob, saveFile } from '../../base/ui/files.js';
import { isBundle, isSame, MAIN, textAt, withText } from '../../base/values/bundle-shape.js';
import { say, t } from '../../base/words/index.js';
import { createFileChoice } from './files.js';
import { createOverwriting } from './overwriting.js';

/** @typedef {import('../../base/kept/settings.js').Store} Store */
/** @typedef {import('../../match/types.js').Match} Match */
/** @typedef {import('../../match/types.js').Message} Message */
/** @typedef {import('./codemirror.js').MountedEditor} MountedEditor */
/** @typedef {import('./codemirror.js').Problem} Problem */
/** @typedef {import('../../base/ui/notices.js').Notices} Notices */
/** @typedef {import('../../match/types.js').Code} Code */
/** @typedef {{name: string, starter: string}} Offer the part of what a game offers that is used here */

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
 * @param {(tidied: {count: number, examples: string[]}) => void} outside.pasted something was put in; it says what of it was
 *   changed on its way
 * @param {(code: Code) => Promise<Blob | null>} outside.pack makes a zip of a bot of several files; null: that was not possible,
 *   and was said
 * @param {(code: Code) => void} outside.taken it is in the editor, and may be wanted again as long as this page is open
 * @param {(code: Code) => void} outside.replaced a bot of several files gives way to another one
 * @param {(game: string, code: Code) => Promise<boolean>} outside.keepTheirs makes a version of what another tab wrote; false: it
 *   is none that lasts
 * @param {() => Promise<void>} outside.calm when the page has time for an editor with colours
 */
export function createCode(
  host,
  { store, notices, game: first, run, edited, renamed, pasted, pack, taken, replaced, keepTheirs, calm },
) {
  const others = createOverwriting(store, keepTheirs);
  let game = first;
  let code = kept();
  /**
   * Only what was changed here is written down: whoever has not touched the starter bot gets the newer one of a newer
   * page, and what another tab has written stays.
   */
  let unsaved = false;
  /** The path of the file that is in the editor, of those that a bot of several has. */
  let shown = code.main ?? MAIN;
  /** @type {Problem[]} */
  let marked = [];
  /** @type {[number, number, number][]} */
  let profiled = [];
  const files = createFileChoice(find(host, '.code-file', HTMLSelectElement), openFile);
  const nameField = find(host, '.file-name', HTMLInputElement);
  const saveButton = find(host, '#save-code', HTMLElement);
  const problemList = find(host, '.problems', HTMLElement);
  let timer = 0;

  const handlers = {
    changed,
    run,
    pasted: (/** @type {any} */ tidied) => void setTimeout(pasted, 0, tidied),
  };
  const editor = lazyEditor(find(host, '.editor', HTMLElement), code.source, handlers, calm);
  nameField.value = code.name;
  showFiles();

  /** @returns {Code} what was last in the editor for this game */
  function kept() {
    const found = { ...store.get(`code.${game.name}`, { ...NEW_BOT, source: game.starter }) };
    taken(found);
    others.read(game.name, found);
    // The files of one may have been of no shape.
    return isBundle(found) ? found : { ...found, name: found.name.replace(/\.zip$/i, '.py') };
  }

  /** Which files there are, and what Download saves. */
  function showFiles() {
    files.show(code, shown);
    const says = t(isBundle(code) ? 'code.saveAll' : 'code.save');
    saveButton.title = says;
    saveButton.setAttribute('aria-label', says);
  }

  /** @param {string} source */
  function changed(source) {
    code = withText(code, shown, source);
    unsaved = true;
    edited();
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_DELAY);
  }

  function save() {
    clearTimeout(timer);
    if (unsaved) unsaved = !others.write(game.name, code, save);
  }

  /** @param {string} name */
  function rename(name) {
    code.name = tidyName(name, isBundle(code));
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
    if (isBundle(code) && !isSame(code, next)) replaced(before);
    put(next);
    const back = () => here === game && put(before);
    notices.show(said, { action: { label: t('notice.undo'), run: back } });
  }

  /** @param {Code} next */
  function put(next) {
    const several = isBundle(code) || isBundle(next);
    code = { ...next };
    taken(code);
    shown = code.main ?? MAIN;
    // Undo leads through the texts of one file; to another bot it leads by the notice.
    if (several) editor.open(code.source);
    else editor.replace(code.source);
    profiled = [];
    mark([]);
    showFiles();
    rename(code.name);
  }

  /** Another file of the same bot. @param {string} path */
  function openFile(path) {
    const text = textAt(code, path);
    if (text === null) return;
    editor.turn(text, shown, path);
    shown = path;
    mark(marked);
    profile(profiled);
    showFiles();
  }

  /** @param {number} line @param {string} [path] of the file; that in which the bot begins */
  function goToLine(line, path = code.main ?? MAIN) {
    if (path !== shown) openFile(path);
    editor.goToLine(line);
  }

  /** @param {[number, number, number][]} lines of the file in which the bot begins */
  function profile(lines) {
    profiled = lines;
    editor.profile(shown === (code.main ?? MAIN) ? lines : []);
  }

  /** What is saved is UTF-8, whatever the first lines say that another program wrote. */
  async function saveCode() {
    if (isBundle(code)) {
      const packed = await pack(code);
      if (packed) saveBlob(code.name, packed);
      return;
    }
    const text = declareUtf8(code.source);
    if (text !== code.source)
      notices.show(t('code.savedUtf8', { declared: codingLine(code.source)?.name ?? '' }));
    saveFile(code.name, text, 'text/x-python');
  }

  /** @param {Problem[]} problems */
  function mark(problems) {
    marked = problems;
    editor.mark(problems.filter(({ file }) => (file ?? code.main ?? MAIN) === shown));
    problemList.hidden = problems.length === 0;
    problemList.replaceChildren(...problems.map((problem) => h('li', {}, problemButton(problem, goToLine))));
  }

  return {
    /** The bot of another game. @param {Offer} other */
    use(other) {
      save();
      game = other;
      code = kept();
      unsaved = false;
      shown = code.main ?? MAIN;
      nameField.value = code.name;
      editor.open(code.source);
      profiled = [];
      mark([]);
      showFiles();
    },
    /** @returns {Code} as it stands now */
    current: () => ({ ...code }),
    /** Whether a line may be one of this bot's. @param {string} name of the bot @param {{file?: string, line: number | null}} where */
    has: (name, { file = code.main ?? MAIN, line }) =>
      name === code.name && line !== null && textAt(code, file) !== null,
    /** The file that is in the editor. */
    shown: () => ({ path: shown, text: textAt(code, shown) ?? '' }),
    replace,
    mark,
    /** How often each line ran and for how long, beside the lines. @param {[number, number, number][]} lines */
    profile,
    goToLine,
    undo: [
      on(nameField, 'change', () => rename(nameField.value)),
      on(nameField, 'keydown', (event) => event.key === 'Enter' && nameField.blur()),
      on(saveButton, 'click', saveCode),
      on(find(host, '#reset-code', HTMLElement), 'click', () =>
        replace({ name: code.name, source: game.starter }, t('code.wasReset')),
      ),
      on(document, /** @type {any} */ ('visibilitychange'), () => document.hidden && save()),
      on(window, /** @type {any} */ ('pagehide'), save),
    ],
  };
}

/** @param {Problem} problem @param {(line: number, file?: string) => void} goToLine */
function problemButton(problem, goToLine) {
  const { file, line, text, turn } = problem;
  const button = h(
    'button',
    { type: 'button' },
    icon(turn ? 'clock-alert' : 'alert'),
    h('span', { class: 'where' }, whereOf(problem)),
    h('span', {}, text),
  );
  button.dataset.kind = turn ? 'near' : 'fault';
  if (line) button.addEventListener('click', () => goToLine(line, file));
  if (turn) button.addEventListener('click', turn.go);
  return button;
}

/** @param {{file?: string | undefined, line: number | null}} where @returns {string} */
export const placeOf = ({ file, line }) =>
  file ? t('problems.place', { file, line: line ?? 0 }) : t('problems.line', { line: line ?? 0 });

/** @param {Problem} problem */
function whereOf({ file, line, turn }) {
  if (line) return placeOf({ file, line });
  if (!turn) return t('problems.noLine');
  return turn.number ? t('orders.turn', { turn: turn.number }) : t('orders.start');
}

/** @param {string} name @param {boolean} several whether it has several files */
function tidyName(name, several) {
  const bare = name
    .trim()
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/\.(?:py|zip)$/i, '')
    .slice(0, LONGEST_NAME - 4);
  return `${bare || 'my_bot'}.${several ? 'zip' : 'py'}`;
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
  const problems = first.map((fault) => {
    // What we know about an error says more than Python does.
    const { error } = fault.message[1];
    const hint = Array.isArray(error) ? /** @type {Message} */ (error) : undefined;
    const text = hint ? say(hint, names) : fault.error;
    const { file } = fault;
    return {
      ...(file ? { file } : {}),
      line: fault.line ?? 0,
      text: plain(text ?? say(fault.message, names)),
      hint,
    };
  });
  return [
    ...new Map(
      problems.map((problem) => [`${problem.file} ${problem.line} ${problem.text}`, problem]),
    ).values(),
  ];
}

/**
 * What an author is told of the turn on which his bot came nearest to its limit.
 *
 * @param {import('../../match/nearness.js').Use & {turn: number}} near
 * @param {{goTo: (turn: number) => void}} playback
 * @returns {Problem}
 */
export function nearProblem({ turn, unit, used, budget }, playback) {
  return {
    line: 0,
    text: t(`problems.near.${unit}`, { used, budget }),
    turn: { number: turn, go: () => playback.goTo(turn) },
  };
}

/**
 * A plain text area at once, the real editor when somebody sees it and the page has time for it. What was typed meanwhile
 * stays.
 *
 * @param {HTMLElement} host
 * @param {string} text
 * @param {import('./codemirror.js').Handlers} handlers
 * @param {() => Promise<void>} calm
 */
function lazyEditor(host, text, handlers, calm) {
  const area = h('textarea', {
    spellcheck: false,
    'aria-label': t('editor.label'),
    wrap: 'off',
  });
  fill(text);
  const undo = [
    on(area, 'input', () => handlers.changed(area.value)),
    on(area, /** @type {any} */ ('paste'), () => handlers.pasted({ count: 0, examples: [] })),
  ];
  host.append(area);
  /** @type {MountedEditor | null} */
  let mounted = null;
  /** @type {Problem[]} */
  let marked = [];
  /** @type {[number, number, number][]} */
  let profiled = [];

  const mount = async () => {
    await seen(host);
    await calm();
    const { mountEditor } = await import('./codemirror.js');
    const shell = h('div', { class: 'shell' });
    const focused = document.activeElement === area;
    const initial = {
      text: area.value,
      anchor: area.selectionStart,
      head: area.selectionEnd,
      top: Math.round(area.scrollTop / lineHeight(area)) + 1,
    };
    for (const forget of undo) forget();
    area.replaceWith(shell);
    mounted = mountEditor(shell.attachShadow({ mode: 'open' }), initial, handlers);
    mounted.mark(marked);
    mounted.profile(profiled);
    if (focused) mounted.focus();
  };
  // Without its chunk, as when a new deployment has replaced it, the plain area does.
  mount().catch(() => {
    area.hidden = false;
  });

  /** @param {string} source */
  function fill(source) {
    area.hidden = isHeavy(source);
    area.value = source;
  }

  return {
    /** @param {string} source @param {string} from @param {string} to paths of the same bot */
    turn(source, from, to) {
      if (mounted) mounted.turn(source, from, to);
      else fill(source);
    },
    /** @param {string} source another bot: Undo does not lead back */
    open(source) {
      if (mounted) mounted.open(source);
      else fill(source);
    },
    /** @param {string} source */
    replace(source) {
      if (mounted) mounted.replace(source);
      else fill(source);
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
      if (mounted) mounted.goToLine(next);
      else goToLineOf(area, next);
    },
  };
}

/** @param {HTMLTextAreaElement} area @param {number} line */
function goToLineOf(area, line) {
  const before = area.value.split('\n').slice(0, line - 1);
  const place = before.reduce((sum, text) => sum + text.length + 1, 0);
  area.focus();
  area.setSelectionRange(place, place);
  area.scrollTo(0, Math.max(0, before.length * lineHeight(area) - area.clientHeight / 2));
}

/** In pixels. @param {Element} element */
const lineHeight = (element) => Number.parseFloat(getComputedStyle(element).lineHeight);

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
