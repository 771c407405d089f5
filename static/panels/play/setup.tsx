// What shows the setup of the next match: the seats, the seed, and what is to be known of the opponents.

import type { ReadonlySignal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Options } from '../../base/ui/field.tsx';
import { Button, Icon, IconButton, Swatch } from '../../base/ui/parts.tsx';
import { MOST_SHOWN } from '../../base/values/seats.ts';
import { knows, t } from '../../base/words/index.ts';
import { gameViewOf } from '../../games/index.ts';
import { namesOf } from '../../games/names.ts';
import type { Match } from '../../match/types.ts';
import type { Others } from './others.ts';
import { CODE, ME } from './seats.ts';
import type { Settings } from './settings.ts';
import { SettingsPopover } from './settings.tsx';
import type { Setup } from './setup.ts';

/** Digits that fit into the field of the seed as it is. */
const SHORT_SEED = 10;
/** More seats than these are folded once a match has begun: what they do needs the room. */
const MOST_UNFOLDED = 4;

type Shown = Pick<Match, 'header'>;

/** setAside: it is offered no more, and stays in Replays; null: it is under way. */
export interface Waiting {
  says: string;
  back: () => void;
  setAside: (() => void) | null;
}

interface Props {
  setup: Setup;
  settings: Settings;
  /** the match whose players stand where the next one is set up; null: it is set up there */
  watched: ReadonlySignal<Match | null>;
  /** the match of a link that is being opened; null: none */
  arriving: ReadonlySignal<Shown | null>;
  /** the game of a contest that is shown; null: none */
  ofContest: ReadonlySignal<Match | null>;
  /** the match that is played or shown, if it is of others than those that are set up; null: it is not */
  ofOthers: ReadonlySignal<Others | null>;
  /** another match is set up in place of the one that is watched */
  dismiss: () => void;
  /** the match of a person that waits; null: none does */
  waiting: ReadonlySignal<Waiting | null>;
  /** whether a match is under way */
  underWay: ReadonlySignal<boolean>;
}

export function SetupOfMatch(props: Props) {
  const { setup, settings, watched, arriving, ofContest, ofOthers, dismiss, waiting, underWay } = props;
  const button = useRef<HTMLButtonElement>(null);
  const host = useRef<HTMLElement>(null);
  const waits = waiting.value;
  const shown: Shown | null = arriving.value ?? ofContest.value ?? watched.value ?? ofOthers.value;
  const isWatched = shown !== null;
  const wasWatched = useRef(false);
  useLayoutEffect(() => {
    // The button that was pressed is gone.
    if (wasWatched.current && !isWatched && document.activeElement === document.body)
      host.current?.querySelector('select')?.focus();
    wasWatched.current = isWatched;
  }, [isWatched]);
  const count = setup.wanted.value.length;
  /** Null: there was no match of so many yet. */
  const isFolded = useSignal<boolean | null>(null);
  useLayoutEffect(() => {
    if (underWay.value) isFolded.value = count > MOST_UNFOLDED ? true : null;
  }, [underWay.value]);
  return (
    <>
      <section
        ref={host}
        class="setup"
        aria-label={t('setup.label')}
        data-on={setup.tab.value}
        data-many={count > 2 || undefined}
        data-folded={isFolded.value || undefined}
        data-long-seed={setup.typed.value.length > SHORT_SEED || undefined}
        data-watching={isWatched || undefined}
        data-running={(underWay.value && !waits) || undefined}
      >
        {isFolded.value !== null && (
          <button
            type="button"
            class="plain seats-fold"
            aria-expanded={!isFolded.value}
            onClick={() => {
              isFolded.value = !isFolded.value;
            }}
          >
            <span>{t('setup.folded', { count })}</span>
            <Icon name="chevron-down" />
          </button>
        )}
        <Seats setup={setup} />
        <About setup={setup} />
        <SeatCount setup={setup} />
        <div class="seed">
          <label class="at-times-unseen" for="seed">
            {t('setup.seed')}
          </label>
          <input
            id="seed"
            type="text"
            inputMode="numeric"
            autocomplete="off"
            maxLength={20}
            value={setup.typed.value}
            aria-invalid={setup.isBadSeed.value}
            onInput={({ currentTarget }) => setup.type(currentTarget.value)}
          />
          <IconButton
            id="new-seed"
            icon="dices"
            says={t('setup.newSeed')}
            onClick={() => setup.type(setup.draw())}
          />
          <button
            ref={button}
            type="button"
            class="quiet only-icon"
            id="settings-button"
            popovertarget="settings"
            title={t('settings.label')}
            aria-label={t('settings.label')}
          >
            <Icon name="settings" />
          </button>
        </div>
        {shown && (
          <Watched
            match={shown}
            // What is being opened would take the place of what is set up now.
            choose={arriving.value ? null : dismiss}
          />
        )}
        {waits && (
          <div class="waiting-match">
            <p class="hint">{t('waits.row', { match: waits.says })}</p>
            <Button says={t('waits.back')} onClick={waits.back} />
            {waits.setAside && <IconButton icon="x" says={t('waits.aside')} onClick={waits.setAside} />}
          </div>
        )}
      </section>
      <SettingsPopover settings={settings} button={button} />
    </>
  );
}

