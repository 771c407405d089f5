// The dialog with the plan of a contest from a link, and the results that its sender states.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { App } from '../../app.ts';
import type { Head, PlanHead } from '../../base/share/link-head.ts';
import { short } from '../../base/text/legible.ts';
import { createCodeView } from '../../base/ui/code-view.tsx';
import { Button } from '../../base/ui/parts.tsx';
import { callsOf } from '../../base/values/calls.ts';
import type { Goal } from '../../base/values/goal.ts';
import { codeOf, textsOf } from '../../base/values/packed-bot.ts';
import { list, pointsText, say, sentences, t } from '../../base/words/index.ts';
import type { Pairing } from '../../contest/bracket/layout.ts';
import { Bracket } from '../../contest/bracket/view.tsx';
import { headlineOf } from '../../contest/sentences/headline.ts';
import { isOfTwo, kindWords, usualTitle } from '../../contest/sentences/titles.ts';
import { isElimination, sharedWords, withdrawnSays } from '../../contest/stage-words.ts';
import type { ContestRow, Line, Entrant as Playing } from '../../contest/types.ts';
import type { Planned } from '../compete/view.tsx';
import { createDialog } from './dialog.tsx';
import type { Bot } from './facts.tsx';
import { clockOf, Facts, needsOf, optionsOf, seedsOf } from './facts.tsx';

type Entrant = {
  name: string;
  kind: 'code' | 'house' | 'program';
  code: string;
  house: string | null;
  bot: Bot | null;
  /** the number of the version that its sender has entered; null if the link does not name it */
  version: number | null;
};

/** A line of the standings as a link has them: without ratings, which would take long. */
type Placing = Pick<
  Line,
  | 'place'
  | 'name'
  | 'withdrawn'
  | 'points'
  | 'among'
  | 'reached'
  | 'games'
  | 'wins'
  | 'draws'
  | 'losses'
  | 'faults'
  | 'byes'
  | 'buchholz'
  | 'final'
  | 'division'
>;

interface Plan {
  game: string;
  fingerprint: string;
  plan: Planned['plan'];
  entrants: Entrant[];
  options: Record<string, unknown>;
  clock: Record<string, number>;
  games: number;
  expected: number;
  /** whether all of it was played */
  over: boolean;
  /** whether it was stopped for good before, as its sender says */
  stopped: boolean;
  /** its sender's title; '' if the link has none */
  title: string;
  /** where it came from, if that tells more than its kind */
  origin: string;
  same_rules: boolean;
  /** the version of Sandlot that made the plan */
  package: string;
  same_package: boolean;
  standings: Placing[] | null;
  /** the pairings of an elimination that was played */
  pairings: Pairing[];
}

/** The number of characters of a hash that are shown; its tooltip has the whole hash. */
const HASH = 8;
/** The most rows of a table. */
const MOST_ROWS = 100;
/** Standings with more rows scroll by themselves. */
const MOST_WHOLE = 20;
/** The most bots that are named. */
const MOST_NAMED = 5;

interface Inside {
  /** shares a bot of the library as an entry into a contest */
  enter: (id: number, goal: Goal) => unknown;
  /** offers that in a notice until it is done */
  offerEntry: (game: string, goal: Goal) => void;
  /** the user's bot in the editor; null if there is none, or it is the starter bot */
  ownOf: (game: string) => Playing | null;
  /** adds a bot to the library, unless it is there. @returns null if there is no room */
  keep: (game: string, bot: Bot, goal: Goal) => Promise<{ id: number } | null>;
}

