// Ask again: shows what the code in the editor would answer on the shown turn, beside the original answer, with its prints, its
// time, and the time of each line.

import { computed, effect, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { render } from 'preact';
import type { App } from '../../app.ts';
import { beginning } from '../../base/text/legible.ts';
import { on } from '../../base/ui/dom.ts';
import { IconButton } from '../../base/ui/parts.tsx';
import { paced } from '../../base/ui/working.ts';
import { bareName } from '../../base/values/bundle-shape.ts';
import { briefMs, say, t } from '../../base/words/index.ts';
import { Explained } from '../../explained/explained.tsx';
import { gameViewOf } from '../../games/index.ts';
import { momentOf } from '../../games/moment.ts';
import { namesAt } from '../../games/names.ts';
import { playersAt } from '../../match/parts.ts';
import type { State } from '../../match/playback.ts';
import { timeTaken } from '../../match/timed.ts';
import type { Answer, AnswerAgain, Code, Match, Message } from '../../match/types.ts';
import { ProfileTable } from './profile.tsx';
import { Text } from './texts.tsx';

/** The most characters of prints that are shown. */
const MOST_SHOWN = 5000;

interface Asked {
  match: Match;
  turn: number;
  player: number;
  others: number[];
  code: Code;
  /** the state: words while it is being asked, then the answer, or why there is none */
  news: string | AnswerAgain | { problem: Message };
}

export function createAgain(host: HTMLElement, button: HTMLButtonElement, app: App) {
  const { playback, session, editor, navigation } = app;
  const { watched } = app.watch;
  /** what the panel shows; null if it is closed */
  const asked = signal<Asked | null>(null);
  /** Increased when it may have changed whether asking is possible; the shown turn is in a signal. */
  const changes = signal(0);
  let controller = new AbortController();
  /** Tells that the current question was cancelled. */
  let unmeasured: () => unknown = () => {};

  const candidates = () => candidatesIn(playback.state, editor.visible().name);
  const canAsk = () => session.replay() !== null && !app.play.run.isUnderWay();
  const match = computed(() => watched.state.value.match);

  effect(() => {
    void changes.value;
    const { match: shown, position } = watched.state.value;
    button.hidden = !canAsk();
    button.disabled = position === 0 || candidates().length === 0;
    button.title = t(button.disabled ? 'again.later' : 'again.title', momentOf(shown, position));
  });
  effect(() => {
    const shown = match.value;
    if (asked.peek() && asked.peek()?.match !== shown) shut();
  });
  effect(() => {
    host.hidden = asked.value === null;
  });

  /** @param wanted the player whose place the code takes; if left out, the likeliest */
  const ask = (wanted?: number) => app.incoming.whenArrived(() => void askNow(wanted));

  async function askNow(wanted?: number) {
    const { match, position: turn } = playback.state;
    const replay = session.replay();
    const others = candidates();
    const player = wanted ?? others[0];
    if (!match || !replay || turn === 0 || player === undefined || !canAsk()) return;
    controller.abort();
    controller = new AbortController();
    const { signal: left } = controller;
    playback.pause();
    const code = editor.visible();
    const question = { match, turn, player, others, code };
    navigation.showInCode('console');
    asked.value = { ...question, news: t('again.asking', { name: bareName(code) }) };
    unmeasured();
    const measured = app.play.askedAgain(match, question);
    unmeasured = () => measured(null);
    host.scrollIntoView({ block: 'nearest' });
    const how = {
      signal: left,
      progress: paced((news) => {
        if (!left.aborted) asked.value = { ...question, news: t('replay.looking', news) };
      }),
    };
    const news = await app.arena.askAgain({ replay, turn, player, ...code }, how).catch((error) => {
      const problem: Message = ['arena.failed', { why: String(error.message ?? error) }];
      return { problem };
    });
    if (left.aborted) return;
    asked.value = { ...question, news };
    if ('problem' in news) return;
    unmeasured = () => {};
    editor.profile(news.profile);
    measured(news.profile);
  }

  function shut() {
    const hadFocus = host.contains(document.activeElement);
    controller.abort();
    unmeasured();
    unmeasured = () => {};
    asked.value = null;
    editor.profile([]);
    // The button that opened the panel gets the focus again.
    if (hadFocus && canAsk()) button.focus();
  }

  function Again() {
    if (!asked.value) return null;
    const { match, turn, player, others, code, news } = asked.value;
    const names = namesAt(match.header, turn);
    return (
      <>
        <header>
          <h2>{t('again.label', { place: watched.called(turn) })}</h2>
          {others.length > 1 && (
            <select
              aria-label={t('again.place')}
              value={player}
              onChange={({ currentTarget }) => ask(Number(currentTarget.value))}
            >
              {others.map((k) => (
                <option key={k} value={k}>
                  {names[k]}
                </option>
              ))}
            </select>
          )}
          <IconButton icon="x" says={t('again.close')} onClick={shut} />
        </header>
        {typeof news === 'string' ? (
          <p class="hint" role="status">
            {news}
          </p>
        ) : 'problem' in news ? (
          <p class="fault" role="status">
            {say(news.problem, names)}
          </p>
        ) : (
          <Found
            answer={news}
            code={code}
            names={names}
            match={match}
            turn={turn}
            player={player}
            goToLine={navigation.goToLine}
          />
        )}
      </>
    );
  }

  on(button, 'click', () => ask());
  render(<Again />, host);
  return {
    ask: () => ask(),
    askFor: ask,
    refresh() {
      changes.value += 1;
    },
  };
}

interface FoundProps {
  answer: AnswerAgain;
  code: Code;
  names: string[];
  match: Match;
  /** the turn on which the player was asked */
  turn: number;
  player: number;
  goToLine: (line: number) => void;
}

function Found({ answer, code, names, match, turn, player, goToLine }: FoundProps) {
  const { game } = match.header;
  const isOfPerson = match.header.players[player]?.kind === 'human';
  const { move, fault, original, profile } = answer;
  const isSame = JSON.stringify(move) === JSON.stringify(original.move) && !fault === !original.fault;
  const isSameFault = JSON.stringify(fault) === JSON.stringify(original.fault);
  const isNeither = gaveNone(answer) && gaveNone(original);
  const verdict = isNeither ? 'neither' : isSame ? 'same' : 'other';
  return (
    <>
      <p class="again-verdict" role="status">
        {t(isOfPerson && !isNeither ? `again.person.${verdict}` : `again.${verdict}`, {
          name: bareName(code),
        })}
      </p>
      <Comparison
        both={[original, answer]}
        names={names}
        wordsOf={(one) => wordsOf(one, match, turn, player)}
      />
      {/* An old fault is explained in the console, and at its line. */}
      {fault && !isSameFault && <Explained fault={fault} game={game} line={fault.line} />}
      <ProfileTable profile={profile} source={code.source} goToLine={goToLine} />
    </>
  );
}

interface Compared {
  /** the answers then and now; if they are equal, they are shown once */
  both: [Answer, Answer];
  names: string[];
  /** an answer in words; null if it is no move */
  wordsOf: (one: Answer) => Message | null;
}

function Comparison({ both, names, wordsOf }: Compared) {
  const row = (label: string, textOf: (one: Answer) => string, cell: (text: string) => ComponentChildren) => {
    const [then, now] = both.map(textOf);
    return (
      <tr>
        <th scope="row">{t(label)}</th>
        {then === now ? (
          <td colSpan={2}>{cell(then ?? '')}</td>
        ) : (
          [then, now].map((text, k) => <td key={k === 0 ? 'then' : 'now'}>{cell(text ?? '')}</td>)
        )}
      </tr>
    );
  };
  const printed = ({ output }: Answer) => beginning(output.map(([, text]) => text).join(''), MOST_SHOWN);
  return (
    <table class="again-both">
      <thead>
        <tr>
          <td />
          <th scope="col">{t('again.then')}</th>
          <th scope="col">{t('again.now')}</th>
        </tr>
      </thead>
      <tbody>
        {both.some((one) => wordsOf(one)) &&
          row(
            'again.move',
            (one) => {
              const words = wordsOf(one);
              return words ? say(words, names) : '–';
            },
            (text) => text,
          )}
        {row('again.answer', answerText, (text) => (
          <Text text={text} />
        ))}
        {row('again.time', timeText, (text) => text)}
        {both.some(({ output }) => output.length > 0) &&
          row('again.printed', printed, (text) => <Text text={text} />)}
        {both.some(({ fault }) => fault) &&
          row(
            'again.fault',
            ({ fault }) => (fault ? say(fault.message, names) : ''),
            (text) => (text ? <span class="bad">{text}</span> : '–'),
          )}
      </tbody>
    </table>
  );
}

const answerText = ({ move, fault }: Answer) =>
  move === null && fault ? '–' : beginning(JSON.stringify(move), MOST_SHOWN);

/** An answer in the words that hints use for moves, also if the rules forbid it. */
function wordsOf({ move, fault }: Answer, { header, deltaLog }: Match, turn: number, player: number) {
  // If there is no move, there is nothing to put into words.
  if (fault && fault.kind !== 'invalid') return null;
  return gameViewOf(header.game).moveWords?.(move, deltaLog.view(turn - 1), player) ?? null;
}

function timeText(answer: Answer) {
  const took = timeTaken(answer);
  return took === null ? t('time.notMeasured') : t('time.ms', { ms: briefMs(took) });
}

/** Whether it gave no answer: it crashed or was too late. An unreadable answer is one. */
const gaveNone = ({ fault }: Answer) => fault?.kind === 'crash' || fault?.kind === 'timeout';

/** The players who answered on the shown turn: first the bot with this name, then others that ran code. */
function candidatesIn({ match, position }: Readonly<State>, name: string): number[] {
  const players = match ? playersAt(match.header, position) : [];
  const there = (match?.records[position]?.answers ?? []).map(({ player }) => player);
  const rank = (k: number) =>
    bareName(players[k] ?? { name: '' }) === bareName({ name }) ? 0 : players[k]?.kind === 'code' ? 1 : 2;
  return there.sort((one, other) => rank(one) - rank(other) || one - other);
}
