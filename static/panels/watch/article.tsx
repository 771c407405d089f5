// The part of the console for one player.

import type { ComponentChild } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Button, Icon, Swatch } from '../../base/ui/parts.tsx';
import { briefMs, say, sentences, t } from '../../base/words/index.ts';
import { Explained } from '../../explained/explained.tsx';
import { briefly } from '../../match/ending.ts';
import type { Use } from '../../match/nearness.ts';
import { inWords } from '../../match/nearness.ts';
import type { Filter, Kind } from '../../match/search.ts';
import { placesOf } from '../../match/search.ts';
import { timeTaken, wasLate } from '../../match/timed.ts';
import type { Answer, Exchange, Fault, Message } from '../../match/types.ts';
import { Exchanged } from './exchanged.tsx';
import type { Room } from './texts.tsx';
import { ends, hasRoom, layOut, MOST_SHOWN, newRoom, printed } from './texts.tsx';

/** The way from a fault to its line: the button's words and action; null if the line is not in the editor. */
export type GoTo = (player: number, fault: Fault) => { says: string; go: () => void } | null;

/** The number of rows that are shown at first, so that the texts of other players are not far below. */
const ROWS = 200;
/** The most rows of a fault, which prints never displace. Enough for the longest traceback of Python itself. */
const FAULT_ROWS = 240;
/** The most rows of a turn that is not the shown one. */
const PAST_ROWS = 40;
/** The search hits that are marked in such a turn. */
const PAST_MARKS = 20;

/** Which folds of a player's part the user has opened; it stays the same from turn to turn. */
export interface Fold {
  isWhole: boolean;
  isOpen: boolean;
}

interface Props {
  player: number;
  names: string[];
  game: string;
  answer: Answer | undefined;
  /** why its program was never asked for a move, if that was found */
  cause: Message | undefined;
  /** how near the answer came to a limit; null if it was not near */
  near: Use | null;
  filter: Filter;
  /** the searched text */
  wanted: string;
  /** whether the player's times are known */
  isTimed: boolean;
  isHidden: boolean;
  /** changed here */
  fold: Fold;
  goTo: GoTo;
  ask: () => Promise<Exchange[]>;
  copy: (text: string) => void;
  /** called when the button that had the focus is gone */
  whole: () => void;
}

export function Article(props: Props) {
  const { player, names, answer, cause, filter, wanted, isTimed, isHidden, fold, ask, copy, whole } = props;
  const [isWhole, showWhole] = useState(fold.isWhole);
  const [isOpen, open] = useState(fold.isOpen);
  const { kind } = filter;
  const reply = answer?.reply ?? '';
  const isSought = useMemo(() => placesOf(reply, wanted, 1).length > 0, [reply, wanted]);
  const said = useMemo(
    () =>
      saidIn(props, {
        // While searching, all is shown: a hit may be anywhere in the text.
        isAll: isWhole || wanted !== '',
        rows: ROWS,
        showWhole() {
          fold.isWhole = true;
          showWhole(true);
          whole();
        },
      }),
    [answer, cause, names, kind, wanted, isWhole],
  );
  return (
    <article hidden={isHidden}>
      <header>
        <Swatch player={player} />
        <span class="name">{names[player]}</span>
        <span class="took">{answer && isTimed ? tookOf(answer) : ''}</span>
      </header>
      <div class="output">{said}</div>
      {answer && (!kind || kind === 'reply') && (
        <Exchanged
          {...{ player, reply, wanted, ask, copy }}
          isOpen={isOpen || kind === 'reply' || isSought}
          toggled={(next) => {
            fold.isOpen = next;
            open(next);
          }}
        />
      )}
    </article>
  );
}

type OfSaid = Pick<
  Props,
  'player' | 'names' | 'game' | 'answer' | 'cause' | 'near' | 'goTo' | 'filter' | 'wanted'
>;