export function createPlan(app: App, { enter, offerEntry, ownOf, keep }: Inside) {
  const { arena, games, bundles, notices, library: bots } = app;
  const shown = createDialog();
  const view = createCodeView();

  /** The entrant's player: the code in the link or a house bot; null if it is not available. */
  async function playing({ name, house, bot }: Entrant): Promise<Playing | null> {
    if (house) return { name, kind: 'house', code: null, house };
    if (!bot) return null;
    return { name, kind: 'code', code: await codeOf(bot, bundles.take), house: null };
  }

  /** @param own a bot that is added as an entrant */
  async function play({ title: sent, ...held }: Plan, own: Playing | null = null) {
    const { game, plan, entrants, options, clock } = held;
    shown.close();
    const all = await Promise.all(entrants.map(playing));
    const isTwice = entrants.some(({ name }) => name === own?.name);
    const joined = own && isTwice ? { ...own, name: t('links.joined', { name: short(own.name) }) } : own;
    const there = [...all, joined].filter((each) => each !== null);
    const done = await (await app.compete.contests()).begin({
      // This will have results of its own. The title stays, so that entries find the contest.
      ...{ game, title: sent || titleOf(held), titled: sent !== '', origin: 'again' },
      ...{ entrants: there, plan, options, clock },
    });
    if ('problem' in done) return void notices.show(say(done.problem), { bad: true, here: true });
    app.router.go({ tab: 'compete', game, contest: done.id });
  }

  /** Opens the form for a new contest, filled in from the plan. Bots in the link are added to the library. */
  async function setUp({ game, fingerprint, title, plan, options, clock, entrants }: Plan) {
    shown.close();
    const goal = { contest: title, plan: fingerprint };
    const all: { name: string; word: string | null }[] = [];
    for (const { name, house, bot } of entrants) {
      const kept = bot && (await keep(game, bot, goal));
      all.push({ name, word: house ? `house:${house}` : kept ? `bot:${kept.id}` : null });
    }
    app.compete.setUp({ game, title, goal: fingerprint, plan, options, clock, entrants: all });
  }

  /** The bot whose code is shown; null if none. */
  const reading = signal<Bot | null>(null);

  function read(bot: Bot) {
    view.show(textsOf(bot));
    reading.value = bot;
  }

  function Code() {
    const place = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [reading.value]);
    if (!reading.value) return null;
    return (
      <div ref={place} class="linked-read">
        <view.Whole title={t('link.title')} />
      </div>
    );
  }

  function EntrantRow({ kind, code, house, bot, called }: Entrant & { called: string }) {
    const what = t(house ? 'links.isHouse' : kind === 'house' ? 'links.noHouse' : 'links.noCode');
    const needs = bot ? needsOf(bot) : '';
    return (
      <tr>
        <th scope="row">
          <Name name={called} />
        </th>
        <td>
          <code title={code}>{code.slice(0, HASH)}</code>
        </td>
        <td>
          {bot ? <Button class="quiet" says={t('links.readCode')} onClick={() => read(bot)} /> : what}
          {needs && <p class="hint">{needs}</p>}
        </td>
      </tr>
    );
  }

  /** The entrants; folded if results are shown, which matter more. */
  function Entrants({ entrants, standings }: Plan) {
    const hasCode = entrants.some(({ bot }) => bot !== null);
    const calls = callsIn(entrants);
    return (
      <details class="linked-who" open={!standings && hasCode}>
        <summary>{t('links.entrantsOf', { count: entrants.length })}</summary>
        <Scrolled>
          <tbody>
            {entrants.slice(0, MOST_ROWS).map((each, k) => (
              <EntrantRow key={`${k} ${each.name}`} {...each} called={calls(each.name)} />
            ))}
          </tbody>
        </Scrolled>
        <Code />
      </details>
    );
  }

  /** Shows the facts from the beginning of a link until Python has read all of it. @returns over: resolves when it is closed */
  function begin({ game, plan }: Head & { plan: PlanHead }) {
    const { title, kind, origin, names } = plan;
    const over = shown.show(
      headingOf({ game, title, origin, kind, names }),
      <>
        <p class="hint linked-unread" role="status">
          {t('links.openingPlan')}
        </p>
        <progress class="linked-progress" aria-label={t('links.openingPlan')} />
        <Facts
          rows={[
            ['links.game', t(`game.${game}`)],
            ['links.kind', kindWords(origin || kind)],
            ['links.whoPlays', namedOf(names.map((name) => short(name)))],
          ]}
        />
      </>,
      null,
    );
    return { over, close: shown.close };
  }

  /** Resolves when it is closed. */
  async function all(held: Plan, link: string): Promise<void> {
    await bots.loaded;
    const { game, plan, entrants, standings } = held;
    const offer = games[game];
    if (!offer) return;
    reading.value = null;
    const missing = entrants.filter(({ house, bot }) => !house && !bot).map(({ name }) => short(name));
    const isPlayable = missing.length === 0;
    const given = plan.seeds?.given ?? [];
    const own = ownOf(game);
    // A series has only two entrants.
    const canJoin = own !== null && plan.kind !== 'series';
    const isAtEnd = held.over || held.stopped;
    const canEnter = canJoin && !isAtEnd;
    const needsBot = own === null && plan.kind !== 'series' && !isAtEnd;
    const title = held.title || titleOf(held);
    const isSeries = plan.kind === 'series';
    const canSetUp = !isPlayable && app.compete.canSetUp(plan.kind);
    const goal = { contest: title, plan: held.fingerprint };

    function enterIt() {
      shown.close();
      // The user may first have to run the bot: the notice leads back to this.
      offerEntry(game, goal);
      enter(bots.current(game), goal);
    }

    /** A user without a bot goes to write one; a notice offers to send it later. */
    function takePart() {
      shown.close();
      offerEntry(game, goal);
      app.navigation.toCode(game);
    }

    /** The contest with this plan and its games in this browser; null if it was not played here. */
    const played = signal<ContestRow | null>(null);
    app.compete.playedHere(game, held.fingerprint).then(
      (row) => {
        played.value = row;
      },
      () => {},
    );

    /** The result, in the sentences of its page; null while it is being computed. */
    const outcome = signal<string[] | null>(null);
    const summing = new AbortController();

    async function sumUp(lines: Placing[]) {
      const summary = await arena.sumLink(link, { signal: summing.signal }).catch(() => null);
      outcome.value = outcomeOf(held, lines, summary);
    }

    function Outcome() {
      const [main = '', ...more] = outcome.value ?? [t('links.summing')];
      return (
        <div class="linked-outcome" role="status">
          <p class="hint">{t('links.outcome')}</p>
          <p class="linked-first">{main}</p>
          {more.length > 0 && <p class="hint">{sentences(more)}</p>}
        </div>
      );
    }

    /** The button to watch the games, if they were played here: links have no moves. */
    function Watching() {
      if (standings || !isPlayable || played.value) return null;
      return <p class="hint">{t('links.watchFirst')}</p>;
    }

    function Watch() {
      const row = played.value;
      if (!row) return null;
      const watch = () => {
        shown.close();
        void app.compete.watchAll(row);
      };
      return <Button icon="maximize" says={t('compete.watchAll')} onClick={watch} />;
    }

    if (standings) void sumUp(standings);
    await shown.show(
      headingOf({ ...held, kind: plan.kind, names: namesIn(entrants) }),
      <>
        {standings && <Outcome />}
        {held.pairings.length > 0 && (
          <section>
            <h3>{t('compete.bracket')}</h3>
            <Bracket
              pairings={held.pairings}
              names={namesIn(entrants)}
              isDouble={plan.kind === 'double-elimination'}
              open={null}
            />
          </section>
        )}
        {standings && (
          <Standings
            lines={standings}
            calls={callsIn(entrants)}
            kind={plan.kind}
            isOfMany={plan.kind === 'free-for-all'}
          />
        )}
        {standings && <p class="hint">{t(isPlayable ? 'links.claimed' : 'links.claimedOnly')}</p>}
        {(canEnter || needsBot) && (
          <p class="linked-asks">
            {t(own ? 'links.planAsksFor' : 'links.planAsks', { name: short(own?.name ?? '') })}
          </p>
        )}
        <Watching />
        <Facts
          rows={[
            ['links.game', t(`game.${game}`)],
            ['links.kind', kindWords(held.origin || plan.kind)],
            ['links.games', gamesOf(held)],
            ...numbersOf(held),
            ['links.stop', stopOf(plan)],
            ['links.seeds', given.length > 0 ? seedsOf(given) : t(seedsFrom(plan.seeds))],
            ['links.options', optionsOf(game, held.options, offer)],
            ['links.clock', clockOf(held.clock, offer)],
            ['links.version', held.same_package ? '' : short(held.package)],
          ]}
        />
        {!held.same_rules && <p class="hint">{t('links.otherRules')}</p>}
        {held.same_rules && !held.same_package && <p class="hint">{t('links.otherVersion')}</p>}
        {!isPlayable && <p class="hint">{t('links.lacks', { names: namedOf(missing) })}</p>}
        {canSetUp && <p class="hint">{t(isSeries ? 'links.setUpAbout.series' : 'links.setUpAbout')}</p>}
        <Entrants {...held} />
        {canJoin && isPlayable && <p class="hint">{t('links.joinAbout', { name: short(own.name) })}</p>}
      </>,
      <>
        <Watch />
        {needsBot && (
          <Button
            class={isPlayable ? 'plain' : 'accent'}
            icon="plus"
            says={t('links.takePart')}
            onClick={takePart}
          />
        )}
        {canEnter && (
          <Button
            class={isPlayable ? 'plain' : 'accent'}
            icon="share"
            says={t('links.enter', { name: short(own.name) })}
            onClick={enterIt}
          />
        )}
        {canJoin && isPlayable && (
          <Button says={t('links.join', { name: short(own.name) })} onClick={() => play(held, own)} />
        )}
        {isPlayable && (
          <Button
            class="accent"
            icon="play"
            says={t(isSeries ? 'links.playSeries' : 'links.playPlan')}
            onClick={() => play(held)}
          />
        )}
        {canSetUp && (
          <Button
            class={canEnter || needsBot ? 'plain' : 'accent'}
            says={t(isSeries ? 'links.setUp.series' : 'links.setUp')}
            onClick={() => setUp(held)}
          />
        )}
      </>,
    );
    summing.abort();
  }

  return { begin, all };
}

