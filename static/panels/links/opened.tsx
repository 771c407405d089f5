// Shows a bot or a challenge that came in a link, before anything of it runs.

import type { Signal } from '@preact/signals';
import { signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { createCodeView } from '../../base/ui/code-view.tsx';
import { Select } from '../../base/ui/field.tsx';
import { Button } from '../../base/ui/parts.tsx';
import { textsOf } from '../../base/values/packed-bot.ts';
import { pointsText, t } from '../../base/words/index.ts';
import type { createAnswering } from './answering.ts';
import { createDialog } from './dialog.tsx';
import type { Bot } from './facts.tsx';
import { clockOf, Facts, linesOf, needsOf, optionsOf, seedsOf, short } from './facts.tsx';
import { createPlaying } from './playing.ts';
import type { Terms } from './room.ts';
import type { Score } from './score.ts';

export type Sent = { kind: 'bot'; game: string; bot: Bot };

/** answers: of the challenge that this one answers, as its sender says. */
export type Challenge = {
  kind: 'challenge';
  bot: Bot;
  rung: string | null;
  same_rules: boolean;
  answers?: Score | null;
} & Terms;

/** In the list of what a challenge is taken up with. */
const BY_HAND = 'hand';

interface Inside {
  take: (game: string, bot: Bot) => Promise<void>;
  answering: ReturnType<typeof createAnswering>;
}

export function createOpened(app: App, { take, answering }: Inside) {
  const { games, library: bots } = app;
  const shown = createDialog();
  const { usual, play, series } = createPlaying(app, answering, shown.close);
  const view = createCodeView();

  /** How a challenge is taken up: what with, on which map, and the buttons. */
  function takingUp(held: Challenge, isForBots: boolean) {
    const { game, seeds, bot } = held;
    const list = bots.list(game);
    const current = String(bots.current(game));
    const isMine = isForBots && list.some(({ id }) => String(id) === current);
    /** BY_HAND, or the id of a bot of the user's. */
    const chosen = signal(isMine ? current : BY_HAND);
    const map = signal(seeds[0] ?? '0');
    /** null: a person plays */
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
            seeds.map((seed) => [seed, seed]),
          )}
      </div>
    );

    function Deeds() {
      const mine = own();
      return (
        <>
          {/* A person plays one match at a time. */}
          {mine && (
            <Button
              says={t('links.series', { count: seeds.length })}
              onClick={() => series(held, mine.code, mine.id)}
            />
          )}
          <Button
            class="accent"
            icon="play"
            says={t('links.accept')}
            onClick={() => play(held, bot, mine, map.value)}
          />
        </>
      );
    }
    return { Choices, Deeds };
  }

  /**
   * @param isForBots a challenge that one's own bot is meant to take up; not said: by hand first
   * @returns when it is closed
   */
  return async (held: Sent | Challenge, isForBots: boolean = false): Promise<void> => {
    await bots.loaded;
    const { game, bot } = held;
    const offer = games[game];
    if (!offer) return;
    view.show(textsOf(bot));
    const challenge = held.kind === 'challenge' ? held : null;
    const taking = challenge && takingUp(challenge, isForBots);
    const terms = challenge ?? usual(held as Sent);
    function takeIn() {
      shown.close();
      take(game, bot);
    }
    await shown.show(
      titleOf(held),
      <>
        {taking && <taking.Choices />}
        <Facts
          rows={[
            ['links.game', t(`game.${game}`)],
            ['links.code', challenge ? '' : linesOf(bot)],
            ['links.result', challenge?.answers ? resultOf(challenge.answers) : ''],
            ['links.rung', challenge?.rung ? t('links.rungOf', { rung: challenge.rung }) : ''],
            ['links.seeds', challenge ? seedsOf(challenge.seeds) : ''],
            ['links.options', challenge ? optionsOf(game, challenge.options, offer) : ''],
            ['links.clock', challenge ? clockOf(challenge.clock, offer) : ''],
            ['links.packages', needsOf(bot)],
          ]}
        />
        {challenge && !challenge.same_rules && <p class="hint">{t('links.otherRules')}</p>}
        <p class="hint">{t('links.stranger')}</p>
        {taking ? (
          // Who is challenged wants to play first.
          <details class="linked-fold">
            <summary>{t('links.readIt', { lines: linesOf(bot) })}</summary>
            <view.Whole />
          </details>
        ) : (
          <div class="linked-read">
            <h3>{t('link.title')}</h3>
            <view.Whole />
          </div>
        )}
      </>,
      <>
        <Button class={taking ? 'plain' : 'accent'} icon="plus" says={t('links.take')} onClick={takeIn} />
        {taking ? (
          <taking.Deeds />
        ) : (
          <Button icon="play" says={t('links.against')} onClick={() => play(terms, bot, null)} />
        )}
      </>,
    );
  };
}

function titleOf(held: Sent | Challenge) {
  const name = short(held.bot.name);
  if (held.kind === 'bot') return t('links.botTitle', { name });
  const { answers } = held;
  return answers
    ? t('links.answerTitle', { name, other: short(answers.to) })
    : t('links.challengeTitle', { name });
}

const resultOf = ({ to, points, games }: Score) =>
  t('links.resultOf', { points: pointsText(points), count: games, name: short(to) });
