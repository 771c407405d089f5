// Opens and shares links of bots, challenges, contests and tasks.

import type { App } from '../../app.ts';
import { short } from '../../base/text/legible.ts';
import { wasAborted, withProgress } from '../../base/ui/working.ts';
import { isBot, isPlan, isPuzzle } from '../../base/values/address.ts';
import { bareName, isSame } from '../../base/values/bundle-shape.ts';
import { type Goal, isSamePlan, NO_GOAL } from '../../base/values/goal.ts';
import { codeOf } from '../../base/values/packed-bot.ts';
import { say, t } from '../../base/words/index.ts';
import { choicesIn, planOf } from '../../contest/plan-of.ts';
import type { ContestRow, Entrant } from '../../contest/types.ts';
import { partOf } from '../../match/answered.ts';
import type { Code } from '../../match/types.ts';
import type { Listed } from '../code/my-bots.ts';
import type { Replaying } from './answering.ts';
import { createAnswering } from './answering.ts';
import type { Challenged } from './challenged.ts';
import { createCollecting } from './collecting.ts';
import { createEntering } from './entering.ts';
import type { Bot } from './facts.tsx';
import { createOpened } from './opened.tsx';
import { createPlan } from './plan.tsx';
import type { Score } from './score.ts';
import { sayScore } from './score.ts';
import { createShareBot } from './share-bot.tsx';
import { createShareAddress, createShareLink } from './share-link.tsx';
import { createSharePlan } from './share-plan.tsx';

/** The terms of a challenge. */
export type Terms = {
  game: string;
  seeds: string[];
  options: Record<string, unknown>;
  clock: Record<string, number>;
};

/** The note on an entry into a contest. */
const noteOf = (contest: string) => t('links.entryNote', { contest: short(contest) });

/** Whether a bot is an entry for a contest. Entries stored by an earlier version of the page only have the note. */
const isFor = (goal: Goal, listed: Listed) =>
  isSamePlan(goal, listed) ??
  (listed.contest === undefined ? listed.note === noteOf(goal.contest) : listed.contest === goal.contest);

function answerByHand({ game, seeds }: Terms, score: Score) {
  const name = short(score.to);
  const maps = seeds.length;
  return {
    part: (by: string) => partOf({ ...score, by }),
    heading: t('links.shareAnswer', { name }),
    says: sayScore('links.over', score, maps, { name }),
    title: sayScore('links.titleAnswer', score, maps, {
      ...{ game: t(`game.${game}`), name: t('setup.human'), other: name },
    }),
  };
}

/** Shows that a link cannot be opened, and why. */
export type Refuse = (says: string) => void;