/** The title of the dialog. */
function headingOf({ game, title, origin, kind, names }: Heading) {
  const named = title ? short(title) : isOfTwo(kind, names) ? usualTitle(game, kind, names) : '';
  return named
    ? t('links.planNamed', { title: named })
    : t('links.planTitle', { game: t(`game.${game}`), kind: kindWords(origin || kind) });
}

/** names: of the entrants */
type Heading = { game: string; title: string; origin: string; kind: string; names: string[] };

/** The names of the entrants as the sender sees them, by their names in the plan. */
function callsIn(entrants: readonly Entrant[]) {
  const calls = callsOf(entrants);
  return (name: string) => short(calls(name));
}

const namesIn = (entrants: readonly Entrant[]) => entrants.map(({ name }) => callsIn(entrants)(name));

/** @param summary null or a problem if it cannot be computed: then it is not known how sure the places are */
function outcomeOf(
  { plan, entrants, stopped, games, expected, over }: Plan,
  lines: Placing[],
  summary:
    | (Parameters<typeof headlineOf>[0]['summary'] & { problem?: undefined })
    | { problem: unknown }
    | null,
): string[] {
  const calls = callsIn(entrants);
  const isKnown = summary !== null && !('problem' in summary);
  const first = lines.filter(({ place }) => place === 1).map(({ name }) => calls(name));
  const found = isKnown
    ? headlineOf({ summary, plan, names: namesIn(entrants), calls, isStopped: stopped })
    : !over && isElimination(plan.kind)
      ? [t('compete.word.in', { name: namedOf(first), count: first.length })]
      : [t('compete.first.top', { name: namedOf(first) })];
  const end = stopped && t('links.stopped', { count: games, of: Math.max(expected, games) });
  return end ? [...found, end] : found;
}

