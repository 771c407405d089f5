// The notices about incoming files and texts.

import type { App } from '../../app.ts';
import type { BinaryKind } from '../../base/text/kinds.ts';
import type { Language } from '../../base/text/languages.ts';
import { boardOf, CALLED, commandsFor } from '../../base/text/languages.ts';
import { firstOf, list, sentences, t } from '../../base/words/index.ts';

/** The most bots or files whose problems a notice lists. */
const MOST_DOUBTS = 10;

interface Action {
  label: string;
  run: () => void;
}

/** A file that is not opened. said: why, in a sentence; alone: shows the notice if it is the only one */
interface Refused {
  said: string;
  alone: () => void;
}

/** What was repaired, see `tidy`. */
export type Tidied = { count: number; examples: string[] };

/** Creates the notices. */
export function createNotes(app: App) {
  const { notices, session } = app;
  /** The chosen game, and a bot to play against. */
  const match = () => ({ game: session.game, rival: app.games[session.game].sparring as string });
  /** Closes the notice about the last text. */
  let forget = () => {};
  /** Whether that notice has commands to copy, and so stays. */
  let hasLines = false;

  /** Shows a notice about a text, in place of the one about the text before. */
  const about: typeof notices.show = (said, how) => {
    forget();
    forget = notices.show(said, how);
    hasLines = how?.code !== undefined;
    return forget;
  };

  /**
   * Shows the commands for a file that the page cannot play.
   *
   * @param briefly the sentence in a notice about several files
   */
  function commands(
    said: string,
    lines: string[],
    { briefly = said, action }: { briefly?: string; action?: Action | undefined } = {},
  ) {
    const alone = () => void about(said, { code: lines.join('\n'), ...(action ? { action } : {}) });
    if (refused) refused.push({ said: briefly, alone });
    else alone();
  }

  /** The button that sets the board of King of Bots for matches of a game here. */
  const boardOffer = (game: string) => ({
    label: t('files.board'),
    run: () => {
      const action = { label: t('notice.undo'), run: app.play.setOptions(game, boardOf(game)) };
      about(t('files.boardSet'), { action });
    },
  });

  /** Functions that close the notices about what came last. */
  const forgets = new Set<() => void>();
  let newest = 0;
  const complain = (said: string) => void forgets.add(notices.show(said, { bad: true, here: true }));

  /** The refused ones of files that came together; null if a single file came. */
  let refused: Refused[] | null = null;

  function refuse(id: string, params: Record<string, unknown>) {
    const said = t(id, params);
    if (refused) refused.push({ said, alone: () => complain(said) });
    else complain(said);
  }

  /** Joins sentences into one line, with dots between them instead of full stops. */
  const shortened = (told: readonly string[]) =>
    firstOf(
      told.map((each) => each.replace(/[.。]$/, '')),
      MOST_DOUBTS,
    ).join(' · ');

  return {
    about,
    commands,
    refuse,
    /** Tells that a file is not text, and why. */
    noText: (name: string, bytes: Uint8Array) =>
      refuse(bytes.includes(0) ? 'files.binary' : 'files.coding', { name }),
    /** Shows a single notice for all files that are refused meanwhile. */
    async together(work: () => Promise<void>) {
      const mine: Refused[] = [];
      refused = mine;
      await work().finally(() => {
        refused = null;
      });
      const [only] = mine;
      if (mine.length === 1) return only?.alone();
      const told = shortened(mine.map(({ said }) => said));
      if (mine.length > 1) complain(t('files.refused', { count: mine.length, told }));
    },
    /**
     * Something else comes in: closes the notices about what came before.
     *
     * @returns a function that tells whether nothing else has come since
     */
    anew(): () => boolean {
      for (const forgetOne of forgets) forgetOne();
      forgets.clear();
      newest += 1;
      const mine = newest;
      return () => mine === newest;
    },
    /** Shows the problems of bots that came in. @param told a sentence for each, with the bot's name */
    doubts(told: string[]) {
      if (told.length === 0) return;
      const params = { count: told.length, told: shortened(told) };
      complain(t('files.doubts', params));
    },
    /** Closes the notice about the last text, which is no longer true. */
    clear: () => forget(),
    /** A match begins: closes the notice with commands for a file that cannot play. */
    began: () => hasLines && forget(),

    binary(name: string, kind: BinaryKind) {
      const { game, rival } = match();
      const stem = name.replace(/\.class$/, '');
      const command = kind === 'class' ? `java -cp . ${stem}` : `./${name}`;
      const isTyped = /^[\w.+-]+$/.test(name);
      if (isTyped && (kind === 'class' || kind === 'program'))
        commands(t(`files.${kind}`, { name }), [`sandlot play ${game} "cmd:${command}" ${rival}`]);
      else refuse(`files.${kind}`, { name });
    },

    /** Shows how to run a program that is not in Python. */
    language(language: Language, name: string, text: string, pasted: boolean = false) {
      const here = match();
      const { file, lines, hasMain } = commandsFor(language, name, text, here);
      const called = CALLED[language];
      const first = t(pasted ? 'files.pasted' : 'files.language', { name, language: called });
      const said = [first];
      if (!hasMain) said.push(t('files.noMain'));
      said.push(t(pasted || file !== name ? 'files.commandsFor' : 'files.commands', { file }));
      const hasBoard = !hasMain && Object.keys(boardOf(here.game)).length > 0;
      const action = hasBoard ? boardOffer(here.game) : undefined;
      commands(sentences(said), lines, { briefly: first, action });
    },
  };
}

export type Notes = ReturnType<typeof createNotes>;

/** @param garbled see `garbledAs` */
export function sayGarbled(garbled: string) {
  return garbled === 'lost' ? t('files.lost') : t('files.garbled', { coding: garbled });
}

/** The repaired characters, to be shown; an invisible one is shown by its number. */
export function shownOf({ count, examples }: Tidied) {
  const shown = examples.slice(0, 4).map((each) => {
    const number = `U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    return /[\p{P}\p{S}\p{N}]/u.test(each) ? t('files.quoted', { text: each }) : number;
  });
  return { count, examples: list(shown, 'unit') };
}
