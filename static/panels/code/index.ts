// The code room: the editor, the versions of its code, and the packages that the code declares.

import type { App } from '../../app.ts';
import { openBotRows } from '../../base/storage/bot-rows.ts';
import { codeOf, createBots, otherTabs } from '../../base/storage/bots.ts';
import type { Store } from '../../base/storage/settings.ts';
import type { InSeries, Outcome, Version } from '../../base/storage/versions.ts';
import { createVersions, LONGEST_AGAINST } from '../../base/storage/versions.ts';
import { tidyName } from '../../base/text/bot-names.ts';
import { beginning } from '../../base/text/legible.ts';
import { iconButton, part } from '../../base/ui/dom.ts';
import { inNotice, lazyPart } from '../../base/ui/lazy.ts';
import type { Notices } from '../../base/ui/notices.tsx';
import { bareName, isBundle } from '../../base/values/bundle-shape.ts';
import { t } from '../../base/words/index.ts';
import type { Code, MatchSpec } from '../../match/types.ts';
import { takeOver } from './arrival.ts';
import type { Offer } from './code.ts';
import { createCode } from './code.ts';
import type { MyBots } from './my-bots.ts';
import { createMyBots } from './my-bots.ts';
import { createTheirs } from './theirs.ts';
import type { Tried } from './tried.ts';
import { createTried } from './tried.ts';

/** The most versions in the list of players: the newest ones. */
const MOST_TO_CHOOSE = 200;

export type CodeRoom = Omit<ReturnType<typeof createCodeRoom>, 'editor' | 'library'>;

export function createCodeRoom(app: App) {
  const { store, notices, session, bundles } = app;
  const games = inLanguage(app.games);
  const lists: Map<string, ReturnType<typeof createVersions>> = new Map();
  const turns: Set<() => void> = new Set();
  /** Opens the menu of bots, which shows in it what is followed. */
  const menu = iconButton('chevrons-up-down', t('bots.choose'), undefined, { id: 'choose-bot' });
  menu.setAttribute('popovertarget', 'my-bots');
  const bots = openLibrary(store);

  /** The versions of a game. */
  function versionsOf(game = session.game) {
    const list = lists.get(game) ?? createVersions(game);
    lists.set(game, list);
    return list;
  }

  /** Those that can be played against. */
  const versions = () => myBots.versionsNow(session.game).slice(-MOST_TO_CHOOSE);

  const theirs = createTheirs(app, {
    ...{ bots, versionsOf, kept: showVersions },
    compare: (id, number) => void compare(id, number),
  });
  const code = createCode(part('.code-room'), app, {
    ...theirs,
    ...{ bots, menu },
    game: offerOf(games, session.game),
    versions: versionsOf,
    actions: {
      open: () => app.incoming.askForBots(),
      share: () => void app.links.shareBot(code.id()),
      restore,
      compare: ({ number }) => void compare(code.id(), number),
    },
    followed() {
      for (const hear of turns) hear();
      versionsOf().refresh().then(showVersions);
    },
    replaced: (bot, id) => void versionsOf().keep(bot, id).then(showVersions),
    turned,
  });
  bots.loaded.then(() => {
    const others = Object.keys(games).filter((name) => name !== session.game);
    takeOver(bots, theirs.keepVersion, store, others);
  });

  const myBots = createMyBots(app, { bots, code, versionsOf, games });
  // One may be called otherwise by now, or be gone.
  bots.onChange(() => void showVersions());
  const compare = lazyCompare(myBots, notices, restore);
  const readLinked = lazyLinked(notices, (given, game) => {
    app.navigation.toCode(game);
    receive(given);
  });

  /** A bot comes into the editor from outside. */
  const receive = (given: Code) =>
    code.receive(given, t('code.wasOpened', { name: tidyName(given.name, isBundle(given)) }));

  /** @param version of the bot in the editor */
  function restore(version: Version) {
    // It stays the bot that it is, whatever it was called then.
    code.replace(
      { ...codeOf(version), name: code.current().name },
      t('versions.restored', { number: version.nth }),
    );
  }

  async function showVersions() {
    const { game } = session;
    code.seeVersion();
    // Whose versions they are is known once the library was read.
    await Promise.all([versionsOf().loaded, bots.loaded]);
    versions().forEach(bundles.note);
    if (game !== session.game) return;
    app.play.haveVersions();
    app.compete.refresh();
    code.seeVersion();
  }

  /** @param bot to come back to */
  async function keep({ game, code: bot, id }: Tried) {
    if (await versionsOf(game).add(bot, id)) showVersions();
  }

  const tried = createTried(keep, (bot, outcome) => noteEnd(versionsOf(bot.game), bot, outcome));
  app.playback.subscribe(tried.follow);

  /** Another bot is in the editor. */
  function turned() {
    code.seeVersion();
    for (const hear of turns) hear();
  }

  session.onGame((game) => {
    code.use(offerOf(games, game));
    showVersions();
    turned();
  });

  return {
    ...{ editor: code, menu, versions, showVersions, receive },
    /** Of bots that are there, each called as its bot is now. @returns the oldest first */
    versionsOf: myBots.versionsNow,
    /** Settles when these were read. */
    versionsLoaded: (game: string) => versionsOf(game).loaded,
    /** The library of the user's bots. */
    library: myBots,
    compare,
    readLinked,
    /** @param hear called when another bot is in the editor, or another tab has gone on with it @returns ends that */
    onTurn(hear: () => void): () => void {
      turns.add(hear);
      return () => void turns.delete(hear);
    },
    /** Makes a version of what is in the editor. */
    keepVersion: () => versionsOf().keep(code.current(), code.id()),

    /** What is run is kept, to come back to and to play against. */
    began: (spec: MatchSpec) => tried.begin(spec, code.current(), code.id()),

    /** A series is over that a bot has played: the newest version of that text is told. */
    noteSeries(game: string, bot: { code: Code; id: number }, series: InSeries) {
      const list = versionsOf(game);
      const version = list.ofText(bot.code, bot.id);
      if (version)
        list.note(version.number, {
          series: { ...series, against: beginning(series.against, LONGEST_AGAINST) },
        });
    },

    /** Makes a version of what is in the editor, unless it is one. */
    keepCurrent: () => keep({ game: session.game, code: code.current(), id: code.id() }),

    /** The editor itself, over a plain text area until it has come. */
    loadEditor: async () => (await import('./lazy.ts')).lazyEditor,

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

/** Notes with a version how its match ended. */
function noteEnd(list: ReturnType<typeof createVersions>, { code, id }: Tried, outcome: Outcome) {
  const version = list.ofText(code, id);
  if (version) list.note(version.number, { outcome });
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
