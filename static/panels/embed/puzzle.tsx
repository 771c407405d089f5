// A puzzle in an embed: the task, the order that the reader gives on the board, and its result. There are no seats here, so an order
// is played out as far as the puzzle's recorded line goes, or else for one turn.

import { signal } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Head } from '../../base/share/link-head.ts';
import { fetchAsset, manifest } from '../../base/site/manifest.ts';
import { part } from '../../base/ui/dom.ts';
import { Button, Icon, Swatch } from '../../base/ui/parts.tsx';
import { language, withWords } from '../../base/words/index.ts';
import type { Board } from '../../board/board.ts';
import { createHands } from '../../board/hand/hand.ts';
import { gameViewOf } from '../../games/index.ts';
import { namesOf } from '../../games/names.ts';
import type { Playback } from '../../match/playback.ts';
import type { Message, Turn } from '../../match/types.ts';
import { goalOf, lossOf, marginOf, taskOf, type Words, wrongIn } from '../puzzles/said.ts';
import type { Puzzle as Found, Move, Tried } from '../puzzles/types.ts';
import type { createOpener } from './opened.ts';
import { forgetful } from './viewer.ts';

type Opener = Awaited<ReturnType<typeof createOpener>>;
type Refused = { problem: Message };
/** See `asked` in py/sandlot/puzzles/in_page.py. */
type Position = { replay: string; turn: number; seat: number; view: unknown; choices: unknown };
type Phase = 'poster' | 'asked' | 'judging' | 'right' | 'wrong' | 'shown' | 'failed';

interface Options {
  playback: Playback;
  board: Board;
  canvas: HTMLCanvasElement;
  link: string;
  /** the facts from the beginning of the link; null if none */
  head: Head | null;
}

export type Puzzle = Awaited<ReturnType<typeof createPuzzle>>;

