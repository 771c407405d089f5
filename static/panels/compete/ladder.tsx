// The ladder of a game: its house bots with the strongest on top, the user's bot among them, and the climb.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button, Icon } from '../../base/ui/parts.tsx';
import { isSame } from '../../base/values/bundle-shape.ts';
import { callOf } from '../../base/values/calls.ts';
import { say, sentences, signed, t } from '../../base/words/index.ts';
import type { Rung, Step } from '../../contest/climb.ts';
import type { ContestRow, Entrant } from '../../contest/types.ts';
import type { Actions } from './actions.ts';
import { percentOf } from './labels.ts';
import type { Row } from './rungs.ts';
import { ladderRows, nearRows, nextRung } from './rungs.ts';
import { extentOf } from './scales.ts';
import { houseBot, shown } from './specs.ts';
import type { Standing } from './standing.ts';
import { contradictions, createStanding, isBounded, playedSteps } from './standing.ts';
import type { Compete } from './view.tsx';
import { Whiskers } from './whiskers.tsx';

/** The confidence level of the intervals: see py/sandlot/stats/intervals.py. */
const LEVEL = 0.95;

interface Props {
  game: string;
  compete: Compete;
  actions: Pick<Actions, 'climb' | 'playQuick'>;
  /** whether it shows only a few rungs at first, because a list that the user looks for follows */
  isFolded: boolean;
}

/**
 * The standing of the user's bot. null: it has not played yet; failed: it could not be computed, and will be tried again; soon:
 * Python is computing it; later: the climb goes on, and each series would change it, so it is computed at the end
 */
type Known = Standing | 'failed' | 'soon' | 'later' | null;

interface Climbed {
  steps: Step[];
  standing: Known;
}

export function Ladder({ game, compete, actions, isFolded }: Props) {
  const { climb, bot, games, href, plans, go } = compete;
  const climbed = useClimb(game, compete);
  /** Whether all rungs are shown where they are folded. */
  const isWhole = useSignal(false);
  const title = t('ladder.title', { game: t(`game.${game}`) });
  const rungs = games[game]?.ladder ?? [];
  const { steps, standing } = climbed ?? { steps: [], standing: null };
  const climber = shown(bot.current(game));
  const isOn = climb.isOn(game);
  const now = climb.current(game);
  // The same code may have played under several names: the latest one is shown.
  const latest = now?.row ?? steps.map(({ row }) => row).sort((a, b) => b.id - a.id)[0];
  const mine = latest?.entrants[0];
  const name = mine && steps.length > 0 ? nameNow(mine, bot.list(game), climber) : climber;
  const beaten = climb.beaten(game);
  const next = nextRung(rungs, beaten);
  const problem = climb.problem(game);
  const known = isFound(standing) ? standing : null;
  const found = known && isBounded(known, rungs, steps) ? known : null;
  const words = sentences([
    ...(problem && !isOn ? [t('ladder.ended', { why: say(problem) })] : []),
    leadWords({ rungs, steps, beaten, now: isOn ? now : null, name }),
    ...ratingWords(standing, name),
    ...(known && !found ? [t('ladder.unmet', { name })] : []),
  ]);
  const isReading = !climbed && compete.contests.list().some((row) => row.game === game);
  const all = ladderRows(rungs, found && { ...found, name });
  const extent = extentOf(all.map(lineOf));
  const near = nearRows(all, next?.name ?? null);
  async function beat(rung: string, button: HTMLElement) {
    const id = await actions.playQuick(game, houseBot(rung), plans.quick.sure, button);
    if (id !== null) go({ tab: 'compete', game, contest: id });
  }
  return (
    <section class="ladder panel" aria-label={title} data-folded={isFolded ? '' : undefined}>
      <div class="compete-row">
        <h3>{title}</h3>
        <div class="compete-tools">
          {!isOn && next && next !== rungs[0] && (
            <Button
              class="quiet"
              says={t('ladder.climb.whole')}
              title={t('ladder.climb.whole.title')}
              onClick={({ currentTarget }) => actions.climb(game, currentTarget, { whole: true })}
            />
          )}
          <Button
            class={isOn ? 'plain' : 'accent'}
            icon={isOn ? 'square' : 'climb'}
            says={isOn ? t('ladder.stop') : t('ladder.climb', { name: climber })}
            data-key="climb"
            onClick={({ currentTarget }) =>
              climb.isOn(game) ? climb.stop(game) : actions.climb(game, currentTarget)
            }
          />
        </div>
      </div>
      <p class="ladder-about">{t('ladder.about', { name: climber })}</p>
      <p class="ladder-lead">{climbed ? words : isReading && t('compete.reading')}</p>
      <ol class="ladder-rungs" id="ladder-rungs" reversed data-whole={isWhole.value ? '' : undefined}>
        {/* The rungs are shown before it is known which were beaten, so that nothing below moves later. */}
        {all.map((row) => (
          <RungRow
            key={row.isMine ? '' : row.name}
            row={row}
            extent={extent}
            isBeaten={!row.isMine && beaten.includes(row.name)}
            isFar={!near.includes(row)}
            step={row.isMine ? undefined : steps.findLast(({ rung }) => rung === row.name)}
            ratedGames={row.isMine && found ? ratedGames(found) : 0}
            direct={known?.direct.find(({ rung }) => rung === row.name)}
            hrefOf={(id) => href({ tab: 'compete', game, contest: id })}
            play={href({ tab: 'play', game, seats: ['me', row.name] })}
            beat={(button) => beat(row.name, button)}
          />
        ))}
      </ol>
      {all.length > near.length && (
        <button
          type="button"
          class="quiet ladder-all"
          aria-expanded={isWhole.value}
          aria-controls="ladder-rungs"
          onClick={() => {
            isWhole.value = !isWhole.value;
          }}
        >
          <Icon name="chevron-down" />
          <span>{isWhole.value ? t('ladder.fewer') : t('ladder.all', { count: rungs.length })}</span>
        </button>
      )}
      <p class="hint">{t('ladder.note')}</p>
      {found && <p class="hint">{t('ladder.note.mine', { name })}</p>}
      {found &&
        contradictions(found, rungs).map(({ rung, share, games: count, isAbove }) => (
          <p key={rung} class="hint">
            {t(isAbove ? 'ladder.direct.above' : 'ladder.direct.below', {
              ...{ name, rung, share: ['compete.short.answer', { percent: percentOf(share), count }] },
            })}
          </p>
        ))}
    </section>
  );
}

