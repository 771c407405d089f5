// The panel Code: the editor, the versions of its code, and the packages that the code declares.

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

/** How many versions, the newest ones, are in the list of players. */
const MOST_TO_CHOOSE = 200;

export type CodeRoom = Omit<ReturnType<typeof createCodeRoom>, 'editor' | 'library'>;

export function createCodeRoom(app: App) {
  const { store, notices, session, bundles } = app;
  const games = inLanguage(app.games);
  const lists: Map<string, ReturnType<typeof createVersions>> = new Map();
  const turns: Set<() => void> = new Set();
  /** The button that opens the menu of bots; it also shows whether a file is followed. */
  const menu = iconButton('chevrons-up-down', t('bots.choose'), undefined, { id: 'choose-bot' });
  menu.setAttribute('popovertarget', 'my-bots');
  const bots = openLibrary(store);

  /** The versions of a game. */
  function versionsOf(game = session.game) {
    const list = lists.get(game) ?? createVersions(game);
    lists.set(game, list);
    return list;
  }

  /** The versions that can be played against. */
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
  // A bot may have been renamed or deleted.
  bots.onChange(() => void showVersions());
  const compare = lazyCompare(myBots, notices, restore);
  const readLinked = lazyLinked(notices, (given, game) => {
    app.navigation.toCode(game);
    receive(given);
  });

  /** Puts a bot from elsewhere, such as a file or a link, into the editor. */
  const receive = (given: Code) =>
    code.receive(given, t('code.wasOpened', { name: tidyName(given.name, isBundle(given)) }));

  /** @param version a version of the bot in the editor */
  function restore(version: Version) {
    // The bot keeps its name, even if it had another one then.
    code.replace(
      { ...codeOf(version), name: code.current().name },
      t('versions.restored', { number: version.nth }),
    );
  }

  async function showVersions() {
    const { game } = session;
    code.seeVersion();
    // The library says which bots the versions belong to.
    await Promise.all([versionsOf().loaded, bots.loaded]);
    versions().forEach(bundles.note);
    if (game !== session.game) return;
    app.play.haveVersions();
    app.compete.refresh();
    code.seeVersion();
  }

  /** @param bot becomes a version that one can come back to */
  async function keep({ game, code: bot, id }: Tried) {
    if (await versionsOf(game).add(bot, id)) showVersions();
  }

  const tried = createTried(keep, (bot, outcome) => noteEnd(versionsOf(bot.game), bot, outcome));
  app.playback.subscribe(tried.follow);

  /** To be called when another bot is in the editor. */
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
    /** The versions of all existing bots, each with its bot's current name. @returns the oldest first */
    versionsOf: myBots.versionsNow,
    /** Resolves when these were read. */
    versionsLoaded: (game: string) => versionsOf(game).loaded,
    /** The library of the user's bots. */
    library: myBots,
    compare,
    readLinked,
    /** @param hear called when another bot is in the editor, or another tab has changed the bot @returns unsubscribes */
    onTurn(hear: () => void): () => void {
      turns.add(hear);
      return () => void turns.delete(hear);
    },
    /** Makes a version of the text in the editor. */
    keepVersion: () => versionsOf().keep(code.current(), code.id()),

    /** A match has begun: its code becomes a version, to come back to and to play against. */
    began: (spec: MatchSpec) => tried.begin(spec, code.current(), code.id()),

    /** Notes a finished series with the newest version of the code that played it. */
    noteSeries(game: string, bot: { code: Code; id: number }, series: InSeries) {
      const list = versionsOf(game);
      const version = list.ofText(bot.code, bot.id);
      if (version)
        list.note(version.number, {
          series: { ...series, against: beginning(series.against, LONGEST_AGAINST) },
        });
    },

    /** Makes a version of the text in the editor, unless it is one already. */
    keepCurrent: () => keep({ game: session.game, code: code.current(), id: code.id() }),

    /** The editor, which is a plain text area until CodeMirror has loaded. */
    loadEditor: async () => (await import('./lazy.ts')).lazyEditor,

    /** The dialog that asks whether packages may be fetched. */
    loadConsent: async () => (await import('./packages.tsx')).createConsent,
  };
}

/** The dialog that compares versions of a bot; loaded when it is first opened. */
function lazyCompare(bots: MyBots, notices: Notices, restore: (version: Version) => void) {
  const load = lazyPart(
    async () => (await import('./compare.tsx')).createCompare(notices),
    inNotice(notices),
  );

  /** @param number the version that is shown first */
  return async function compare(id: number, number?: number): Promise<void> {
    const now = bots.code(id);
    const show = now && (await load(() => compare(id, number)));
    if (!show) return;
    const versions = await bots.versions(id);
    const back = async (version: Version) => (await bots.open(id)) && restore(version);
    show({ name: bareName(now), now, versions, restore: back }, number);
  };
}

/** The dialog that shows the code in a link, loaded when it is first opened. @param receive puts the code into the editor */
function lazyLinked(notices: Notices, receive: (code: Code, game: string) => void) {
  let game = '';
  const load = lazyPart(async () => {
    const { createLinked } = await import('./linked.tsx');
    return createLinked((code) => receive(code, game));
  }, inNotice(notices));

  /** @param of the game of these bots */
  return async function read(codes: Code[], of: string): Promise<void> {
    const show = await load(() => read(codes, of));
    game = of;
    show?.(codes);
  };
}

function openLibrary(store: Store) {
  return createBots({
    ...{ store, rows: openBotRows(), tabs: otherTabs() },
    // Bots go to the small storage last, which reports its failures itself.
    lost() {},
  });
}

/** Notes how a match ended with the version that played it. */
function noteEnd(list: ReturnType<typeof createVersions>, { code, id }: Tried, outcome: Outcome) {
  const version = list.ofText(code, id);
  if (version) list.note(version.number, { outcome });
}

/** The games with starter bots in the language of the page; in the manifest they are English. */
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
