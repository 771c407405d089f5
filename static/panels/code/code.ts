// The editor panel: the code with its file name, its problems, and buttons to open and download it.

import type { Bots } from '../../base/kept/bots.js';
import type { Store } from '../../base/kept/settings.js';
import { codingLine, declareUtf8 } from '../../base/text/coding-line.js';
import { find, on } from '../../base/ui/dom.js';
import { saveBlob, saveFile } from '../../base/ui/files.js';
import type { Notices } from '../../base/ui/notices.js';
import { bareName, isBundle, isSame, MAIN, textAt } from '../../base/values/bundle-shape.js';
import { t } from '../../base/words/index.js';
import type { Code } from '../../match/types.js';
import type { Reader } from './asking.ts';
import { createOwnBot } from './own-bot.ts';
import { createSheet } from './sheet.ts';
import { createTurning } from './turning.ts';

/** The part of what a game offers that is used here */
export interface Offer {
  name: string;
  starter: string;
}

interface Outside {
  store: Store;
  notices: Notices;
  /** the one whose bot is shown first */
  game: Offer;
  run: () => void;
  edited: () => void;
  renamed: () => void;
  /** code was pasted; the argument says what was repaired in it */
  pasted: (tidied: { count: number; examples: string[] }) => void;
  /** makes a zip of a bot of several files; null: that was not possible, and was said */
  pack: (code: Code) => Promise<Blob | null>;
  /** the bot is in the editor now, and may be needed again as long as this page is open */
  taken: (code: Code) => void;
  /** the text of a bot is replaced by another one */
  replaced: (code: Code, bot: number) => void;
  bots: Bots;
  keepTheirs: Parameters<typeof createOwnBot>[3]['keepTheirs'];
  keepVersion: Parameters<typeof createOwnBot>[3]['keepVersion'];
  /** another bot is in the editor */
  turned: () => void;
  /** resolves when the page has time to load CodeMirror */
  calm: () => Promise<void>;
  /** reads the text along */
  reader: Reader;
}

/** Creates the editor panel. */
export function createCode(host: HTMLElement, outside: Outside) {
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

  function rename(name: string) {
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
   * @param keeps whether the text before becomes a version; that of several files always does
   */
  function replace(next: Code, said: string, keeps: boolean = false) {
    const before = { ...bot.code() };
    const id = bot.id();
    if ((keeps || isBundle(before)) && !isSame(before, next) && !bot.isUntouched()) replaced(before, id);
    put(next);
    const back = () => id === bot.id() && put(before);
    notices.show(said, { action: { label: t('notice.undo'), run: back } });
  }

  function put(next: Code) {
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
  on(document, 'visibilitychange' as any, () => document.hidden && bot.save());
  on(window, 'pagehide' as any, bot.save);

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
      showName();
      sheet.show(false);
    },
    /** @returns as it stands now */
    current: (): Code => ({ ...bot.code() }),
    /**
     * Whether a line may be one of this bot's.
     *
     * @param name of the bot
     */
    has(name: string, { file, line }: { file?: string; line: number | null }) {
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

/** What is saved is UTF-8, whatever the first lines say that another program wrote. */
async function saveCode(code: Code, pack: (code: Code) => Promise<Blob | null>, notices: Notices) {
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