/** A list for each seat. */
function Seats({ setup }: { setup: Setup }) {
  const { sides } = gameViewOf(setup.game.value.name);
  const seats = setup.seats.value;
  return (
    <>
      {seats.flatMap((word, k) => [
        ...(seats.length === 2 && k === 1
          ? [
              <span key="versus" class="versus" aria-hidden="true">
                {t('setup.versus')}
              </span>,
            ]
          : []),
        <div key={k} class="seat">
          <Swatch player={k} />
          <label class="unseen" for={`seat-${k}`}>
            {seatName(k + 1, sides[k])}
          </label>
          <span class="side-name" aria-hidden="true">
            {sides[k] && t(sides[k])}
          </span>
          <select
            id={`seat-${k}`}
            value={word}
            title={aboutWords(setup, word)}
            onChange={({ currentTarget }) => setup.take(k, currentTarget.value)}
          >
            <Options groups={setup.offered.value} />
          </select>
        </div>,
      ])}
    </>
  );
}

/** A seat as it is shown: its number, and its side where it has one. */
function seatName(number: number, side: string | undefined) {
  const seat = t('setup.seat', { number });
  return side ? t('setup.seatOnSide', { seat, side: t(side) }) : seat;
}

function SeatCount({ setup }: { setup: Setup }) {
  const { fewest, most } = setup.limits.value;
  const count = setup.wanted.value.length;
  return (
    <div class="seat-count" hidden={fewest === most}>
      <span class="seat-count-label">{t('setup.count')}</span>
      <IconButton
        icon="minus"
        says={t('setup.fewer')}
        disabled={count <= fewest}
        onClick={() => setup.resize(count - 1)}
      />
      <output>{count}</output>
      <IconButton
        icon="plus"
        says={t('setup.more')}
        disabled={count >= most}
        onClick={() => setup.resize(count + 1)}
      />
    </div>
  );
}

/** What is to be known of the opponents, each once: how strong they are, and a line of character. */
function About({ setup }: { setup: Setup }) {
  const words = [...new Set(setup.seats.value)].filter((word) => word !== ME);
  return (
    <div class="seat-about" hidden={words.length === 0}>
      {words.map((word) => (
        <p key={word} class="hint">
          <b>{setup.nameOf(word)}</b>
          {` · ${aboutWords(setup, word)}`}
        </p>
      ))}
    </div>
  );
}

/** Who a word for a seat stands for; '': whoever plays by hand. */
function aboutWords(setup: Setup, word: string): string {
  const { name: game, ladder } = setup.game.value;
  if (word === ME) return '';
  if (word === CODE) return t('setup.about.code');
  const rung = ladder.find(({ name }) => name === word);
  const character = `${game}.bot.${word}`;
  if (!rung && !knows(character)) return t('setup.about.version');
  const told = [rung && t(`strength.${rung.strength}`), knows(character) && t(character)];
  return told.filter(Boolean).join(' · ');
}

/** The players of another match than the next one, and the way back to it or to the choice. */
function Watched({
  match: { header },
  choose,
}: {
  match: Shown;
  /** null: another match cannot be set up now */
  choose: (() => void) | null;
}) {
  const { sides } = gameViewOf(header.game);
  const names = namesOf(header);
  const others = names.length - MOST_SHOWN;
  return (
    <div class="watched">
      {/* biome-ignore lint/a11y/useSemanticElements: no fields of a form. */}
      <div class="watched-players" role="group" aria-label={t('setup.watched')}>
        <div class="watched-names">
          {names.slice(0, MOST_SHOWN).map((name, k) => {
            const side = sides[k] ? t('player.onSide', { name: '', side: t(sides[k]) }) : '';
            return (
              <span key={k} class="watched-player">
                <Swatch player={k} />
                <span class="name">{name}</span>
                {/* Where two share a name, it says the side. */}
                {side && !name.endsWith(side) && <span class="side-name">{side}</span>}
              </span>
            );
          })}
          {others > 0 && <span>{t('players.others', { count: others })}</span>}
        </div>
        {header.seed && <span class="watched-seed">{t('watched.seed', { seed: header.seed })}</span>}
      </div>
      {choose && (
        <button type="button" class="plain" onClick={choose}>
          {t('setup.choose')}
        </button>
      )}
    </div>
  );
}
