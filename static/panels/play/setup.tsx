// The view of the next match's setup: the seats, the seed, and facts about the opponents.

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

/** The number of digits that fit into the field of the seed. */
const SHORT_SEED = 10;
/** With more seats than this, the list is folded once a match has begun, because the match needs the room. */
const MOST_UNFOLDED = 4;

type Shown = Pick<Match, 'header'>;

/** setAside: stops offering the match, which stays in Replays; null if it is running. */
export interface Waiting {
  says: string;
  back: () => void;
  setAside: (() => void) | null;
}

interface Props {
  setup: Setup;
  settings: Settings;
  /** the match whose players are shown in place of the setup; null if none */
  watched: ReadonlySignal<Match | null>;
  /** the match of a link that is being opened; null if none */
  arriving: ReadonlySignal<Shown | null>;
  /** the shown game of a contest; null if none */
  ofContest: ReadonlySignal<Match | null>;
  /** the played or shown match, if it has other players than those set up; else null */
  ofOthers: ReadonlySignal<Others | null>;
  /** shows the setup in place of the shown match's players */
  dismiss: () => void;
  /** the waiting match of a person; null if none */
  waiting: ReadonlySignal<Waiting | null>;
  /** whether a match runs */
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
    // The pressed button is gone, so the focus moves.
    if (wasWatched.current && !isWatched && document.activeElement === document.body)
      host.current?.querySelector('select')?.focus();
    wasWatched.current = isWatched;
  }, [isWatched]);
  const count = setup.wanted.value.length;
  /** Whether the list of seats is folded; null if there was no match of so many players yet. */
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
            // Not while a link is being opened, whose match would replace the setup.
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

/** The list box for each seat. */
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

/** The shown name of a seat: its number, and its side if it has one. */
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

/** Facts about the opponents, each once: their strength, and a line about how they play. */
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

/** The description of the player for a word; '' for a person. */
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

/** The players of a shown match that is not the next one, and buttons to return to it, or to the setup. */
function Watched({
  match: { header },
  choose,
}: {
  match: Shown;
  /** shows the setup; null if no other match can be set up now */
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
                {/* The side, unless it is a part of the name because players share a name. */}
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