/** The climb so far; null if it is not known yet. */
function useClimb(game: string, compete: Compete): Climbed | null {
  const climbed = useSignal<Climbed | null>(null);
  useEffect(() => {
    const { climb, contests } = compete;
    const standingOf = createStanding(game, compete);
    let isGone = false;
    let latest = 0;
    async function read() {
      latest += 1;
      const mine = latest;
      const steps = await climb.steps(game);
      const tell = (standing: Known) => {
        if (!isGone && mine === latest) climbed.value = { steps, standing };
      };
      const before = climbed.peek();
      const known = before && isOfSameBot(before.steps, steps) ? before.standing : null;
      if (climb.isOn(game)) return tell(isFound(known) ? known : 'later');
      // The series are shown without waiting for Python to compute the standing.
      const played = playedSteps(steps).length > 0;
      tell(played ? (isFound(known) ? known : 'soon') : null);
      tell(await standingOf(steps));
    }
    // Renamed and deleted bots are shown at once.
    const forget = [climb.onChange(read), contests.onChange(read), compete.bot.onChange(read)];
    // The results behind the ratings may have to be fetched, which needs a network.
    addEventListener('online', read);
    read();
    return () => {
      isGone = true;
      removeEventListener('online', read);
      for (const undo of forget) undo();
    };
  }, [game, compete]);
  return climbed.value;
}

const isFound = (known: Known): known is Standing => typeof known === 'object' && known !== null;

function isOfSameBot([one]: Step[], [other]: Step[]) {
  const [before, now] = [one, other].map((step) => step?.row.entrants[0]?.code);
  return before && now ? isSame(before, now) : false;
}

/** The words in place of a rating that is not known yet. */
function ratingWords(standing: Known, name: string): string[] {
  if (standing === 'failed') return [t('ladder.unrated', { name })];
  if (standing === 'later') return [t('ladder.later', { name })];
  return standing === 'soon' ? [t('ladder.rating', { name })] : [];
}

interface Words {
  rungs: readonly Rung[];
  steps: Step[];
  beaten: readonly string[];
  /** the current opponent and series of a running climb; null if none runs */
  now: { rung: string; row: ContestRow | null } | null;
  name: string;
}