export function createRoom(app: App) {
  const { notices, games, arena, library: bots, bundles } = app;
  /** The user's bot in the editor. @returns null if there is none, or it is the starter bot */
  function ownOf(game: string): Entrant | null {
    const id = bots.current(game);
    const code = bots.code(id);
    if (bots.facts(id).created === 0) return null;
    return code && { name: bareName(code), kind: 'code', code, house: null, bot: id };
  }

  const send = (id: number, goal: Goal) => void shareBot(id, { goal });
  const entering = createEntering(app, { isThere: (game) => ownOf(game) !== null, send });
  const shareBot = createShareBot(app, entering);
  const sharePlan = createSharePlan(app);
  const shareTasks = createShareLink(app, {
    title: 'links.titleTasks',
    about: 'links.aboutTasks',
    tooLong: 'links.tasksTooLong',
  });
  const shareStep = createShareAddress({
    title: 'links.titleStep',
    about: 'links.aboutStep',
    tooLong: 'links.puzzleTooLong',
  });
  const sharePuzzle = createShareLink(app, {
    title: 'links.titlePuzzle',
    about: 'links.aboutPuzzle',
    tooLong: 'links.puzzleTooLong',
    embed: 'links.embedPuzzle',
  });
  const answering = createAnswering(app, (terms, own, score, replay) => {
    // A user who has played by hand has no bot to answer with: the match is the answer.
    if (own === null)
      void showPlayed(terms, replay).then(() => app.tools.answerWith(answerByHand(terms, score)));
    else void shareBot(own, { answered: { terms, score, replay } });
  });

  /** Shows the match that is the answer, because sharing uses the shown match. */
  async function showPlayed({ game, seeds }: Terms, replay: Replaying) {
    const { header, result } = app.playback.state.match ?? {};
    const isShown =
      result && header?.game === game && seeds.includes(header.seed) && header.players[0]?.kind === 'human';
    const text = isShown ? null : await replay();
    if (text !== null) await app.replays.open(t(`game.${game}`), text, { isKept: false });
  }

  /** Whether a bot of the library came in this link before: it has the same code and name, except for a number added here. */
  function isThere(listed: Listed, code: Code, goal: Goal) {
    const known = bots.code(listed.id);
    const name = bareName(code);
    if (!known || !isSame(known, code) || !listed.name.startsWith(name)) return false;
    return /^(_\d+)?$/.test(listed.name.slice(name.length)) && (goal.contest === '' || isFor(goal, listed));
  }

  /**
   * Adds a bot from a link to the library, as a new one: it never replaces another.
   *
   * @returns isNew: whether it was not there before; null if there is no room
   */
  async function keep(game: string, packed: Bot, goal: Goal) {
    const { contest, plan } = goal;
    await bots.loaded;
    const code = await codeOf(packed, bundles.take);
    const same = bots.list(game).find((each) => isThere(each, code, goal));
    if (same) return { id: same.id, name: same.name, isNew: false };
    if (bots.isFull()) return null;
    const facts = contest
      ? { note: noteOf(contest), contest, plan: plan || undefined }
      : { note: t('links.note') };
    const id = await bots.add(game, code, facts);
    return { id, name: bareName(bots.code(id) ?? packed), isNew: true };
  }

  /** The same, and tells the user. */
  async function take(game: string, packed: Bot, goal: Goal = NO_GOAL) {
    const { contest } = goal;
    const kept = await keep(game, packed, goal);
    if (!kept) return void notices.show(t('bots.full', { most: bots.most }), { bad: true });
    const { id } = kept;
    if (!kept.isNew) {
      const open = { label: t('bots.open'), run: () => void bots.open(id) };
      const told = { name: short(packed.name), as: short(kept.name), contest: short(contest) };
      notices.show(t(contest ? 'links.enteredAlready' : 'links.takenAlready', told), {
        action: open,
        stays: true,
      });
      return;
    }
    const action = { label: t('bots.open'), run: () => void bots.open(id) };
    const name = short(packed.name);
    const got = short(kept.name);
    const says = name === got ? t('links.taken', { name }) : t('links.takenAs', { name, as: got });
    // Removed with the view: after that the bot may have played, and Undo would be wrong.
    notices.show(says, { action, stays: true, here: true });
  }

  /** Puts it into the form of a new tournament, with all other entries for the same contest. */
  async function enter(game: string, packed: Bot, goal: Goal) {
    await take(game, packed, goal);
    const entries = bots.list(game).filter((each) => isFor(goal, each));
    const ids = entries.map(({ id }) => id).reverse();
    await app.compete.enter(game, goal, { title: short(goal.contest), bots: ids });
  }

  async function challengeIn(link: string) {
    const found = await arena.openLink(link, {}).catch(() => null);
    return found?.kind === 'challenge' ? { ...found, link } : null;
  }

  const opened = createOpened(app, { take, enter, answering });
  const plan = createPlan(app, { keep, ownOf, enter: send, offerEntry: entering.begin });

  return {
    shareBot,
    collect: createCollecting(app, { keep }),
    sharePlan,
    /** After a reload, offers again to send a bot to a contest. */
    async offerEntry() {
      await bots.loaded;
      entering.goOn();
    },
    /** The match of a challenge is continued after a reload. */
    async goOn({ link, seed, won }: Challenged) {
      const found = await challengeIn(link);
      if (found) opened.goOn(found, seed, won);
    },
    /** A map of a challenge was over before a reload. */
    async over({ link, seed, won }: Challenged) {
      const found = await challengeIn(link);
      if (found) opened.over(found, seed, won, () => app.replays.textOfSeed(found.game, seed));
    },
    /** Answers the challenge that a series was played for. */
    answer(row: ContestRow, points: number, games: number) {
      const own = row.entrants[0]?.bot ?? null;
      if (own === null) return;
      const { options, clock } = choicesIn(row);
      const terms = { game: row.game, seeds: planOf(row).seeds.map(String), options, clock };
      const replay = async () => (await (await app.compete.contests()).game(row.id, 0, 0))?.replay ?? null;
      void shareBot(own, { answered: { terms, score: { to: row.challenger ?? '', points, games }, replay } });
    },
    /** @param name the name of the file, or the title of the tasks @param text the text of the file */
    shareTasks: (name: string, text: string) => shareTasks(name, { kind: 'tasks', text }),
    shareStep,
    /** @param name the title of the puzzle */
    sharePuzzle: (name: string, game: string, puzzle: unknown) =>
      sharePuzzle(name, { kind: 'puzzle', game, puzzle }),
    /**
     * @returns resolves when it is closed, or could not be opened
     */
    async open(link: string, refuse: Refuse, isForBots: boolean = false): Promise<void> {
      const controller = new AbortController();
      const wasAddress = app.router.isOpening(link);
      const head = isBot(link) || isPlan(link) ? await app.headOf(link) : null;
      const isKnown = head !== null && !head.isBroken;
      const ofBot = isKnown && isBot(link) ? await opened.begin(link, head, isForBots) : null;
      const ofPlan = isKnown && head.plan ? plan.begin({ ...head, plan: head.plan }) : null;
      const early = ofBot ?? ofPlan;
      let isRead = false;
      // If the dialog is closed, the rest of the link is not read.
      early?.over.then(() => isRead || controller.abort());
      const words = () =>
        t(isPlan(link) ? 'links.openingPlan' : isPuzzle(link) ? 'links.openingPuzzle' : 'links.opening');
      const { signal } = controller;
      const reading = early
        ? arena.openLink(link, { signal })
        : withProgress(notices, words, (how) => arena.openLink(link, how), { controller });
      const found = await reading.catch((error) => {
        early?.close();
        if (!wasAborted(error))
          refuse(error.text ? t('links.refused', { why: say(error.text) }) : t('links.failed'));
        return null;
      });
      isRead = true;
      if (!found) return;
      if (found.problem) {
        early?.close();
        return refuse(t('links.refused', { why: say(found.problem) }));
      }
      if (found.kind === 'tasks') {
        app.tasks.value = { name: 'tasks.toml', text: found.text };
        app.router.go({ tab: 'learn' });
        return;
      }
      if (!games[found.game]) return;
      // If the user has gone elsewhere meanwhile, they stay there.
      if (found.kind === 'puzzle' && wasAddress && !app.router.isOpening(link)) return;
      if (found.kind === 'puzzle') return void (await app.puzzles.open(found.game, found.puzzle));
      if (found.kind === 'plan') return void (await plan.all(found, link));
      const held = { ...found, link };
      ofBot?.read(held);
      await (ofBot ?? (await opened.all(link, held, isForBots))).over;
    },
  };
}
