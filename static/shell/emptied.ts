// Tells the user that the browser's data of this page was deleted while it was open. What this tab has read before is still
// in memory: it can be saved as files, and contests can begin again, which also stores the bots again.

import type { App } from '../app.ts';
import type { Listener } from '../base/storage/database.ts';
import { short } from '../base/text/legible.ts';
import { sentences, t } from '../base/words/index.ts';
import type { ContestRow } from '../contest/types.ts';

/** Milliseconds to wait until all parts of the page have noticed it, so that one notice is enough. */
const TOGETHER_MS = 300;

type Again = () => Promise<Map<number, number>>;

export function createEmptied(app: App) {
  let closeNotice = () => {};
  let timer = 0;
  let hasBots = false;
  /** The contests that can begin again. */
  let begun: readonly ContestRow[] = [];
  let again: Again | null = null;

  /** The bots of all games as they were last typed, without the starter bots. */
  const botsHere = () => app.library.list(null).filter(({ created }) => created > 0);

  /** The contest for the notice to name: the one that is shown, else one that was being played, else the first. */
  function named(): ContestRow | undefined {
    const { tab, contest } = app.router.place;
    return (
      begun.find(({ id }) => tab === 'compete' && id === contest) ??
      begun.find(({ state }) => state === 'running') ??
      begun[0]
    );
  }

  function tell() {
    closeNotice();
    const contest = named();
    const bots = hasBots ? botsHere().length : 0;
    const title = contest ? short(contest.title) : '';
    const says = [
      t('emptied.all'),
      ...(bots > 0 ? [t('emptied.bots', { count: bots })] : []),
      ...(contest && begun.length === 1 ? [t('emptied.contest', { title })] : []),
      ...(contest && begun.length > 1 ? [t('emptied.contests', { title, count: begun.length - 1 })] : []),
    ];
    const saveBots = () => void app.bots.save(botsHere().map(({ id }) => id));
    const saves = [
      ...(bots > 0 ? [{ label: t('emptied.saveBots'), run: saveBots, keeps: true }] : []),
      ...(contest
        ? [
            {
              label: t('emptied.saveContest'),
              run: () => void app.compete.saveWhole(contest),
              keeps: true,
            },
          ]
        : []),
    ];
    closeNotice = app.notices.show(sentences(says), {
      ...{ bad: true, stays: true, other: saves },
      ...(contest && {
        action: { label: t('emptied.again'), run: () => void beginAgain(contest), keeps: true },
      }),
    });
  }

  async function beginAgain({ id, game }: ContestRow) {
    await app.library.keepMissing();
    const made = await again?.();
    await areBegun();
    toContest(game, made?.get(id) ?? null);
  }

  function toContest(game: string, id: number | null) {
    const { tab, contest } = app.router.place;
    if (tab !== 'compete' || contest !== id) app.router.go({ tab: 'compete', game, contest: id });
  }

  /** The contests have begun again. The notice goes, unless bots are still not stored. */
  async function areBegun() {
    begun = [];
    hasBots = (await app.library.missing()).length > 0;
    if (hasBots) tell();
    else closeNotice();
  }

  function tellSoon() {
    timer ||= window.setTimeout(() => {
      timer = 0;
      tell();
    }, TOGETHER_MS);
  }

  /** The database was closed: checks whether its content is gone. */
  async function look() {
    const [missing, isEmptied] = await Promise.all([app.library.missing(), app.replays.isEmptied()]);
    hasBots ||= missing.length > 0;
    if (missing.length > 0 || isEmptied) tellSoon();
  }

  const listener: Listener = { blocked() {}, newer() {}, emptied: () => void look().catch(() => {}) };
  return {
    listener,
    /** @param gone the contests that can begin again @param begin begins them again, unless another tab has */
    async contests(gone: readonly ContestRow[], begin: Again) {
      begun = gone;
      again = begin;
      tellSoon();
      const all = await app.contests.load();
      const forget = all.onChange(() => {
        if (begun !== gone) return forget();
        const now = all.list();
        const madeOf = ({ text, title }: ContestRow) =>
          now.find((each) => each.text === text && each.title === title);
        if (gone.length === 0 || !gone.every(madeOf)) return;
        forget();
        // Another tab has begun all of them again: the page shows the new one.
        const { tab, contest } = app.router.place;
        const shown = tab === 'compete' ? gone.find(({ id }) => id === contest) : undefined;
        const made = shown && madeOf(shown);
        if (made) toContest(made.game, made.id);
        void areBegun();
      });
    },
  };
}