/** The sentence about the current series, the rungs reached, and the next one to beat. */
function leadWords({ rungs, steps, beaten, now, name }: Words): string {
  if (now)
    return t(now.row?.state === 'paused' ? 'ladder.waits' : 'ladder.playing', { name, rung: now.rung });
  const last = steps.at(-1);
  const named = (rung: string) => {
    const known = rungs.find((each) => each.name === rung);
    return { name, rung, strength: t(`strength.${known?.strength ?? 'beginner'}`) };
  };
  const reached = steps.findLast((step) => step.beaten);
  const next = nextRung(rungs, beaten);
  // If the bot has lost against the next rung, the sentence must not sound as if it had not played it.
  const hasFailed = next !== null && steps.findLast(({ rung }) => rung === next.name)?.beaten === false;
  const parts = [next ? t(hasFailed ? 'ladder.again' : 'ladder.next', named(next.name)) : t('ladder.top')];
  if (reached) parts.unshift(t(reached.isClimb ? 'ladder.reached' : 'ladder.has', named(reached.rung)));
  else if (last?.beaten === false && !hasFailed) parts.unshift(t('ladder.none', named(last.rung)));
  return sentences(parts);
}

interface RowProps {
  row: Row;
  extent: [number, number];
  isBeaten: boolean;
  /** whether it is hidden where rungs are folded */
  isFar: boolean;
  /** the number of games that the rating of the user's own bot comes from */
  ratedGames: number;
  step: Step | undefined;
  /** the result of all games of the user's own bot against it; undefined if it is not known */
  direct: Standing['direct'][number] | undefined;
  hrefOf: (id: number) => string;
  /** the address of a match by hand against it */
  play: string;
  /** begins a series of the bot in the editor against it */
  beat: (button: HTMLElement) => void;
}

function RungRow({ row, extent, isBeaten, isFar, step, ratedGames: games, direct, ...props }: RowProps) {
  const { hrefOf, play, beat } = props;
  return (
    <li data-mine={row.isMine ? '' : undefined} data-far={isFar ? '' : undefined}>
      <span class="ladder-who">
        {row.isMine ? <strong>{row.name}</strong> : <span>{row.name}</span>}
        <span class="ladder-strength">{t(`strength.${row.strength}`)}</span>
      </span>
      <span class="ladder-rating">
        <span class="rating-number">{signed(row.rating)}</span>
        <Whiskers line={lineOf(row)} extent={extent} level={LEVEL} />
      </span>
      <span class="ladder-said">
        {isBeaten && (
          <span class="ladder-beaten">
            <Icon name="check" />
            {t('ladder.beaten')}
          </span>
        )}
        {games > 0 && t('ladder.rated', { count: games })}
        {step && <SeriesLink step={step} direct={direct} href={hrefOf(step.row.id)} />}
      </span>
      <span class="ladder-actions">
        {!row.isMine && (
          <>
            <a class="plain button" href={play} aria-label={t('ladder.play.who', { name: row.name })}>
              {t('ladder.play')}
            </a>
            <Button
              says={t('ladder.beat')}
              title={t('compete.quick.sure', { name: row.name })}
              aria-label={t('ladder.beat.who', { name: row.name })}
              onClick={({ currentTarget }) => beat(currentTarget)}
            />
          </>
        )}
      </span>
    </li>
  );
}

function SeriesLink({ step, direct, href }: { step: Step; href: string } & Pick<RowProps, 'direct'>) {
  const { row, rung, beaten } = step;
  // Whether it is beaten is shown beside this: the score tells how clearly.
  const says =
    beaten === null || !direct?.games
      ? t(beaten === null ? 'ladder.games' : beaten ? 'ladder.won' : 'ladder.notWon', { count: row.games })
      : t('ladder.score', { percent: percentOf(direct.share), count: direct.games });
  return (
    <a href={href} data-key={`rung-${rung}`}>
      {says}
    </a>
  );
}

/**
 * The current name of an entrant, which may have played under another one.
 *
 * @param bots the existing bots
 * @param climber the name of the bot in the editor, which has the same code if the entrant's bot was deleted
 */
function nameNow(entrant: Entrant, bots: readonly { id: number; name: string }[], climber: string): string {
  const { name = climber } = bots.find(({ id }) => id === entrant.bot) ?? {};
  return callOf({ ...entrant, name });
}

/** The number of games on the ladder, from which the bot's rating comes. */
const ratedGames = ({ direct }: Standing) => direct.reduce((sum, { games }) => sum + games, 0);

/** The rating in the form of a line of standings. */
const lineOf = ({ rating, low, high }: Row) => ({ rating, interval: [low, high] as [number, number] });