/** The default title of a plan. */
const titleOf = ({ game, plan, entrants }: Pick<Plan, 'game' | 'plan' | 'entrants'>) =>
  usualTitle(game, plan.kind, namesIn(entrants));

/** The numbers of the plan; not of a series, where the number of games tells the same. */
function numbersOf({ plan }: Plan): [string, string][] {
  const { kind, seeds: _, stop: __, ...numbers } = plan;
  if (kind === 'series') return [];
  return Object.entries(numbers).flatMap(([name, value]): [string, string][] => {
    if (typeof value !== 'number') return [];
    return [
      [`compete.option.${name}`, name === 'rounds' && value === 0 ? t('links.usualRounds') : String(value)],
    ];
  });
}

/** When a series may end before its last game; '' if it may not. */
const stopOf = ({ stop }: Plan['plan']) => (stop ? t('links.stopAt', stop) : '');

/** The words for the seeds. Fair seeds begin with 0 and are always the same. */
const seedsFrom = ({ first }: Plan['plan']['seeds']) =>
  first === '0' ? 'links.seedsFair' : 'links.seedsFrom';

/** Some of the names, and how many more there are. */
function namedOf(names: string[]) {
  const count = names.length - MOST_NAMED;
  return list(count > 0 ? [...names.slice(0, MOST_NAMED), t('links.others', { count })] : names);
}

