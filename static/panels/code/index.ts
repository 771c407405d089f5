// The code room: the editor, the versions of its code, and the packages that the code declares.

import { openBotRows } from '../../base/kept/bot-rows.ts';
import { codeOf, createBots, otherTabs } from '../../base/kept/bots.ts';
import type { Bundles } from '../../base/kept/bundles.ts';
import type { Store } from '../../base/kept/settings.ts';
import type { Outcome, Version } from '../../base/kept/versions.ts';
import { createVersions } from '../../base/kept/versions.ts';
import { iconButton, part } from '../../base/ui/dom.ts';
import { inNotice, lazyPart } from '../../base/ui/lazy.ts';
import type { Notices } from '../../base/ui/notices.tsx';
import { bareName, isSame } from '../../base/values/bundle-shape.ts';
import { t } from '../../base/words/index.ts';
import type { Arena } from '../../engine/arena.ts';
import type { Playback } from '../../match/playback.ts';
import type { Code, MatchSpec } from '../../match/types.ts';
import type { Visit } from '../../match/visit.ts';
import { takeOver } from './arrival.ts';
import type { Reader } from './asking.ts';
import type { Offer } from './code.ts';
import { createCode } from './code.ts';
import type { MyBots } from './my-bots.ts';
import { createMyBots } from './my-bots.ts';
import { createTheirs } from './theirs.ts';
import type { Tried } from './tried.ts';
import { createTried } from './tried.ts';

/** What this room needs from rooms that are built later. */
export type Needs = {
  /** begins a match */
  run: () => void;
  /** resolves when no match is about to begin */
  calm: () => Promise<void>;
  /** the bot in the editor has another name */
  renamed: () => void;
  /** all versions of the game are there */
  haveVersions: () => void;
  /** what was changed of what was pasted */
  pasted: (tidied: { count: number; examples: string[] }) => void;
  /** makes a zip of a bot of several files; null: that was not possible, and was said */
  pack: (bot: Code) => Promise<Blob | null>;
  /** asks for files with bots */
  askForBots: () => void;
  shareBot: (id: number) => unknown;
};

/** The most versions in the list of players: the newest ones. */
const MOST_TO_CHOOSE = 200;

interface Outside {
  store: Store;
  notices: Notices;
  visit: Visit;
  playback: Playback;
  arena: Arena;
  /** what every game offers */
  games: Record<string, Offer>;
  bundles: Bundles;
  /** reads what is in the editor along */
  reader: Reader;
  /** shows the code of a game */
  goTo: (game: string) => void;
  needs: Needs;
}

export function createCodeRoom({ store, notices, visit, bundles, reader, goTo, needs, ...outside }: Outside) {
  const games = inLanguage(outside.games);
  const lists: Map<string, ReturnType<typeof createVersions>> = new Map();
  const turns: Set<() => void> = new Set();
  /** Opens the menu of bots, which shows in it what is followed. */
  const menu = iconButton('chevrons-up-down', t('bots.choose'), undefined, { id: 'choose-bot' });
  menu.setAttribute('popovertarget', 'my-bots');
  const bots = openLibrary(store);

  /** The versions of a game. */
  function versionsOf(game = visit.game) {
    const list = lists.get(game) ?? createVersions(game);
    lists.set(game, list);
    return list;
  }

  /** Those that can be played against. */
  const versions = () => versionsOf().list().slice(-MOST_TO_CHOOSE);

  const theirs = createTheirs({ bots, store, notices, versionsOf, kept: showVersions });
  const code = createCode(part('.code-room'), {
    ...{ ...outside, ...theirs },
    ...{ store, notices, visit, bots, reader, menu },
    ...{ run: needs.run, calm: needs.calm, renamed: needs.renamed, pasted: needs.pasted, pack: needs.pack },
    game: offerOf(games, visit.game),
    versions: versionsOf,
    actions: {
      open: needs.askForBots,
      share: () => void needs.shareBot(code.id()),
      restore,
      compare: ({ number }) => void compare(code.id(), number),
    },
    taken: bundles.note,
    replaced: (bot, id) => void versionsOf().keep(bot, id).then(showVersions),
    turned,
  });
  bots.loaded.then(() => {
    const others = Object.keys(games).filter((name) => name !== visit.game);
    takeOver(bots, theirs.keepVersion, store, others);
  });

  const myBots = createMyBots({ bots, code, versionsOf, games, visit, store, goTo });
  const compare = lazyCompare(myBots, notices, restore);
  const readLinked = lazyLinked(notices, (given, game) => {
    goTo(game);
    code.receive(given, t('code.wasOpened', { name: given.name }));
  });

  /** @param version of the bot in the editor */
  function restore(version: Version) {
    code.replace(codeOf(version), t('versions.restored', { number: version.number }));
  }

  async function showVersions() {
    const { game } = visit;
    code.seeVersion();
    await versionsOf().loaded;
    versions().forEach(bundles.note);
    if (game !== visit.game) return;
    needs.haveVersions();
    code.seeVersion();
  }

  /** @param bot to come back to */
  async function keep({ game, code: bot, id }: Tried) {
    if (await versionsOf(game).add(bot, id)) showVersions();
  }

  const tried = createTried(keep, (bot, outcome) => noteEnd(versionsOf(bot.game), bot, outcome));
  outside.playback.subscribe(tried.follow);

  /** Another bot is in the editor. */
  function turned() {
    code.seeVersion();
    for (const hear of turns) hear();
  }

  visit.onGame((game) => {
    code.use(offerOf(games, game));
    showVersions();
    turned();
  });

  return {
    ...{ code, menu, versions, showVersions },
    /** @returns the oldest first */
    versionsOf: (game: string): readonly Version[] => versionsOf(game).list(),
    /** The library of the user's bots. */
    bots: myBots,
    compare,
    readLinked,
    /** @param hear called when another bot is in the editor */
    onTurn: (hear: () => void) => void turns.add(hear),
    editor: createEditorPort(code, versionsOf),

    /** What is run is kept, to come back to and to play against. */
    began: (spec: MatchSpec) => tried.begin(spec, code.current(), code.id()),

    /** Makes a version of what is in the editor, unless it is the newest one. */
    keepCurrent: () => keep({ game: visit.game, code: code.current(), id: code.id() }),

    /** What asks whether packages may be fetched. */
    loadConsent: async () => (await import('./packages.tsx')).createConsent,
  };
}

