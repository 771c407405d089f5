// The page: what it shows and keeps, and what its rooms can do. There is one App. main.ts builds it and hands it to every
// room, those with the fewest dependencies first; a room uses one that is built after it only once somebody acts.

import type { Signal } from '@preact/signals';
import type { Head } from './base/share/link-head.ts';
import type { Bundles } from './base/storage/bundles.ts';
import type { Store } from './base/storage/settings.ts';
import type { Notices } from './base/ui/notices.tsx';
import type { Board } from './board/board.ts';
import type { LazyContests } from './contest/lazy.ts';
import type { Arena } from './engine/arena.ts';
import type { LazyPackages } from './engine/packages/lazy.ts';
import type { Playback } from './match/playback.ts';
import type { Session } from './match/session.ts';
import type { Message } from './match/types.ts';
import type { BotsRoom } from './panels/bots/index.ts';
import type { Reader } from './panels/code/asking.ts';
import type { Editor } from './panels/code/code.ts';
import type { CodeRoom } from './panels/code/index.ts';
import type { MyBots } from './panels/code/my-bots.ts';
import type { CompeteRoom } from './panels/compete/index.ts';
import type { Front } from './panels/front/index.tsx';
import type { Incoming } from './panels/incoming/index.ts';
import type { LinksRoom } from './panels/links/index.ts';
import type { PlayRoom } from './panels/play/index.tsx';
import type { PuzzlesRoom } from './panels/puzzles/index.ts';
import type { ReplaysRoom } from './panels/replays/index.ts';
import type { Rules } from './panels/rules/index.tsx';
import type { WatchRoom } from './panels/watch/index.tsx';
import type { Tools } from './panels/watch/tools.ts';
import type { Enter } from './shell/enter.ts';
import type { Frame } from './shell/index.ts';
import type { Layout } from './shell/layout.ts';
import type { Navigation } from './shell/navigation.ts';
import type { Router } from './shell/router.ts';

export interface App {
  /** what every game offers, by its name; the build writes it from the package */
  games: Record<string, any>;
  /** where the recorded match of every game is */
  demo: Record<string, string>;

  // Where one is, and what is seen there.
  /** the address */
  router: Router;
  /** the parts of the page that are opened and shut */
  layout: Layout;
  /** to a tab, or to a part of one */
  navigation: Navigation;
  /** the game and the stage that are chosen, and the replay of the match that is shown */
  session: Session;
  /** the match that is shown, and its position */
  playback: Playback;
  board: Board;
  /** of that board */
  canvas: HTMLCanvasElement;
  notices: Notices;
  /** says what is wrong with an address */
  wrong: (problems: Message[]) => void;

  // What this browser keeps.
  /** the settings */
  store: Store;
  /** the files of bots that have several */
  bundles: Bundles;
  /** the user's bots */
  library: MyBots;

  // What plays.
  /** brings bots the packages and files that they need */
  arena: Arena;
  /** another one, which is to be closed: it takes as much memory */
  makeArena: () => Arena;
  /** reads what is in the editor along */
  reader: Reader;
  packages: LazyPackages;
  contests: LazyContests;
  /** tasks that came in a link, until Learn has opened them */
  tasks: Signal<{ name: string; text: string } | null>;
  /** what can be told of a link before Python has read it; null: nothing */
  headOf: (link: string) => Promise<Head | null>;

  // The rooms.
  /** the bot in the editor */
  editor: Editor;
  code: CodeRoom;
  bots: BotsRoom;
  replays: ReplaysRoom;
  incoming: Incoming;
  watch: WatchRoom;
  play: PlayRoom;
  tools: Tools;
  compete: CompeteRoom;
  links: LinksRoom;
  puzzles: PuzzlesRoom;
  rules: Rules;
  front: Front;
  frame: Frame;
  enter: Enter;
}