/** The beginning of what a bot said on a turn that is not the shown one. */
export function Past(props: OfSaid & { show: () => void }) {
  const { player, names, answer, cause, filter, wanted, show } = props;
  const said = useMemo(
    () => saidIn(props, { isAll: false, rows: PAST_ROWS, marks: PAST_MARKS, showWhole: show }),
    [answer, cause, names, filter.kind, wanted],
  );
  const reply = filter.kind === 'reply' ? (answer?.reply ?? '') : '';
  return (
    <div class="past">
      <p class="past-name">
        <Swatch player={player} />
        <span class="name">{names[player]}</span>
      </p>
      <div class="output">
        {said}
        {reply && <pre>{layOut(reply, newRoom(wanted, PAST_ROWS, PAST_MARKS))}</pre>}
      </div>
    </div>
  );
}

/**
 * What a bot said, as far as there is room, and how much is left out. Of prints before a fault the end is shown, which tells most
 * about the fault.
 *
 * @param how isAll: whether as much is shown as of any text; rows: else the number of rows
 */
function saidIn(
  props: OfSaid,
  { isAll, rows, marks, showWhole }: { isAll: boolean; rows: number; marks?: number; showWhole: () => void },
): ComponentChild {
  const { player, names, game, answer, cause, near, goTo, filter, wanted } = props;
  const { kind } = filter;
  const room = newRoom(wanted, isAll ? MOST_SHOWN : rows, marks);
  const spare = newRoom(wanted, isAll ? MOST_SHOWN : FAULT_ROWS, marks);
  const isOf = (wantedKind: Kind) => !kind || kind === wantedKind;
  const all = printsOf(answer, kind);
  const wrong = isOf('err') ? (answer?.fault ?? null) : null;
  const fault = wrong && wordsOf(wrong, names, cause);
  const notes = isOf('note') ? notesOf(answer) : [];
  const time = near && isOf('note') ? [say(inWords(near))] : [];
  const shown = fault ? ends(textsOf(all), room) : textsOf(all);
  const prints = all.map(({ stream }, k) => ({ stream, text: shown[k] ?? '' }));
  const isEnd = shown.some((text, k) => text !== all[k]?.text);
  // The parts get their room in this order.
  const said: ComponentChild[] = [
    ...prints.map(
      ({ stream, text }, k) =>
        (text || !all[k]?.text) &&
        hasRoom(room) &&
        printed(text, room, t(`console.kind.${kindOf(stream)}`), stream),
    ),
    fault && wrong && faulty(fault, spare, goTo(player, wrong), <Explained fault={wrong} game={game} />),
    ...time.map((text) => noted(text, spare, 'clock-alert')),
    ...notes.map((text) => noted(text, room)),
  ];
  const texts = [...textsOf(all), ...(fault ?? []), ...time, ...notes];
  const taken = 2 * MOST_SHOWN - room.left - spare.left;
  const over = texts.reduce((sum, text) => sum + text.length, -taken);
  // Characters that were not kept cannot be shown.
  const missing = lostOf(answer, kind) + Math.max(0, over);
  const left = leftOut(answer, kind);
  const isNothing = !said.some(Boolean) && missing === 0 && left.length === 0 && kind !== 'reply';
  const rest =
    over > 0 && !isAll ? (
      <Button says={t('console.more', { count: over })} onClick={showWhole} />
    ) : (
      missing > 0 && <p class="nothing">{t('console.cut', { count: missing })}</p>
    );
  return (
    <>
      {isEnd && rest}
      {said}
      {!isEnd && rest}
      {left.map((message) => (
        <p class="nothing">{say(message, names)}</p>
      ))}
      {isNothing && <p class="nothing">{t(kind ? 'console.noneOfKind' : 'console.nothing')}</p>}
    </>
  );
}

