// The card after a match: tells how it ended, and offers to play again on another map, on the same one, or with swapped sides.

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
  /** whether the main button repeats this match, although other players are set up */
  isOfOthers: (spec: MatchSpec) => boolean;
  /** called when the user has closed the card */
  closed: () => void;
  /** called when the user has closed the card, or pressed one of its buttons */
  pressed: () => void;
  toBoard: () => void;
  /** goes to the line of a player's problem */
  toLine: (match: Match, player: number, problem: Problem) => void;
}

/**
 * The actions after a match with their keys, which the list of shortcuts also has. None of them steers in a game, so that a user
 * who still plays when the match ends triggers nothing by mistake.
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
  /** the first player that was the bot in the editor; -1 if none was */
  own: number;
  /** the problem of that bot with a line; null if none */
  fault: Problem | null;
  /** how the bot in the editor failed, if others decided the match; else null */
  failed: Failed | null;
  /** challenges others, if the user or the bot in the editor has won; else null */
  challenge: (() => void) | null;
}

/** The next step if a match was one of several, or answers a challenge. */
interface Onward {
  match: Match;
  says: string;
  run: () => void;
  /** other actions */
  others?: readonly Press[];
}

interface Press {
  label: string;
  run: () => void;
}

/** The card of a match that somebody sent, shown in place of its end. */
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
  /** The players and the seed that were chosen for each match. */
  const choices = new WeakMap<MatchSpec, Choice>();
  /** For a match that was continued after a reload: how it had begun. */
  const begun = new WeakMap<MatchSpec, MatchSpec>();
  /** The matches whose end was scrolled into view: below two high boards it would not be visible. */
  const inSight = new WeakSet<Match>();
  /** The next step after a challenge's match; null if there was none. */
  const onward = signal<Onward | null>(null);
  /** The card of a match that somebody sent; null if none is shown. */
  const card = signal<Card | null>(null);
  const cardShown = signal<Card | null>(null);
  /** The match whose end is shown; null if none. */
  let ended: Ended | null = null;
  /** The same, as long as the board shows its last position. */
  const shown = signal<Ended | null>(null);

  /** Hides the card while an earlier turn is shown. */
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

  /** A new map, because the user knows the last one. */
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

  /** Whether the bot in the editor is this player. */
  function isOwn({ seats }: MatchSpec, player: number) {
    const seat = seats[player];
    return seat?.kind === 'code' && isSame(seat, app.editor.current());
  }

  /** The first fault of the bot in the editor, if others decided the match of more than two players; else null. */
  function failedIn({ records, result }: Match, spec: MatchSpec): Failed | null {
    if (spec.seats.length <= 2) return null;
    // Not if this fault ended the match.
    const told = JSON.stringify(result?.reason ?? null);
    for (const { answers } of records)
      for (const { player, fault } of answers)
        if (fault && isOwn(spec, player))
          return told.includes(JSON.stringify(fault.message)) ? null : { player, says: fault.message };
    return null;
  }

  /** The challenge after a win: by hand, the match, which others try to beat on its map; by a bot, that bot. */
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
    // The pressed button disappears with the card, except for the dialog, which returns the focus.
    if (action !== 'save') toBoard();
    actions[action]();
  }

  /** The card: beside the board if there is room, below it on an upright phone, else on it. */
  function Ending({ isOnBoard }: { isOnBoard: boolean }) {
    const hasPlace = places.isSideThere.value || places.isUpright.value;
    const isHere = isOnBoard !== hasPlace;
    const now = isHere ? shown.value : null;
    useEffect(() => {
      if (now && !isOnBoard && places.isUpright.value && !inSight.has(now.match)) {
        inSight.add(now.match);
        part('.side .ending-actions button').scrollIntoView({ block: 'nearest' });
      }
      // The controls for playing are disabled now and lose the focus.
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
        // In Code, Run stays the main button.
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
    /** Whether the page's main (filled) button is on the card. In Code it stays Run. */
    isFirst: computed(() => {
      const now = shown.value;
      return now !== null && (now.stage === 'play' || (now.fault !== null && places.isUpright.value));
    }),
    /** Whether Rematch does the same as the main button. */
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
    /** To be called when the match of a challenge is over. */
    goesOn: (next: Onward) => {
      onward.value = next;
    },
    /** Shows the card of a match that somebody sent, as long as that match is shown; null removes it. */
    tell: tellCard,
    /** To be called when a match is about to begin. */
    began: (spec: MatchSpec, choice: Choice) => void choices.set(spec, choice),
    /** To be called when a match is continued. @param first how it had begun */
    resumes: (spec: MatchSpec, first: MatchSpec) => void begun.set(spec, first),
    /** A match replaces another one, whose chosen players and seed are also its own. */
    follows(spec: MatchSpec, before: MatchSpec) {
      begun.set(spec, begun.get(before) ?? before);
      const choice = choices.get(before);
      if (choice) choices.set(spec, choice);
    },
    /** The line of the problem of the bot in the editor was found: it was too slow, or `move` is missing there. */
    found(match: Match | null, fault: Problem) {
      if (ended && ended.match === match && !ended.fault) tell({ ...ended, fault });
    },
    /** The stage of a match has changed. @param problems those of the bot in the editor */
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
  /** Whether the console is beside the card, with the error itself. */
  hasConsole: boolean;
  /** Whether the first button is the page's main button. */
  isFirst: boolean;
  onward: Onward | null;
  challenge: (() => void) | null;
  /** finds the turn with which the match was lost; null if that is not offered */
  whereLost: (() => void) | null;
  toLine: (fault: Problem) => void;
  actions: readonly (readonly [Action, string])[];
  press: (action: Action) => void;
  close: () => void;
}

/** How the match ended, and the actions. */
function EndOfMatch({ match, fault, failed, ...props }: Props) {
  const { hasConsole, isFirst, onward, challenge, whereLost, toLine, actions, press, close } = props;
  const [isOpen, open] = useState(false);
  const { header, result, records } = match;
  if (!result) return null;
  const names = namesOf(header);
  const { tone, says, place, winners } = endingOf(header, result, knows);
  // Why a bot was never asked for a move says more than that it did not answer. The console has the whole sentence.
  const found: ReadonlyMap<number, Message> = match.causes?.value ?? new Map();
  const causes = hasConsole ? [] : [...found.values()].map((cause) => say(cause, names));
  const said = (each: Message) => say(hasConsole || found.size > 0 ? briefly(each, found) : each, names);
  const sentence = sentences([said(says), ...causes]);
  // The console shows a bot's fault in full.
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
            {/* Two short buttons share a row. */}
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

/** The card of a match that somebody sent: a challenge, or the answer to one. */
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
      {/* The card of a challenge cannot be closed before it is played: it explains the challenge. */}
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
