// After a match: its end is said on the board, and it can be played again - on another map, on the same one, or with the
// sides swapped.

import { computed, signal } from '@preact/signals';
import { Fragment, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { App } from '../../app.ts';
import { part } from '../../base/ui/dom.ts';
import { Button, IconButton, KeyCap, Swatch } from '../../base/ui/parts.tsx';
import { type Rival, Versus } from '../../base/ui/versus.tsx';
import { bareName, isSame } from '../../base/values/bundle-shape.ts';
import { MOST_SHOWN } from '../../base/values/seats.ts';
import { knows, say, sentences, t } from '../../base/words/index.ts';
import { comparedIn } from '../../games/answer-words.ts';
import { namesOf } from '../../games/names.ts';
import { briefly, endingOf } from '../../match/ending.ts';
import type { Problem } from '../../match/faults.ts';
import { leavesNothing } from '../../match/faults.ts';
import type { Run } from '../../match/runner.ts';
import type { Session } from '../../match/session.ts';
import type { Match, MatchSpec, Message } from '../../match/types.ts';
import type { Places } from './places.ts';
import type { Choice, Setup } from './setup.ts';

interface Options {
  setup: Setup;
  places: Places;
  /** begins the match that is set up */
  run: () => void;
  start: (spec: MatchSpec) => void;
  /** whether the main button plays this match once more, though others are set up */
  isOfOthers: (spec: MatchSpec) => boolean;
  /** a person has closed it */
  closed: () => void;
  /** a person has closed it, or done something that it offers */
  pressed: () => void;
  toBoard: () => void;
  /** leads to the line of a problem of a player */
  toLine: (match: Match, player: number, problem: Problem) => void;
}

/**
 * What can be done after a match, with the keys, which the list of shortcuts names as well. None is a key that steers in a
 * game: who is still playing when the match ends does nothing by mistake.
 */
const ACTIONS = [
  ['rematch', 'r'],
  ['same', 'm'],
  ['swap', 'v'],
  ['watch', 'b'],
  ['save', 'x'],
] as const;

type Action = (typeof ACTIONS)[number][0];

interface Failed {
  player: number;
  says: Message;
}

/** A match that has ended. */
interface Ended {
  match: Match;
  spec: MatchSpec;
  /** the tab on which it was played */
  stage: Session['stage'];
  /** the first player that the bot in the editor was; -1: none */
  own: number;
  /** the problem of that bot, if it has one in a line */
  fault: Problem | null;
  /** how the bot in the editor failed, if others decided the match; null: it did not */
  failed: Failed | null;
  /** challenges others, if a person or the bot in the editor has won */
  challenge: (() => void) | null;
}

/** What is done next where a match was one of several, or answers a challenge. */
interface Onward {
  match: Match;
  says: string;
  run: () => void;
  /** what else can be done */
  others?: readonly Press[];
}

interface Press {
  label: string;
  run: () => void;
}

/** What is said of a match that somebody sent, in the place of its end. */
export interface Card {
  match: Match;
  title: string;
  /** the results of a challenge */
  rivals: readonly Rival[];
  /** sentences below */
  hints: readonly string[];
  actions: readonly Press[];
}

export function createEnding(app: App, options: Options) {
  const { playback, session } = app;
  const { setup, places, run, start, isOfOthers, closed, pressed, toBoard, toLine } = options;
  /** Who was chosen for a match, in the words of an address. */
  const choices = new WeakMap<MatchSpec, Choice>();
  /** Of a match that went on after the page was loaded again: how it had begun. */
  const begun = new WeakMap<MatchSpec, MatchSpec>();
  /** The matches whose end was brought into sight: below two high boards it would be under the screen. */
  const inSight = new WeakSet<Match>();
  /** Of the match of a challenge: how that goes on; null: there was none. */
  const onward = signal<Onward | null>(null);
  /** What is said of a match that somebody sent; null: nothing. */
  const card = signal<Card | null>(null);
  const cardShown = signal<Card | null>(null);
  /** The match whose end is said. */
  let ended: Ended | null = null;
  /** The same while its end is what the board shows. */
  const shown = signal<Ended | null>(null);

  /** Who looks at an earlier turn sees the board. */
  function place() {
    const { match, position, last, live } = playback.state;
    const isThere =
      ended && match === ended.match && session.stage === ended.stage && !live && position === last;
    shown.value = isThere ? ended : null;
    const sent = card.peek();
    cardShown.value = sent && sent.match === match && !live ? sent : null;
  }

  function tell(next: Ended | null) {
    ended = next;
    place();
  }

  function again(change: (choice: Choice) => Choice) {
    if (!ended) return;
    const choice = choices.get(ended.spec);
    if (!choice) return start(begun.get(ended.spec) ?? ended.spec);
    setup.choose(change(choice));
    run();
  }

  /** The map of a match is known to who has played it. */
  const onNewMap = (seats: string[]) => ({ seats, seed: setup.otherSeed(ended?.spec.seed ?? '') });

  const actions: Record<Action, () => void> = {
    rematch: () => again(({ seats }) => onNewMap(seats)),
    same: () => again((choice) => choice),
    swap: () => again(({ seats }) => onNewMap([...seats.slice(1), ...seats.slice(0, 1)])),
    watch() {
      playback.goTo(0);
      playback.play();
    },
    save: () => void app.tools.actions.exporting(),
  };

  function can(action: Action) {
    if (!shown.value) return false;
    return (action !== 'swap' && action !== 'same') || choices.has(shown.value.spec);
  }

  /** Whether the bot in the editor plays there. */
  function isOwn({ seats }: MatchSpec, player: number) {
    const seat = seats[player];
    return seat?.kind === 'code' && isSame(seat, app.editor.current());
  }

  /** The first fault of the bot in the editor, where the end of the match is about others: with more than two of them. */
  function failedIn({ records, result }: Match, spec: MatchSpec): Failed | null {
    if (spec.seats.length <= 2) return null;
    // It may have been what ended the match.
    const told = JSON.stringify(result?.reason ?? null);
    for (const { answers } of records)
      for (const { player, fault } of answers)
        if (fault && isOwn(spec, player))
          return told.includes(JSON.stringify(fault.message)) ? null : { player, says: fault.message };
    return null;
  }

  /** Who has won by hand sends the match, whose map is to be played better; whose bot has won sends that bot. */
  function challengeAfter(match: Match, { seats }: MatchSpec) {
    const { places = [] } = match.result ?? {};
    const winners = seats.filter((_, k) => places[k] === 1);
    const [winner] = winners;
    if (winners.length !== 1 || !winner) return null;
    if (winner.kind === 'human') {
      if (app.links.canDare(match)) return () => app.links.dare(match);
      return () => void app.tools.actions.exporting();
    }
    const own = app.editor.current();
    if (winner.kind !== 'code' || !isSame(winner, own) || bareName(winner) !== bareName(own)) return null;
    return () => void app.links.challenge(match);
  }

  function press(action: Action) {
    if (!can(action)) return;
    pressed();
    // What is pressed goes with the match; a dialog gives the focus back.
    if (action !== 'save') toBoard();
    actions[action]();
  }

  /** Beside the board, where there is room, and below it on an upright phone; else on it. */
  function Ending({ isOnBoard }: { isOnBoard: boolean }) {
    const hasPlace = places.isSideThere.value || places.isUpright.value;
    const isHere = isOnBoard !== hasPlace;
    const now = isHere ? shown.value : null;
    useEffect(() => {
      if (now && !isOnBoard && places.isUpright.value && !inSight.has(now.match)) {
        inSight.add(now.match);
        part('.side .ending-actions button').scrollIntoView({ block: 'nearest' });
      }
      // What one has played with cannot be pressed any more.
      const { activeElement: active } = document;
      if (now && (!active || active === document.body || active.matches(':disabled'))) toBoard();
    }, [now]);
    if (!now && !(isHere && cardShown.value)) return null;
    if (!now) return cardShown.value && <SentCard card={cardShown.value} close={() => tellCard(null)} />;
    return (
      <EndOfMatch
        match={now.match}
        fault={now.fault}
        failed={now.failed}
        hasConsole={now.stage === 'code' && !isOnBoard && !places.isUpright.value}
        // Who writes code runs it again.
        isFirst={now.stage === 'play'}
        onward={onward.value?.match === now.match ? onward.value : null}
        challenge={now.challenge}
        whereLost={app.tools.chance.isOffered.value ? () => void app.tools.chance.ask() : null}
        toLine={(fault) => toLine(now.match, now.own, fault)}
        actions={ACTIONS.filter(([action]) => can(action))}
        press={press}
        close={() => {
          pressed();
          tell(null);
          closed();
          toBoard();
        }}
      />
    );
  }

  function tellCard(next: Card | null) {
    card.value = next;
    place();
  }

  playback.subscribe(place);
  session.onStage(place);
  render(<Ending isOnBoard={true} />, part('.board-frame .ending-place'));
  render(<Ending isOnBoard={false} />, part('.side .ending-place'));

  return {
    /** Whether what is to be done first stands there: the page has one filled button. Where there is an editor, Run stays it. */
    isFirst: computed(() => {
      const now = shown.value;
      return now !== null && (now.stage === 'play' || (now.fault !== null && places.isUpright.value));
    }),
    /** Whether Rematch begins the match that is set up. */
    isRepeated: computed(() => {
      if (shown.value && isOfOthers(shown.value.spec)) return shown.value.stage === 'play';
      const seats = shown.value && choices.get(shown.value.spec)?.seats;
      return shown.value?.stage === 'play' && seats?.join() === setup.wanted.value.join();
    }),
    actions: {
      rematch: () => press('rematch'),
      swap: () => press('swap'),
      same: () => press('same'),
      watch: () => press('watch'),
    },
    /** The match of a challenge is over. */
    goesOn: (next: Onward) => {
      onward.value = next;
    },
    /** Says something of a match that somebody sent, as long as that is shown; null: nothing. */
    tell: tellCard,
    /** A match is about to begin. */
    began: (spec: MatchSpec, choice: Choice) => void choices.set(spec, choice),
    /** A match goes on. @param first how it had begun */
    resumes: (spec: MatchSpec, first: MatchSpec) => void begun.set(spec, first),
    /** A match takes the place of another one, and of its players. */
    follows(spec: MatchSpec, before: MatchSpec) {
      begun.set(spec, begun.get(before) ?? before);
      const choice = choices.get(before);
      if (choice) choices.set(spec, choice);
    },
    /** The line of the bot in the editor was found that was too slow in a match, or that stands where `move` is missing. */
    found(match: Match | null, fault: Problem) {
      if (ended && ended.match === match && !ended.fault) tell({ ...ended, fault });
    },
    /** The stage of a match has changed. @param problems of the bot in the editor */
    changed({ stage, spec, match }: Run, problems: Problem[]) {
      if (stage === 'asked') tell(null);
      if (stage !== 'over' || !match?.result) return;
      const fault = problems.find(({ line }) => line > 0) ?? null;
      const failed = failedIn(match, spec);
      const own = spec.seats.findIndex((_, player) => isOwn(spec, player));
      tell({ match, spec, stage: session.stage, own, fault, failed, challenge: challengeAfter(match, spec) });
    },
  };
}

interface Props {
  match: Match;
  fault: Problem | null;
  failed: Failed | null;
  /** The console stands beside it, with the error itself. */
  hasConsole: boolean;
  /** Whether the first thing to do is the main one of the page. */
  isFirst: boolean;
  onward: Onward | null;
  challenge: (() => void) | null;
  /** finds the turn with which the match was lost; null: that is not offered */
  whereLost: (() => void) | null;
  toLine: (fault: Problem) => void;
  actions: readonly (readonly [Action, string])[];
  press: (action: Action) => void;
  close: () => void;
}

/** How it ended, and what can be done now. */
function EndOfMatch({ match, fault, failed, ...props }: Props) {
  const { hasConsole, isFirst, onward, challenge, whereLost, toLine, actions, press, close } = props;
  const [isOpen, open] = useState(false);
  const { header, result, records } = match;
  if (!result) return null;
  const names = namesOf(header);
  const { tone, says, place, winners } = endingOf(header, result, knows);
  // Why nothing of a bot was ever asked says more than that it gave no answer. In whole it stands in the console.
  const found: ReadonlyMap<number, Message> = match.causes?.value ?? new Map();
  const causes = hasConsole ? [] : [...found.values()].map((cause) => say(cause, names));
  const said = (each: Message) => say(hasConsole || found.size > 0 ? briefly(each, found) : each, names);
  const sentence = sentences([said(says), ...causes]);
  // What a bot did wrong stands in the console, however long it is.
  const isTold = hasConsole && records.at(-1)?.answers.some((answer) => answer.fault);
  const compared = comparedIn(match);
  const more = [
    place && say(place, names),
    header.hinted && t('hint.used'),
    leavesNothing(match) && t('ending.notKept'),
  ].filter(Boolean);
  return (
    <section
      class="ending panel"
      aria-labelledby={failed ? 'ending-failed ending-says' : 'ending-says'}
      data-tone={tone}
      data-fault={fault ? '' : undefined}
      data-brief={hasConsole ? '' : undefined}
      data-open={isOpen ? '' : undefined}
      data-testid="ending"
    >
      <IconButton icon="x" says={t('ending.close')} onClick={close} />
      {failed && (
        <p class="ending-says" id="ending-failed">
          <span class="ending-marks">
            <Swatch player={failed.player} />
          </span>
          <span class="ending-sentence">{sentences([said(failed.says)])}</span>
        </p>
      )}
      <p class="ending-says" id="ending-says">
        <span class="ending-marks">
          {winners.slice(0, MOST_SHOWN).map((player) => (
            <Swatch key={player} player={player} />
          ))}
        </span>
        <span
          class="ending-sentence"
          data-told={isTold ? '' : undefined}
          title={isTold ? sentence : undefined}
        >
          {sentence}
        </span>
      </p>
      {compared && <p class="ending-compared">{compared.says}</p>}
      {compared && <Versus rivals={compared.rivals} />}
      <p class="ending-more">
        {more.join(' · ')}
        <span class="ending-seed">
          {more.length > 0 && ' · '}
          {t('ending.seed', { seed: header.seed })}
        </span>
      </p>
      <div class="ending-actions">
        {fault && (
          <button type="button" class="accent" onClick={() => toLine(fault)}>
            {fault.file
              ? t('problems.place', { file: fault.file, line: fault.line })
              : t('again.goTo', { line: fault.line })}
          </button>
        )}
        {onward && (
          <Button
            class={isFirst && !fault ? 'accent' : 'plain'}
            data-action="onward"
            says={onward.says}
            onClick={onward.run}
          />
        )}
        {onward?.others?.map(({ label, run }) => (
          <Button key={label} data-action="onward" says={label} onClick={run} />
        ))}
        {actions.map(([action, key]) => (
          <Fragment key={action}>
            {/* Two that are short share a row. */}
            {action === 'watch' && challenge && <Button says={t('ending.challenge')} onClick={challenge} />}
            <button
              type="button"
              class={action === 'rematch' && isFirst && !fault && !onward ? 'accent' : 'plain'}
              data-action={action}
              aria-keyshortcuts={key}
              onClick={() => press(action)}
            >
              <span>{t(`ending.${action}`)}</span>
              <span aria-hidden="true">
                <KeyCap name={key} />
              </span>
            </button>
            {action === 'rematch' && whereLost && (
              <Button
                data-action="lost"
                title={t('chance.title')}
                says={t('chance.ask')}
                onClick={whereLost}
              />
            )}
          </Fragment>
        ))}
        {hasConsole && (
          <IconButton
            icon="chevron-down"
            class="ending-rest"
            says={t('ending.rest')}
            aria-expanded={isOpen}
            onClick={() => open(!isOpen)}
          />
        )}
      </div>
    </section>
  );
}

/** What is said of a match that somebody sent: a challenge, or the answer to one. */
function SentCard({
  card: { match, title, rivals, hints, actions },
  close,
}: {
  card: Card;
  close: () => void;
}) {
  return (
    <section
      class="ending sent panel"
      aria-labelledby="sent-title"
      data-sealed={match.sealed ? '' : undefined}
      data-testid="sent"
    >
      {/* Without its card nobody would know what a challenge is about. */}
      {!match.sealed && <IconButton icon="x" says={t('ending.close')} onClick={close} />}
      <h2 class="ending-says" id="sent-title">
        {title}
      </h2>
      {rivals.length > 0 && <Versus rivals={rivals} />}
      {hints.map((hint) => (
        <p key={hint} class="hint">
          {hint}
        </p>
      ))}
      {actions.length > 0 && (
        <div class="ending-actions">
          {actions.map(({ label, run }) => (
            <Button key={label} says={label} onClick={run} />
          ))}
        </div>
      )}
    </section>
  );
}
