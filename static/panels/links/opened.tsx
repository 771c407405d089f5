// The dialog with a bot or a challenge from a link, before anything of it runs. Until Python has read all of the link, it shows what
// is known from its beginning.

import type { ReadonlySignal, Signal } from '@preact/signals';
import { signal } from '@preact/signals';
import type { App } from '../../app.ts';
import type { Head } from '../../base/share/link-head.ts';
import { short } from '../../base/text/legible.ts';
import { createCodeView } from '../../base/ui/code-view.tsx';
import { Select } from '../../base/ui/field.tsx';
import { Button } from '../../base/ui/parts.tsx';
import type { Goal } from '../../base/values/goal.ts';
import { isSeen } from '../../base/values/names.ts';
import { textsOf } from '../../base/values/packed-bot.ts';
import { pointsText, t } from '../../base/words/index.ts';
import { partOf } from '../../match/answered.ts';
import type { createAnswering } from './answering.ts';
import { wonIn } from './challenged.ts';
import { createDialog } from './dialog.tsx';
import type { Bot } from './facts.tsx';
import { clockOf, Facts, linesOf, needsOf, optionsOf } from './facts.tsx';
import { createPlaying } from './playing.ts';
import type { Terms } from './room.ts';
import type { Score } from './score.ts';
import { createScore, otherName, sayScore } from './score.ts';

/** A bot, with the contest that it is an entry for, from its sender; contest: '' if it is no entry. */
export type Sent = { kind: 'bot'; game: string; bot: Bot } & Goal;

/** answers: the result in the challenge that this one answers, from its sender. */
export type Challenge = {
  kind: 'challenge';
  bot: Bot;
  rung: string | null;
  same_rules: boolean;
  /** the link in which it came */
  link: string;
  answers?: Score | null;
  /** the link of the match that was played for the answer; null if none */
  match?: string | null;
} & Terms;

type Held = Sent | Challenge;

/** The facts from the beginning of a link. */
type Known = Pick<Held, 'kind' | 'game'> & { name: string; contest: string; link: string } & Pick<
    Challenge,
    'seeds' | 'rung' | 'answers'
  >;

/** Stands for "by hand" in the list of the user's bots. */
const BY_HAND = 'hand';
/** Shown for facts that are not read yet. */
const UNREAD = '…';

interface Inside {
  take: (game: string, bot: Bot, goal: Goal) => Promise<void>;
  /** adds it to a new tournament */
  enter: (game: string, bot: Bot, goal: Goal) => Promise<void>;
  answering: ReturnType<typeof createAnswering>;
}

