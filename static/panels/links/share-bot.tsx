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

/** answers: it is the answer to a challenge, on the same maps; null: it is none. */
type Shared = {
  game: string;
  code: Code;
  terms: Terms;
  answers: Score | null;
  /** of a match that was played for the answer */
  replay: Replaying | null;
  /** what it is to be entered into */
  goal: Goal;
  /** it is sent there, and shared as nothing else */
  isOnlyEntry: boolean;
};

/** What a bot is shared as; an entry only where one is to be sent. */
const KINDS = ['entry', 'bot', 'challenge'] as const;

/** Characters of the match in a link: see py/sandlot/links/challenges.py. */
const LONGEST_MATCH = 20_000;
/** Maps of a challenge at first. */
const MAPS = 5;
/** Milliseconds after the last letter. */
const TYPING_REST_MS = 400;
const SEEDS = 'share-seeds';
const SENT_AS = 'share-sent-as';

export function createShareBot(app: App, entering: Pick<EnteringRoom, 'goalOf' | 'sent'>) {
  const { notices, arena, library: bots, bundles } = app;
  const shown = createDialog('sharing');
  const shared = signal<Shared | null>(null);
  const kind = signal<(typeof KINDS)[number]>('bot');
  /** As they were typed. */
  const seeds = signal('');
  /** The name that an entry is sent under, as it was typed. */
  const sentAs = signal('');
  /** The strongest house bot that this text has beaten on the ladder; null: none, or it is not known yet. */
  const rung = signal<string | null>(null);
  /** Why it will not play, in words; '': it may. */
  const doubt = signal('');
  /** Whether this text of an entry has never made a move here: it may fail as soon as it starts. */
  const isUntried = signal(false);
  /** Whether it went as an entry from here. */
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

  /** What it is an entry for as it is shared now. */
  const goalNow = () => (kind.value === 'entry' && shared.value?.goal) || NO_GOAL;
  const isNamed = () => kind.value !== 'bot';

  /** Many are called as the page calls a first bot: whoever gets an entry or a challenge could not tell them apart. */
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

  /** The link of the match that the answer shows; null: there is none, or it is too long. */
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
   * @param how answered: the challenge that is answered, and what came of it; match: on whose map a challenge begins;
   * goal: what it is an entry for
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
    // Whoever has a bot to send to a contest may want to share it as that.
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
      // Everybody's first bot is called so.
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
      // What could not be checked is not warned of.
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

/** The strongest house bot that this very text has beaten on the ladder: what other versions have done is not its own. */
async function rungOf({ game, code }: Shared, { compete, games }: App) {
  const beaten = await compete.beatenBy(game, code);
  const ladder: { name: string }[] = games[game]?.ladder ?? [];
  return ladder.findLast(({ name }) => beaten.includes(name))?.name ?? null;
}

/** The ids of what is shared, in words. */
const TITLES = {
  entry: 'links.titleEntry',
  bot: 'links.titleBot',
  challenge: 'links.titleChallenge',
};
