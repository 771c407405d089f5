// The notices about files and texts that came in.

import type { App } from '../../app.ts';
import type { BinaryKind } from '../../base/text/kinds.ts';
import type { Language } from '../../base/text/languages.ts';
import { boardOf, CALLED, commandsFor } from '../../base/text/languages.ts';
import { firstOf, list, sentences, t } from '../../base/words/index.ts';

/** The most bots or files of which it is said what is wrong with them. */
const MOST_DOUBTS = 10;

interface Action {
  label: string;
  run: () => void;
}

/** A file that is not opened. alone: says it where it is the only one */
interface Refused {
  said: string;
  alone: () => void;
}

/** What was changed, see `tidy`. */
export type Tidied = { count: number; examples: string[] };

/** Creates the notices. */
export function createNotes(app: App) {
  const { notices, session } = app;
  /** The game that is chosen, and a bot to play against. */
  const match = () => ({ game: session.game, rival: app.games[session.game].sparring as string });
  /** Takes the notice away that was about the text before this one. */
  let forget = () => {};
  /** Whether it tells of lines to type, and stays. */
  let hasLines = false;

  /** Says something about a text, in place of what was said about the one before. */
  const about: typeof notices.show = (said, how) => {
    forget();
    forget = notices.show(said, how);
    hasLines = how?.code !== undefined;
    return forget;
  };

  /**
   * What to type for a file that the page does not play.
   *
   * @param briefly what is said of it among others
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

  /** Offers the board of King of Bots for matches of a game here. */
  const boardOffer = (game: string) => ({
    label: t('files.board'),
    run: () => {
      const action = { label: t('notice.undo'), run: app.play.setOptions(game, boardOf(game)) };
      about(t('files.boardSet'), { action });
    },
  });

  /** Takes away what was said to be wrong with what came last. */
  const forgets = new Set<() => void>();
  let newest = 0;
  const complain = (said: string) => void forgets.add(notices.show(said, { bad: true, here: true }));

  /** What was refused of files that came together; null: they come one by one. */
  let refused: Refused[] | null = null;

  function refuse(id: string, params: Record<string, unknown>) {
    const said = t(id, params);
    if (refused) refused.push({ said, alone: () => complain(said) });
    else complain(said);
  }

  /** In one line: what divides them stands in place of their full stops. */
  const shortened = (told: readonly string[]) =>
    firstOf(
      told.map((each) => each.replace(/[.。]$/, '')),
      MOST_DOUBTS,
    ).join(' · ');

  return {
    about,
    commands,
    refuse,
    /** The file holds no text, and why. */
    noText: (name: string, bytes: Uint8Array) =>
      refuse(bytes.includes(0) ? 'files.binary' : 'files.coding', { name }),
    /** One notice for all that is refused meanwhile: as many as there are files would not be read. */
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
     * Something else comes in: what was said to be wrong with what came before is done with.
     *
     * @returns whether nothing else has come since
     */
    anew(): () => boolean {
      for (const forgetOne of forgets) forgetOne();
      forgets.clear();
      newest += 1;
      const mine = newest;
      return () => mine === newest;
    },
    /** @param told what is wrong with each of the bots that came, with its name */
    doubts(told: string[]) {
      if (told.length === 0) return;
      const params = { count: told.length, told: shortened(told) };
      complain(t('files.doubts', params));
    },
    /** Nothing that was said about a text is true any more. */
    clear: () => forget(),
    /** A match begins: a file that cannot be in it is done with. */
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

    /** A program that is not in Python. */
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

/** Characters to be shown; one that cannot be seen is shown by its number. */
export function shownOf({ count, examples }: Tidied) {
  const shown = examples.slice(0, 4).map((each) => {
    const number = `U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    return /[\p{P}\p{S}\p{N}]/u.test(each) ? t('files.quoted', { text: each }) : number;
  });
  return { count, examples: list(shown, 'unit') };
}