export function createOpened(app: App, { take, enter, answering }: Inside) {
  const { games, library: bots } = app;
  const shown = createDialog();
  const { usual, play, series, goOn, over } = createPlaying(app, answering, shown.close);
  const view = createCodeView();

  /** The controls for taking up a challenge: by hand or with which bot, on which map, and the buttons. */
  function takingUp(known: Known, held: ReadonlySignal<Held | null>, isForBots: boolean) {
    const { game, seeds } = known;
    const list = bots.list(game);
    const current = String(bots.current(game));
    const isMine = isForBots && list.some(({ id }) => String(id) === current);
    /** BY_HAND, or the id of a bot of the user's. */
    const chosen = signal(isMine ? current : BY_HAND);
    /** The score of the maps that were played by hand before. */
    const score = createScore(known, known.name);
    for (const { seed, points } of wonIn(app.store, known.link)) score.note(seed, points);
    const played = score.score();
    /** The index of the chosen map, at first the next one to play. */
    const map = signal(String(Math.max(0, known.seeds.indexOf(score.next() ?? ''))));
    /** Whether it is to be played as soon as all of it is read. */
    const isAccepted = signal(false);
    /** the id of the chosen bot; null if a person plays */
    function own() {
      const id = Number(chosen.value);
      const code = chosen.value === BY_HAND ? null : bots.code(id);
      return code && { code, id };
    }

    const choice = (label: string, value: Signal<string>, options: [string, string][]) => (
      // biome-ignore lint/a11y/noLabelWithoutControl: the control is the list box in it.
      <label class="linked-with">
        <span>{label}</span>
        <Select aria-label={label} value={value} groups={[{ label: '', options }]} />
      </label>
    );
    const Choices = () => (
      <div class="linked-with">
        {choice(t('links.with'), chosen, [
          [BY_HAND, t('links.byHand')],
          ...list.map(({ id, name }): [string, string] => [String(id), short(name)]),
        ])}
        {seeds.length > 1 &&
          choice(
            t('links.map'),
            map,
            seedsIn(known, held.value).map((seed, k): [string, string] => [
              String(k),
              t('links.mapOf', { place: k + 1, count: seeds.length, seed }),
            ]),
          )}
      </div>
    );

    function accept(all: Challenge) {
      void play(all, all.bot, own(), all.seeds[Number(map.value)]);
    }

    function Actions() {
      const mine = own();
      const all = held.value as Challenge | null;
      return (
        <>
          {/* A person plays one match at a time. */}
          {mine && (
            <Button
              says={t('links.series', { count: seeds.length })}
              disabled={!all}
              onClick={() => all && series(all, mine.code, mine.id)}
            />
          )}
          <Button
            class="accent"
            icon="play"
            says={t(isAccepted.value ? 'onward.soon' : 'links.accept')}
            aria-busy={isAccepted.value}
            onClick={() => {
              if (all) accept(all);
              else isAccepted.value = true;
            }}
          />
        </>
      );
    }
    return {
      Choices,
      Actions,
      /** The score so far; '' if nothing was played. */
      soFar:
        played.games > 0
          ? sayScore('links.soFar', played, seeds.length, { name: otherName(played.to, '') })
          : '',
      /** To be called when all of it is read. */
      read(all: Challenge) {
        if (isAccepted.peek()) accept(all);
      },
    };
  }

  /**
   * @param isForBots whether a challenge is meant for the user's bot; else it is played by hand first
   * @returns a function that shows what Python has read; over: resolves when the dialog is closed
   */
  async function show(known: Known, isForBots: boolean) {
    await bots.loaded;
    const { game } = known;
    const held = signal<Held | null>(null);
    const isChallenge = known.kind === 'challenge';
    const taking = isChallenge ? takingUp(known, held, isForBots) : null;
    const offer = games[game];
    const unread = (told: (all: Challenge) => string) =>
      isChallenge ? (held.value ? told(held.value as Challenge) : UNREAD) : '';

    const Body = () => (
      <>
        {taking && <taking.Choices />}
        <Facts
          rows={[
            ['links.game', t(`game.${game}`)],
            ['links.code', isChallenge ? '' : held.value ? linesOf(held.value.bot) : UNREAD],
            ['links.played', taking?.soFar ?? ''],
            ['links.result', known.answers ? resultOf(known.answers, known) : ''],
            ['links.rung', known.rung ? t('links.rungOf', { rung: known.rung }) : ''],
            // If there are several maps, one of them is chosen above.
            ['links.map', known.seeds.length === 1 ? (seedsIn(known, held.value)[0] ?? '') : ''],
            ['links.options', unread(({ options }) => optionsOf(game, options, offer))],
            ['links.clock', unread(({ clock }) => clockOf(clock, offer))],
            ['links.packages', held.value ? needsOf(held.value.bot) : ''],
          ]}
        />
        {isChallenge && held.value && !(held.value as Challenge).same_rules && (
          <p class="hint">{t('links.otherRules')}</p>
        )}
        {isChallenge && <p class="hint">{t('links.counts')}</p>}
        <p class="hint">{t('links.stranger')}</p>
        <Code />
      </>
    );

    function Code() {
      const all = held.value;
      if (isChallenge && !all) return <p class="hint linked-unread">{t('links.opening')}</p>;
      // For a challenge, Play is the main button.
      if (isChallenge && all)
        return (
          <details class="linked-fold">
            <summary>{t('links.readIt', { lines: linesOf(all.bot) })}</summary>
            <view.Whole />
          </details>
        );
      return (
        <div class="linked-read">
          <h3>{t('link.title')}</h3>
          {all ? <view.Whole /> : <p class="hint">{t('links.opening')}</p>}
        </div>
      );
    }

    /** Shows the match of an answer, which names the challenge. */
    function watch(link: string) {
      shown.close();
      void app.replays.open(t('replay.link'), link + (known.answers ? partOf(known.answers) : ''));
    }

    function Actions() {
      const all = held.value;
      const { contest } = known;
      const match = all?.kind === 'challenge' ? (all.match ?? null) : null;
      function takeIn(how: typeof take) {
        if (!all) return;
        shown.close();
        void how(game, all.bot, { contest, plan: all.kind === 'bot' ? all.plan : '' });
      }
      return (
        <>
          {match && <Button icon="play" says={t('links.watch')} onClick={() => watch(match)} />}
          <Button
            class={taking || contest ? 'plain' : 'accent'}
            icon="plus"
            says={t('links.take')}
            disabled={!all}
            onClick={() => takeIn(take)}
          />
          {contest && (
            <Button
              class="accent"
              icon="plus"
              says={t('links.enterIt')}
              disabled={!all}
              onClick={() => takeIn(enter)}
            />
          )}
          {taking ? (
            <taking.Actions />
          ) : (
            <Button
              icon="play"
              says={t('links.against')}
              disabled={!all}
              onClick={() => all && play(usual(all as Sent), all.bot, null)}
            />
          )}
        </>
      );
    }

    return {
      over: shown.show(titleOf(known), <Body />, <Actions />),
      close: shown.close,
      read(all: Held) {
        view.show(textsOf(all.bot));
        held.value = all;
        taking?.read(all as Challenge);
      },
    };
  }

  return {
    goOn,
    over,
    /** Shows the facts from the beginning of a link. */
    begin: (link: string, { game, players: [bot], challenge, contest = '' }: Head, isForBots: boolean) =>
      show(
        {
          kind: challenge ? 'challenge' : 'bot',
          ...{ seeds: [], answers: null, ...challenge },
          // Python refuses a link whose title is not a valid name.
          contest: isSeen(contest) ? contest : '',
          ...{ link, game, name: bot?.name ?? '', rung: rungIn(games[game], challenge?.rung) },
        },
        isForBots,
      ),
    /** Shows what Python has read. */
    async all(link: string, held: Held, isForBots: boolean) {
      const known = { seeds: [], rung: null, answers: null, contest: '', ...held, link, name: held.bot.name };
      const opened = await show(known, isForBots);
      opened.read(held);
      return opened;
    },
  };
}