export async function createPuzzle({ playback, board, canvas, link, head }: Options) {
  const words = withWords(await wordsOf()) as unknown as Words;
  const host = part('.puzzle');
  const phase = signal<Phase>('poster');
  const says = signal('');
  /** The task: from the link's beginning, and then as Python has read it; null if not known. */
  const task = signal(head?.puzzle ? { game: head.game, ...head.puzzle } : null);
  let found: { game: string; puzzle: Found } | null = null;
  let at: Position | null = null;
  let engine: Opener | null = null;
  /** Counts what was begun, so that results of earlier work are ignored. */
  let round = 0;

  const hands = createHands(part('.hand'), {
    ...{ board, canvas, frame: part('.board-frame'), playback },
    gameViewOf: gameViewOf,
    hides,
    namesOf: ({ header }) => namesOf(header),
    submit: (_, move) => take(move),
    // There is no timer here that could be paused.
    goOn() {},
    store: forgetful,
  });

  function turn(next: Phase, text: string) {
    document.documentElement.dataset.puzzle = next;
    phase.value = next;
    says.value = text;
  }

  /** Shows a match at the puzzle's turn; with hidden information, only what the asked player sees. */
  async function show(text: string): Promise<boolean> {
    const own = round;
    const { match } = (await engine?.open(text, () => {})) ?? {};
    if (!match || !at || own !== round) return false;
    playback.load(match, { play: false });
    playback.goTo(at.turn);
    if (hides(found?.game ?? '')) await playback.setPerspective(at.seat);
    return own === round;
  }

  async function begin() {
    round += 1;
    if (!at || !found || !(await show(at.replay))) return;
    const { seat, turn: k, view, choices } = at;
    hands.begin(found.game, [seat], true);
    const question: Turn = { k, view, hand: choices, budget: null, left: null };
    hands.turn(seat, question);
    turn('asked', goalOf(words, found.puzzle));
  }

  /** Stops taking orders; the bar keeps its place. */
  function rest() {
    hands.end();
    hands.rest();
  }

  /** @returns null if the order was accepted, else why it was not */
  async function take(move: Move): Promise<Message | null> {
    if (phase.peek() !== 'asked' || !found) return null;
    const own = round;
    turn('judging', words.t('puzzle.judging'));
    const tried = await ask<Tried>('tried_alone', JSON.stringify(move)).catch(
      (): Refused => ({ problem: GONE }),
    );
    if (own !== round) return null;
    if ('problem' in tried) {
      rest();
      turn('failed', words.t('puzzle.refused', { why: words.say(tried.problem) }));
      return null;
    }
    if (tried.why) {
      turn('asked', goalOf(words, found.puzzle));
      return tried.why;
    }
    const margin = marginOf(words, found.puzzle);
    const { game, puzzle } = found;
    const result = JSON.parse(tried.replay).result;
    const lost = lossOf(words, result, puzzle.seat, gameViewOf(game).sides);
    const why = wrongIn(words, puzzle, { turns: tried.last - tried.turn, why: lost });
    if (tried.right) turn('right', words.t('puzzle.right', { margin }));
    else turn('wrong', words.t('puzzle.wrong', { why }));
    void playOut(tried);
    return null;
  }

  async function playOut({ replay, turn: from, last }: Tried) {
    rest();
    if (last > from && (await show(replay))) playback.play();
  }

  async function showAnswer() {
    if (!found) return;
    round += 1;
    const own = round;
    turn('shown', words.t('puzzle.shown', { margin: marginOf(words, found.puzzle) }));
    const answer = JSON.stringify(found.puzzle.answers[0]);
    const tried = await ask<Tried>('tried_alone', answer).catch(() => null);
    if (own === round && tried && !('problem' in tried)) await playOut(tried);
  }

  const ask = async <Answer,>(what: 'asked' | 'tried_alone', ...given: string[]): Promise<Answer | Refused> =>
    (await engine?.puzzle(what, JSON.stringify(found), ...given)) ?? { problem: GONE };

  function Asked() {
    const actions = useRef<HTMLDivElement>(null);
    const now = phase.value;
    useEffect(() => {
      // If the order was given by keys, the focus goes to the first button.
      const { activeElement: active } = document;
      if (now !== 'asked' && (active === document.body || active === canvas))
        actions.current?.querySelector('button')?.focus({ preventScroll: true });
    }, [now]);
    const asked = task.value;
    return (
      <>
        {asked && (
          <h2>
            <Swatch player={asked.seat} />
            <span>{taskOf(words, asked.theme, sideOf(asked.game, asked.seat))}</span>
          </h2>
        )}
        <p role="status" data-phase={now}>
          {now === 'right' && <Icon name="check" />}
          {now === 'wrong' && <Icon name="x" />}
          <span>{says.value}</span>
        </p>
        <div class="puzzle-actions" ref={actions}>
          {now !== 'poster' && now !== 'asked' && now !== 'judging' && (
            <Button icon="reset" says={words.t('puzzle.again')} onClick={() => void begin()} />
          )}
          {(now === 'asked' || now === 'wrong') && (
            <Button icon="eye" says={words.t('puzzle.show')} onClick={() => void showAnswer()} />
          )}
        </div>
      </>
    );
  }

  const sideOf = (game: string, seat: number) => {
    const side = gameViewOf(game).sides[seat];
    return side ? words.t(side) : String(seat + 1);
  };

  board.nameCells('puzzle', true);
  turn('poster', '');
  host.setAttribute('aria-label', words.t('puzzle.label'));
  host.hidden = false;
  hands.expect(true);
  render(<Asked />, host);

  return {
    hears: hands.key,
    /** Reads the link by the rules, and shows the task. Throws the sentence that the embed shows if the link cannot be opened. */
    async open(by: Opener) {
      engine = by;
      const read = await by.readLink(link);
      if (read.problem) throw refusal(read.problem);
      found = { game: read.game, puzzle: read.puzzle };
      task.value = { game: read.game, ...read.puzzle };
      const position = await ask<Position>('asked');
      if ('problem' in position) throw refusal(position.problem);
      at = position;
      await begin();
    },
  };

  function refusal(problem: Message) {
    return Object.assign(new Error(), { said: words.t('puzzle.refused', { why: words.say(problem) }) });
  }
}

/** Tells that the engine was lost meanwhile. */
const GONE: Message = ['arena.gone', {}];

const hides = (game: string): boolean => manifest.games[game]?.hides === true;

async function wordsOf(): Promise<Record<string, unknown>> {
  return (await fetchAsset(manifest.pathWords[language] ?? '')).json();
}
