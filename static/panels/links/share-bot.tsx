// Shares a bot of the library: as it is, or as a challenge to beat it.

import { batch, signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { NEW_BOT } from '../../base/storage/keys.ts';
import { declareUtf8 } from '../../base/text/coding-line.ts';
import { LONGEST_NAME, short } from '../../base/text/legible.ts';
import { saveBlob, saveFile } from '../../base/ui/files.ts';
import { Button } from '../../base/ui/parts.tsx';
import { bareName, isBundle, versionIn } from '../../base/values/bundle-shape.ts';
import { type Goal, NO_GOAL } from '../../base/values/goal.ts';
import { list, say, sentences, t } from '../../base/words/index.ts';
import { described, filesOf, wellFormed } from '../../contest/begin.ts';
import { doubtOf } from '../../match/doubts.ts';
import type { Code, Match } from '../../match/types.ts';
import type { Replaying } from './answering.ts';
import { createDialog } from './dialog.tsx';
import type { EnteringRoom } from './entering.ts';
import { createMaking } from './making.ts';
import type { Terms } from './room.ts';
import type { Score } from './score.ts';
import { otherName, sayScore } from './score.ts';
import { usualTerms } from './terms.ts';

/** answers: the challenge that it answers, on the same maps; null if none. */
type Shared = {
  game: string;
  code: Code;
  terms: Terms;
  answers: Score | null;
  /** the replay of the match that was played for the answer; null if none */
  replay: Replaying | null;
  /** the contest that it is an entry for */
  goal: Goal;
  /** whether it can only be shared as that entry */
  isOnlyEntry: boolean;
};

/** The ways to share a bot; as an entry only if there is a contest for it. */
const KINDS = ['entry', 'bot', 'challenge'] as const;

/** The most characters of the match in a link: see py/sandlot/links/challenges.py. */
const LONGEST_MATCH = 20_000;
/** The default number of maps in a challenge. */
const MAPS = 5;
/** Milliseconds without a key press before the link is made. */
const TYPING_REST_MS = 400;
const SEEDS = 'share-seeds';
const SENT_AS = 'share-sent-as';

export function createShareBot(app: App, entering: Pick<EnteringRoom, 'goalOf' | 'sent'>) {
  const { notices, arena, library: bots, bundles } = app;
  const shown = createDialog('sharing');
  const shared = signal<Shared | null>(null);
  const kind = signal<(typeof KINDS)[number]>('bot');
  /** The typed seeds. */
  const seeds = signal('');
  /** The typed name for an entry. */
  const sentAs = signal('');
  /** The strongest house bot on the ladder that this code has beaten; null if none, or not known yet. */
  const rung = signal<string | null>(null);
  /** Why it cannot play, in words; '' if it can. */
  const doubt = signal('');
  /** Whether this code has never made a move here, so that the entry may fail as soon as it starts. */
  const isUntried = signal(false);
  /** Whether it was sent as an entry from here. */
  const isSent = signal(false);
  /** The packages that it needs, in words. */
  const needs = signal('');
  let timer = 0;
  const making = createMaking(arena, {
    title: () => shared.value && titled(shared.value),
    tooLong: 'links.tooLong',
    hasFile: true,
    sent() {
      const { contest, plan } = goalNow();
      if (!contest) return;
      isSent.value = true;
      entering.sent({ contest, plan });
    },
  });

  /** The contest that it is an entry for, with the current choices. */
  const goalNow = () => (kind.value === 'entry' && shared.value?.goal) || NO_GOAL;
  const isNamed = () => kind.value !== 'bot';

  /** The name to share it under. Many bots have the default name, which receivers could not distinguish. */
  const nameOf = (what: Shared) => (isNamed() && sentAs.value.trim()) || bareName(what.code);

  function titled(what: Shared) {
    const { game, answers, terms } = what;
    const { contest } = goalNow();
    const words = { game: t(`game.${game}`), name: nameOf(what), contest: short(contest) };
    if (!answers || kind.value !== 'challenge') return t(TITLES[kind.value], words);
    const more = { ...words, other: otherName(answers.to, words.name) };
    return sayScore('links.titleAnswer', answers, terms.seeds.length, more);
  }

  function makeSoon() {
    clearTimeout(timer);
    timer = window.setTimeout(make, TYPING_REST_MS);
  }

  async function make() {
    clearTimeout(timer);
    const { value: what } = shared;
    if (what) await making.make(() => compose(what));
  }

  async function compose(what: Shared): ReturnType<Parameters<typeof making.make>[0]> {
    const { game, code, terms, answers } = what;
    const entrant = wellFormed({ name: nameOf(what), kind: 'code', code, house: null });
    const files = await filesOf([entrant], bundles.layOut);
    if ('problem' in files) return files;
    const maps = seeds.value.split(/[\s,;，、；]+/).filter(Boolean);
    if (kind.value !== 'challenge')
      return [{ kind: 'bot', ...goalNow(), game, bot: described(entrant) }, files];
    const beaten = await rungOf(what, app).catch(() => null);
    if (shared.value === what) rung.value = beaten;
    const more = {
      kind: 'challenge',
      ...terms,
      seeds: maps,
      rung: beaten,
      answers,
      match: await watched(what),
    };
    return [{ ...more, game, bot: described(entrant) }, files];
  }

  /** The link of the match in the answer; null if there is none, or it is too long. */
  async function watched({ replay }: Shared): Promise<string | null> {
    const text = (await replay?.().catch(() => null)) ?? null;
    if (text === null) return null;
    const { signal: never } = new AbortController();
    const made = await arena.address(text, { turn: 0, eyes: null, sources: new Map() }, never);
    return 'problem' in made || made.link.length > LONGEST_MATCH ? null : made.link;
  }

  async function save({ code }: Shared) {
    if (!isBundle(code)) return saveFile(code.name, declareUtf8(code.source), 'text/x-python');
    const laidOut = await bundles.layOut(code);
    if ('problem' in laidOut) return void notices.show(say(laidOut.problem), { bad: true, here: true });
    saveBlob(code.name, await arena.zip(laidOut.files));
  }

  function Share() {
    if (!shared.value) return null;
    const { answers, goal, isOnlyEntry, terms } = shared.value;
    const { contest } = goalNow();
    const isEntry = goal.contest !== '';
    const isChallenge = kind.value === 'challenge';
    const name = nameOf(shared.value);
    const yours = [
      ...(rung.value ? [t('links.yourRung', { rung: rung.value })] : []),
      ...(answers
        ? [sayScore('links.yourScore', answers, terms.seeds.length, { other: otherName(answers.to, name) })]
        : []),
    ];
    return (
      <section class="share">
        {!answers && !isOnlyEntry && (
          <fieldset>
            <legend class="unseen">{t('links.as')}</legend>
            {KINDS.filter((each) => each !== 'entry' || isEntry).map((each) => (
              <label key={each}>
                <input
                  type="radio"
                  name="share-kind"
                  checked={kind.value === each}
                  onChange={() => {
                    kind.value = each;
                    isSent.value = false;
                    void make();
                  }}
                />
                <span>{t(`links.as.${each}`, { contest: short(goal.contest) })}</span>
              </label>
            ))}
          </fieldset>
        )}
        {isNamed() && (
          <label class="field-over" for={SENT_AS}>
            {t('links.entryName')}
          </label>
        )}
        {isNamed() && (
          <input
            type="text"
            id={SENT_AS}
            autocomplete="off"
            maxLength={LONGEST_NAME}
            placeholder={t('links.entryNameHint')}
            value={sentAs.value}
            onInput={({ currentTarget }) => {
              sentAs.value = currentTarget.value;
              makeSoon();
            }}
          />
        )}
        {isChallenge && (
          <label class="field-over" for={SEEDS}>
            {t('links.seedField')}
          </label>
        )}
        {isChallenge && (
          <input
            type="text"
            id={SEEDS}
            autocomplete="off"
            readOnly={answers !== null}
            value={seeds.value}
            onInput={({ currentTarget }) => {
              seeds.value = currentTarget.value;
              makeSoon();
            }}
          />
        )}
        <p class="hint">
          {isChallenge && sentences([t('links.aboutChallenge'), ...yours])}
          {!isChallenge && t(contest ? 'links.aboutEntry' : 'links.aboutBot', { contest: short(contest) })}
        </p>
        {needs.value && <p class="hint">{needs}</p>}
        {doubt.value && <p class="hint linked-doubt">{doubt}</p>}
        {isUntried.value && contest && !doubt.value && (
          <p class="hint">{t('links.untried', { name: short(bareName(shared.value.code)) })}</p>
        )}
        <making.LinkField />
        <p class="hint" role="status">
          {isSent.value && t('links.entrySent', { contest: short(contest) })}
        </p>
      </section>
    );
  }

  /**
   * @param how answered: the challenge that is answered, with its result; match: its map is the first of a challenge; goal: the
   *   contest that it is an entry for
   */
  return async (
    id: number,
    {
      answered,
      match,
      goal,
    }: {
      answered?: { terms: Terms; score: Score; replay: Replaying };
      match?: Match;
      goal?: Goal;
    } = {},
  ) => {
    await bots.loaded;
    const game = answered?.terms.game ?? bots.gameOf(id);
    const code = bots.code(id);
    if (!game || !code) return;
    const terms = answered?.terms ?? (match ? termsOf(match, app) : usualTerms(game, MAPS, app));
    // If a bot is to be sent to a contest, sharing it may mean that.
    const wanted = goal ?? (answered || match ? NO_GOAL : entering.goalOf(game));
    const what = {
      ...{ game, code, terms, goal: wanted, isOnlyEntry: Boolean(goal?.contest) },
      ...{ answers: answered?.score ?? null, replay: answered?.replay ?? null },
    };
    batch(() => {
      shared.value = what;
      kind.value = answered || match ? 'challenge' : wanted.contest ? 'entry' : 'bot';
      isSent.value = false;
      seeds.value = terms.seeds.join(' ');
      // The default name is not proposed, because all first bots have it.
      sentAs.value = code.name === NEW_BOT.name ? '' : bareName(code);
      needs.value = '';
      doubt.value = '';
      isUntried.value = false;
      rung.value = null;
    });
    shown.show(
      answered
        ? t('links.shareAnswer', { name: short(answered.score.to) })
        : goal?.contest
          ? t('links.sendTo', { name: short(bareName(code)), contest: short(goal.contest) })
          : t('links.share', { name: short(bareName(code)) }),
      <Share />,
      <Button icon="download" says={t('links.saveFile')} onClick={() => save(what)} />,
    );
    making.begin();
    if (wanted.contest)
      app.code.versionsLoaded(game).then(() => {
        if (shared.value === what) isUntried.value = !versionIn(app.code.versionsOf(game), code, id);
      });
    doubtOf(app, game, code).then(
      (why) => {
        if (why && shared.value === what)
          doubt.value = t('links.doubt', { name: short(bareName(code)), why });
      },
      // If the check fails there is no warning.
      () => {},
    );
    const needed = await arena.declared(code.source).catch(() => null);
    const names = needed && 'requirements' in needed ? needed.requirements : [];
    if (shared.value === what && names.length > 0)
      needs.value = t('links.needs', { names: list(names.map(short)) });
    await make();
  };
}

/** The map of a match, and others with the same options. */
function termsOf({ header: { game, seed, options } }: Match, app: App): Terms {
  const usual = usualTerms(game, MAPS, app);
  return { ...usual, options, seeds: [seed, ...usual.seeds.slice(1)] };
}

/** The strongest house bot on the ladder that exactly this code has beaten; other versions do not count. */
async function rungOf({ game, code }: Shared, { compete, games }: App) {
  const beaten = await compete.beatenBy(game, code);
  const ladder: { name: string }[] = games[game]?.ladder ?? [];
  return ladder.findLast(({ name }) => beaten.includes(name))?.name ?? null;
}

/** The ids of the titles. */
const TITLES = {
  entry: 'links.titleEntry',
  bot: 'links.titleBot',
  challenge: 'links.titleChallenge',
};