const rungIn = ({ house }: { house: string[] }, name: string | null = null) =>
  name !== null && house.includes(name) ? name : null;

/** The seeds of a challenge. Those that a browser cannot read exactly come from Python. */
const seedsIn = (known: Known, held: Held | null): string[] =>
  (held?.kind === 'challenge' ? held.seeds : known.seeds).map((seed) => seed || UNREAD);

function titleOf({ kind, name, answers, contest }: Known) {
  if (contest) return t('links.entryTitle', { name: short(name), contest: short(contest) });
  if (kind === 'bot') return t('links.botTitle', { name: short(name) });
  return answers
    ? t('links.answerTitle', { name: short(name), other: otherName(answers.to, name) })
    : t('links.challengeTitle', { name: short(name) });
}

/** The sentence about who has won a challenge, and with which score. */
function resultOf({ to, points, games }: Score, { name, seeds }: Known) {
  const other = games - points;
  const maps = seeds.length;
  const where = games > maps ? t('links.inGames', { count: games }) : t('links.onMaps', { games, maps });
  return t(points === other ? 'links.resultTie' : 'links.resultWon', {
    where,
    winner: points > other ? short(name) : otherName(to, name),
    high: pointsText(Math.max(points, other)),
    low: pointsText(Math.min(points, other)),
  });
}