/** Shows versions of a bot beside each other, in a dialog that is loaded when it is first wanted. */
function lazyCompare(bots: MyBots, notices: Notices, restore: (version: Version) => void) {
  const load = lazyPart(
    async () => (await import('./compare.tsx')).createCompare(notices),
    inNotice(notices),
  );

  /** @param number the version that is looked at first */
  return async function compare(id: number, number?: number): Promise<void> {
    const now = bots.code(id);
    const show = now && (await load(() => compare(id, number)));
    if (!show) return;
    const versions = await bots.versions(id);
    const back = async (version: Version) => (await bots.open(id)) && restore(version);
    show({ name: bareName(now), now, versions, restore: back }, number);
  };
}

/** Shows the code that a link holds, when somebody wants to read it. @param receive puts it into the editor of that game */
function lazyLinked(notices: Notices, receive: (code: Code, game: string) => void) {
  let game = '';
  const load = lazyPart(async () => {
    const { createLinked } = await import('./linked.tsx');
    return createLinked((code) => receive(code, game));
  }, inNotice(notices));

  /** @param of the game that they play */
  return async function read(codes: Code[], of: string): Promise<void> {
    const show = await load(() => read(codes, of));
    game = of;
    show?.(codes);
  };
}

function openLibrary(store: Store) {
  return createBots({
    ...{ store, rows: openBotRows(), tabs: otherTabs() },
    // The small storage comes last, and has said so itself.
    lost() {},
  });
}

/** What changes the bot in the editor from outside. @param versionsOf the game that is chosen */
function createEditorPort(
  code: ReturnType<typeof createCode>,
  versionsOf: () => ReturnType<typeof createVersions>,
) {
  return {
    ...{ id: code.id, code: code.current, put: code.put },
    receive: (given: Code) => code.receive(given, t('code.wasOpened', { name: given.name })),
    keepVersion: () => versionsOf().keep(code.current(), code.id()),
  };
}

/** Notes with a version how its match ended. */
function noteEnd(list: ReturnType<typeof createVersions>, { code, id }: Tried, outcome: Outcome) {
  const version = list.newest(id);
  if (version && isSame(version, code)) list.note(version.number, { outcome });
}

/** The games with their starters in the language of the page; those of the manifest are English. */
function inLanguage(games: Record<string, Offer>) {
  const said = Object.entries(games).map(([name, offer]) => {
    const starter = t(`starter.${name}`);
    return [name, starter.includes('\n') ? { ...offer, starter } : offer];
  });
  return Object.setPrototypeOf(Object.fromEntries(said), null) as Record<string, Offer>;
}

function offerOf(games: Record<string, Offer>, game: string): Offer {
  const offer = games[game];
  if (!offer) throw new Error(`no game ${game}`);
  return offer;
}