/** The number of an entrant's faults. */
const faultsIn = ({ faults }: Placing) => Object.values(faults).reduce((sum, times) => sum + times, 0);

/** Optional columns, each shown only if it has a value for some entrant. */
const EXTRA: [id: string, tell: (line: Placing) => number | null | undefined][] = [
  ['compete.column.faults', faultsIn],
  ['links.among', ({ among }) => among],
  ['compete.column.byes', ({ byes }) => byes],
  ['compete.column.buchholz', ({ buchholz }) => buchholz],
  ['compete.column.division', ({ division }) => division],
  ['compete.column.final', ({ final }) => final],
];

function gamesOf({ plan, games, expected, over, standings, entrants }: Plan) {
  // A series that ended early has fewer games than planned, and some that do not count.
  const [first] = standings ?? [];
  if (over && first && entrants.length === 2)
    return first.games < games
      ? t('links.gamesDecided', { count: games, counted: first.games })
      : t('links.gamesCounted', { count: games });
  const of = Math.max(expected, games);
  if (games > 0) return t('links.gamesOf', { games, of });
  if (plan.stop) return t('compete.size.most', { count: of });
  // An elimination has more games after ties.
  return plan.kind.endsWith('-elimination') ? t('compete.size.least', { count: of }) : String(of);
}

/** The words for a place. In an elimination it is known as soon as an entrant is out. */
const placeWords = ({ place, reached }: Placing, kind: string) =>
  !isElimination(kind) ? place : reached ? sharedWords(reached) : t('compete.place.in');

interface StandingsProps {
  lines: Placing[];
  calls: (name: string) => string;
  kind: string;
  isOfMany: boolean;
}

function Standings({ lines, calls, kind, isOfMany }: StandingsProps) {
  const more = EXTRA.filter(([id, tell]) =>
    // Nobody against anybody is told by a 0 as well.
    id === 'links.among'
      ? lines.some((line) => typeof tell(line) === 'number')
      : lines.some((line) => tell(line)),
  );
  // Not in an elimination, where points depend on the number of games, not on how far an entrant came.
  const hasPoints = !isElimination(kind);
  const heads = ['links.place', 'links.name', ...(hasPoints ? ['links.points'] : []), 'links.gamesHead'];
  const record = isOfMany ? 'compete.column.recordMany' : 'compete.column.record';
  return (
    <Scrolled isWhole={lines.length <= MOST_WHOLE}>
      <caption>{t('links.standings')}</caption>
      <thead>
        <tr>
          {[...heads, record, ...more.map(([id]) => id)].map((id) => (
            <th key={id} scope="col">
              {t(id)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.slice(0, MOST_ROWS).map((line, k) => (
          <tr key={`${k} ${line.name}`}>
            <td class="linked-one">{placeWords(line, kind)}</td>
            <th scope="row">
              <Name name={calls(line.name)} />
              {line.withdrawn !== null && (
                <span class="hint"> {say(withdrawnSays(kind, lines.length, line.withdrawn))}</span>
              )}
            </th>
            {hasPoints && <td>{pointsText(line.points)}</td>}
            <td>{line.games}</td>
            <td class="linked-one">{`${line.wins} / ${line.draws} / ${line.losses}`}</td>
            {more.map(([id, tell]) => {
              const told = tell(line);
              return <td key={id}>{told || (told === 0 && id === 'links.among') ? pointsText(told) : ''}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </Scrolled>
  );
}

const Name = ({ name }: { name: string }) => (
  <span class="linked-name" title={short(name)}>
    {short(name)}
  </span>
);

/** A table that scrolls if it is wide or long. @param isWhole whether the dialog scrolls instead if it is long */
function Scrolled({ children, isWhole = false }: { children: ComponentChildren; isWhole?: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it.
    <div class={isWhole ? 'linked-wide' : 'linked-scroll'} tabIndex={0}>
      <table class="linked-table">{children}</table>
    </div>
  );
}