function faulty(
  [sentence, details]: [string, string],
  room: Room,
  lead: ReturnType<GoTo>,
  explained: ComponentChild,
) {
  const line = layOut(sentence, room);
  return (
    <div class="fault">
      <p>
        <Icon name="alert" />
        <span>{line}</span>
      </p>
      {details && hasRoom(room) && printed(details, room, t('console.kind.err'))}
      {explained}
      {lead && <Button says={lead.says} onClick={lead.go} />}
    </div>
  );
}

const noted = (text: string, room: Room, sign = 'info') =>
  hasRoom(room) && (
    <p class="note">
      <Icon name={sign} />
      <span>{layOut(text, room)}</span>
    </p>
  );

/**
 * How long a bot thought, what the clock counted, and what was left. If this machine was late, the clock counts less than the
 * bot's side has measured, or nothing.
 */
function tookOf(answer: Answer) {
  const { thought, budget, bank, steps } = answer;
  const took = timeTaken(answer);
  const time = { ms: briefMs(took ?? 0), budget: Math.round(budget ?? 0), bank: Math.floor(bank) };
  const clock = took === null ? t('time.notMeasured') : t(budget ? 'console.tookOf' : 'console.took', time);
  let said = clock;
  if (typeof thought === 'number') {
    const own = { thought: briefMs(thought), clock };
    if (wasLate(answer)) said = t('console.late', own);
    else if (thought <= (took ?? 0)) said = t('console.thought', own);
  }
  const more = [
    ...(bank > 0 ? [t('console.bank', time)] : []),
    ...(steps === null ? [] : [t('console.steps', { steps })]),
  ];
  return [said, ...more].join(' · ');
}

const kindOf = (stream: string): Kind => (stream === 'out' || stream === 'err' ? stream : 'note');

/** A bot's notes, made with `sandlot.draw`. */
const notesOf = (answer: Answer | undefined) =>
  (answer?.drawings ?? []).flatMap(([kind, text]) =>
    kind === 'note' && typeof text === 'string' ? [text] : [],
  );

/** Streams with counts in place of text: how many characters of prints were not kept in a turn, and in the match. */
const COUNTS = new Set(['cut', 'quota']);

/** The prints that pass the filter. */
const printsOf = (answer: Answer | undefined, kind: Kind | null) =>
  (answer?.output ?? [])
    .filter(([stream]) => !COUNTS.has(stream) && (!kind || kind === kindOf(stream)))
    .map(([stream, text]) => ({ stream, text: text.replace(/\n$/, '') }));

const textsOf = (prints: readonly { text: string }[]) => prints.map(({ text }) => text);

/** How many characters of its prints were not kept. */
const lostOf = (answer: Answer | undefined, kind: Kind | null) =>
  (answer?.output ?? [])
    .filter(([stream, text]) => stream === 'cut' && (!kind || kind === 'out') && /^\d{1,15}$/.test(text))
    .reduce((sum, [, text]) => sum + Number(text), 0);

/** How much was not kept because the player's quota for the match was used up: see py/sandlot/match/quota.py. */
const leftOut = (answer: Answer | undefined, kind: Kind | null): Message[] =>
  (answer?.output ?? []).flatMap(([stream, text]): Message[] => {
    const counts = stream === 'quota' && (!kind || kind === 'out') && /^(\d{1,15}) (\d{1,15})$/.exec(text);
    return counts ? [['quota.left_out', { characters: Number(counts[1]), marks: Number(counts[2]) }]] : [];
  });

/** The sentence about a fault, with its cause, and Python's message without repeating the error. */
function wordsOf(
  { message, traceback, error }: Fault,
  names: string[],
  cause: Message | undefined,
): [string, string] {
  const details = traceback ?? error ?? '';
  const isThere = typeof message[1].error === 'string' && details.trimEnd().endsWith(message[1].error);
  const sentence = say(isThere || cause ? briefly(message) : message, names);
  return [cause ? sentences([sentence, say(cause, names)]) : sentence, details];
}
