// The notices about files and texts that came in.

import { boardOf, CALLED, commandsFor } from '../../base/text/languages.js';
import { list, sentences, t } from '../../base/words/index.js';

/** @typedef {import('../../base/text/languages.js').Language} Language */
/** @typedef {{count: number, examples: string[]}} Tidied what was changed, see `tidy` */

/**
 * Creates the notices.
 *
 * @param {import('../../base/ui/notices.js').Notices} notices
 * @param {Pick<import('./incoming.js').Outside, 'match' | 'setOptions'>} outside
 */
export function createNotes(notices, { match, setOptions }) {
  /** Takes the notice away that was about the text before this one. */
  let forget = () => {};
  /** Whether it tells of lines to type, and stays. */
  let hasLines = false;

  /** Says something about a text, in place of what was said about the one before. @type {typeof notices.show} */
  function about(said, how) {
    forget();
    forget = notices.show(said, how);
    hasLines = how?.code !== undefined;
    return forget;
  }

  /** @param {string} said @param {string[]} lines to type @param {{label: string, run: () => void}} [action] */
  const commands = (said, lines, action) =>
    about(said, { code: lines.join('\n'), ...(action ? { action } : {}) });

  /** Offers the board of King of Bots for matches of a game here. @param {string} game */
  const boardOffer = (game) => ({
    label: t('files.board'),
    run: () => {
      const action = { label: t('notice.undo'), run: setOptions(game, boardOf(game)) };
      about(t('files.boardSet'), { action });
    },
  });

  /** @param {string} id @param {Record<string, unknown>} params */
  const refuse = (id, params) => void notices.show(t(id, params), { bad: true });

  return {
    about,
    commands,
    refuse,
    /** Nothing that was said about a text is true any more. */
    clear: () => forget(),
    /** A match begins: a file that cannot be in it is done with. */
    began: () => hasLines && forget(),

    /** @param {string} name @param {import('../../base/text/kinds.js').BinaryKind} kind */
    binary(name, kind) {
      const { game, rival } = match();
      const stem = name.replace(/\.class$/, '');
      const command = kind === 'class' ? `java -cp . ${stem}` : `./${name}`;
      const isTyped = /^[\w.+-]+$/.test(name);
      if (isTyped && (kind === 'class' || kind === 'program'))
        commands(t(`files.${kind}`, { name }), [`sandlot play ${game} "cmd:${command}" ${rival}`]);
      else refuse(`files.${kind}`, { name });
    },

    /** A program that is not in Python. @param {Language} language @param {string} name @param {string} text @param {boolean} [pasted] */
    language(language, name, text, pasted = false) {
      const here = match();
      const { file, lines, hasMain } = commandsFor(language, name, text, here);
      const called = CALLED[language];
      const said = [t(pasted ? 'files.pasted' : 'files.language', { name, language: called })];
      if (!hasMain) said.push(t('files.noMain'));
      said.push(t(pasted || file !== name ? 'files.commandsFor' : 'files.commands', { file }));
      const hasBoard = !hasMain && Object.keys(boardOf(here.game)).length > 0;
      commands(sentences(said), lines, hasBoard ? boardOffer(here.game) : undefined);
    },
  };
}

/** @typedef {ReturnType<typeof createNotes>} Notes */

/** @param {string} garbled see `garbledAs` */
export function sayGarbled(garbled) {
  return garbled === 'lost' ? t('files.lost') : t('files.garbled', { coding: garbled });
}

/** Characters to be shown; one that cannot be seen is shown by its number. @param {Tidied} tidied */
export function shownOf({ count, examples }) {
  const shown = examples.slice(0, 4).map((each) => {
    const number = `U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    return /[\p{P}\p{S}\p{N}]/u.test(each) ? t('files.quoted', { text: each }) : number;
  });
  return { count, examples: list(shown, 'unit') };
}
