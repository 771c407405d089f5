// The editor panel: the code with its file name, its problems, and buttons to open and download it.

import { codingLine, declareUtf8 } from '../../base/text/coding-line.js';
import { find, on } from '../../base/ui/dom.js';
import { saveBlob, saveFile } from '../../base/ui/files.js';
import { bareName, isBundle, isSame, MAIN, textAt } from '../../base/values/bundle-shape.js';
import { t } from '../../base/words/index.js';
import { createOwnBot } from './own-bot.js';
import { createSheet } from './sheet.js';
import { createTurning } from './turning.js';

/** @typedef {import('../../base/kept/settings.js').Store} Store */
/** @typedef {import('../../base/ui/notices.js').Notices} Notices */
/** @typedef {import('../../match/types.js').Code} Code */
/** @typedef {{name: string, starter: string}} Offer the part of what a game offers that is used here */

/**
 * Creates the editor panel.
 *
 * @param {HTMLElement} host
 * @param {object} outside
 * @param {Store} outside.store
 * @param {Notices} outside.notices
 * @param {Offer} outside.game the one whose bot is shown first
 * @param {() => void} outside.run
 * @param {() => void} outside.edited
 * @param {() => void} outside.renamed
 * @param {(tidied: {count: number, examples: string[]}) => void} outside.pasted code was pasted; the argument says what
 *   was repaired in it
 * @param {(code: Code) => Promise<Blob | null>} outside.pack makes a zip of a bot of several files; null: that was not possible,
 *   and was said
 * @param {(code: Code) => void} outside.taken the bot is in the editor now, and may be needed again as long as this
 *   page is open
 * @param {(code: Code, bot: number) => void} outside.replaced the text of a bot is replaced by another one
 * @param {import('../../base/kept/bots.js').Bots} outside.bots
 * @param {Parameters<typeof createOwnBot>[3]['keepTheirs']} outside.keepTheirs
 * @param {Parameters<typeof createOwnBot>[3]['keepVersion']} outside.keepVersion
 * @param {() => void} outside.turned another bot is in the editor
 * @param {() => Promise<void>} outside.calm resolves when the page has time to load CodeMirror
 * @param {import('./asking.js').Reader} outside.reader reads the text along
 */
export function createCode(host, outside) {
  const { store, bots, notices, run, edited, renamed, pasted, pack, replaced, turned, calm } = outside;
  const bot = createOwnBot(store, bots, outside.game, { ...outside, arrived: show });
  const nameField = find(host, '.file-name', HTMLInputElement);
  const saveButton = find(host, '#save-code', HTMLElement);
  const sheet = createSheet(host, bot.code, {
    changed(path, source) {
      bot.edit(path, source);
      edited();
    },
    run,
    pasted,
    calm,
    game: () => bot.game().name,
    reader: outside.reader,
    notices,
  });
  showName();

  /** What the bot is called, and what Download saves. */
  function showName() {
    nameField.value = bot.code().name;
    const says = t(isBundle(bot.code()) ? 'code.saveAll' : 'code.save');
    saveButton.title = says;
    saveButton.setAttribute('aria-label', says);
  }

  /** @param {string} name */
  function rename(name) {
    bot.rename(name);
    showName();
    renamed();
  }

  /** Shows what is in the editor now: another bot, or a text that came from elsewhere. */
  function show() {
    sheet.show(false);
    showName();
    renamed();
    turned();
  }

  /**
   * Puts another text into the editor in place of this bot's; a notice offers to undo that.
   *
   * @param {Code} next
   * @param {string} said
   * @param {boolean} [keeps] whether the text before becomes a version; that of several files always does
   */
  function replace(next, said, keeps = false) {
    const before = { ...bot.code() };
    const id = bot.id();
    if ((keeps || isBundle(before)) && !isSame(before, next) && !bot.isUntouched()) replaced(before, id);
    put(next);
    const back = () => id === bot.id() && put(before);
    notices.show(said, { action: { label: t('notice.undo'), run: back } });
  }

  /** @param {Code} next */
  function put(next) {
    const several = isBundle(bot.code()) || isBundle(next);
    bot.put(next);
    // Undo leads through the texts of one file; to another bot it leads by the notice.
    sheet.show(!several);
    rename(bot.code().name);
  }

  on(nameField, 'change', () => rename(nameField.value));
  on(saveButton, 'click', () => saveCode(bot.code(), pack, notices));
  on(find(host, '#reset-code', HTMLElement), 'click', () =>
    replace({ name: bot.code().name, source: bot.game().starter }, t('code.wasReset')),
  );
  on(document, /** @type {any} */ ('visibilitychange'), () => document.hidden && bot.save());
  on(window, /** @type {any} */ ('pagehide'), bot.save);

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
    /** The bot of another game. @param {Offer} other */
    use(other) {
      bot.use(other);
      showName();
      sheet.show(false);
    },
    /** @returns {Code} as it stands now */
    current: () => ({ ...bot.code() }),
    /** Whether a line may be one of this bot's. @param {string} name of the bot @param {{file?: string, line: number | null}} where */
    has(name, { file, line }) {
      const code = bot.code();
      return (
        bareName({ name }) === bareName(code) &&
        line !== null &&
        textAt(code, file ?? code.main ?? MAIN) !== null
      );
    },
    shown: sheet.shown,
    put,
    replace,
    mark: sheet.mark,
    profile: sheet.profile,
    goToLine: sheet.goToLine,
    focus: sheet.focus,
  };
}

/**
 * What is saved is UTF-8, whatever the first lines say that another program wrote.
 *
 * @param {Code} code
 * @param {(code: Code) => Promise<Blob | null>} pack
 * @param {Notices} notices
 */
async function saveCode(code, pack, notices) {
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
