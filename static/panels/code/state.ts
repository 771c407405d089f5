// The state of the editor's panel: the bot's name and files, its version, and the problems of all of its files. No DOM.

import { batch, signal } from '@preact/signals';
import type { Version, Versions } from '../../base/storage/versions.ts';
import { MAIN } from '../../base/values/bundle-shape.ts';
import type { Problem } from '../../match/faults.ts';
import type { Code, Mine } from '../../match/types.ts';
import type { Moves } from './moving.ts';
import type { OwnBot } from './own-bot.ts';

export type State = ReturnType<typeof createState>;

/** A version that is shown in place of the bot. */
export type Looked = Omit<Mine, 'player'>;

export function createState(bot: OwnBot, versions: () => Versions) {
  /** The shown version; null if the bot itself is shown. */
  const looked = signal<Looked | null>(null);
  /** The code that is shown. */
  const now = (): Readonly<Code> => looked.peek()?.code ?? bot.code();
  const main = () => now().main ?? MAIN;
  const code = signal(bot.code());
  const name = signal(bot.code().name);
  /** The path of the file that is in the editor. */
  const shown = signal(main());
  const problems = signal<readonly Problem[]>([]);
  /** The version with the same text, else the newest version of this bot (edited: true). null if it has none. */
  const version = signal<{ number: number; edited: boolean } | null>(null);
  /** The listed versions, the newest first. */
  const listed = signal<readonly Version[]>([]);

  /** Updates which version the text is, or comes from. */
  function seeVersion() {
    const id = bot.id();
    const same = versions().ofText(bot.code(), id);
    const from = same ?? versions().newest(id);
    const next = from ? { number: from.nth, edited: !same } : null;
    if (next?.number !== version.value?.number || next?.edited !== version.value?.edited)
      version.value = next;
  }
  seeVersion();

  return {
    ...{ code, name, shown, problems, version, listed, looked },
    ...{ now, main, seeVersion },
    /** Whether the shown version is one of the bot in the editor. */
    isOwn: () => looked.value?.bot === bot.id(),

    /** Shows a version in place of the bot; null shows the bot again. */
    look(next: Looked | null) {
      batch(() => {
        looked.value = next;
        code.value = now();
        shown.value = main();
      });
    },

    /** Another bot is in the editor. */
    turn() {
      batch(() => {
        looked.value = null;
        code.value = bot.code();
        name.value = bot.code().name;
        shown.value = main();
        seeVersion();
      });
    },
    /** The bot has another text, and perhaps another name. */
    follow() {
      batch(() => {
        code.value = now();
        name.value = bot.code().name;
        seeVersion();
      });
    },
    list() {
      const own = versions()
        .list()
        .filter((each) => each.bot === bot.id());
      listed.value = own.toReversed();
    },
    label: (number: number, label: string) => void versions().note(number, { label }),

    /** The problems of the file that is in the editor. */
    here: () => problems.value.filter(({ file }) => (file ?? main()) === shown.value),
    /** Moves problems after the text has changed. */
    move(moves: Moves) {
      const next = new Map(moves);
      problems.value = problems.value.flatMap(
        (problem) => next.get(problem) ?? (next.has(problem) ? [] : [problem]),
      );
    },
  };
}
