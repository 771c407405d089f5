// Wires what bots and replays go through: the editor, the library, the shelf of replays, and whatever comes in as a file.

import type { Arena } from '../engine/arena.ts';
import { lazyReader } from '../engine/reader/lazy.ts';
import type { Message } from '../match/types.ts';
import { createBotsRoom } from '../panels/bots/index.ts';
import type { Needs as NeedsOfCode } from '../panels/code/index.ts';
import { createCodeRoom } from '../panels/code/index.ts';
import { lazyIncoming } from '../panels/incoming/index.ts';
import type { Needs as NeedsOfReplays } from '../panels/replays/index.ts';
import { createReplaysRoom } from '../panels/replays/index.ts';
import type { createWays } from '../shell/ways.ts';

type OfCode = Parameters<typeof createCodeRoom>[0];

type OfReplays = Parameters<typeof createReplaysRoom>[0];

type OfBots = Parameters<typeof createBotsRoom>[0];

/** What these rooms need from rooms that are built later. */
export type Needs = NeedsOfCode &
  NeedsOfReplays & {
    openMap: (game: string, map: string, players: number) => () => void;
    setOptions: (game: string, options: Record<string, string>) => () => void;
    openContest: (file: File) => Promise<void>;
    read: OfBots['read'];
  };

export function wireBots({
  ways,
  needs,
  ...common
}: Omit<OfCode, 'goTo' | 'needs' | 'reader'> &
  Omit<OfReplays, 'names' | 'needs' | 'read'> & {
    arena: Arena;
    wrong: (problems: Message[]) => void;
    games: Record<string, any>;
    ways: ReturnType<typeof createWays>;
    needs: Needs;
  }) {
  const { arena, games, visit } = common;
  const names = Object.keys(games);
  const reader = lazyReader(arena);
  const ofCode = createCodeRoom({ ...common, reader, goTo: ways.toCode, needs });
  const { code } = ofCode;
  const ofBots = createBotsRoom({
    ...{
      ...common,
      bots: ofCode.bots,
      menu: ofCode.menu,
      compare: ofCode.compare,
      editor: ofCode.editor,
      onTurn: ofCode.onTurn,
    },
    ...{
      zip: arena.zip,
      askForBots: needs.askForBots,
      run: needs.run,
      read: needs.read,
      share: needs.shareBot,
    },
    games: names,
    game: () => visit.game,
  });
  const replays = createReplaysRoom({ ...common, names, needs, read: ofCode.readLinked });
  const incoming = lazyIncoming({
    ...common,
    games: names,
    match: () => ({ game: visit.game, rival: games[visit.game].sparring }),
    ...{ code: code.current, shown: code.shown, openCode: code.receive, mendCode: code.replace },
    ...{ openBots: ofBots.takeAll, openLibrary: ofBots.takeLibrary },
    ...{ unzip: arena.unzip, zip: arena.zip, check: arena.check },
    ...{ openReplay: replays.open, openReplays: replays.openAll, giveUpReplay: replays.giveUp },
    ...{ openMap: needs.openMap, setOptions: needs.setOptions, openContest: needs.openContest },
  });
  return { ofCode, ofBots, replays, incoming };
}
