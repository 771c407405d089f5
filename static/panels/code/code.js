// The editor panel: the code with its file name, its problems, and buttons to open and download it.

import { codingLine, declareUtf8 } from '../../base/text/coding-line.js';
import { find, on } from '../../base/ui/dom.js';
import { saveBlob, saveFile } from '../../base/ui/files.js';
import { isBundle, isSame, MAIN, textAt } from '../../base/values/bundle-shape.js';
import { t } from '../../base/words/index.js';
import { createOwnBot } from './own-bot.js';
import { createSheet } from './sheet.js';

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
 * @param {(code: Code) => void} outside.replaced a bot of several files is replaced by another one
 * @param {(game: string, code: Code) => Promise<boolean>} outside.keepTheirs keeps what another tab wrote as a version;
 *   false: it could not be stored
 * @param {() => Promise<void>} outside.calm resolves when the page has time to load CodeMirror
 */
export function createCode(
  host,
  { store, notices, game: first, run, edited, renamed, pasted, pack, taken, replaced, keepTheirs, calm },
) {
  const bot = createOwnBot(store, first, { taken, keepTheirs });
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

  /**
   * Puts another bot into the editor; a notice offers to undo that.
   *
   * @param {Code} next
   * @param {string} said
   */
  function replace(next, said) {
    const before = { ...bot.code() };
    const here = bot.game();
    if (isBundle(before) && !isSame(before, next)) replaced(before);
    put(next);
    const back = () => here === bot.game() && put(before);
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

  /** What is saved is UTF-8, whatever the first lines say that another program wrote. */
  async function saveCode() {
    const code = bot.code();
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

  on(nameField, 'change', () => rename(nameField.value));
  on(nameField, 'keydown', (event) => event.key === 'Enter' && nameField.blur());
  on(saveButton, 'click', saveCode);
  on(find(host, '#reset-code', HTMLElement), 'click', () =>
    replace({ name: bot.code().name, source: bot.game().starter }, t('code.wasReset')),
  );
  on(document, /** @type {any} */ ('visibilitychange'), () => document.hidden && bot.save());
  on(window, /** @type {any} */ ('pagehide'), bot.save);

  return {
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
      return name === code.name && line !== null && textAt(code, file ?? code.main ?? MAIN) !== null;
    },
    shown: sheet.shown,
    replace,
    mark: sheet.mark,
    profile: sheet.profile,
    goToLine: sheet.goToLine,
  };
}
