// The line below the editor: plays a hundred games, and shows their progress and result. It is part of every first visit, so
// it uses neither hooks nor signals, to load less code.

import { createRef, render } from 'preact';
import { Icon, IconButton } from '../../base/ui/parts.tsx';
import { bareName, isSame } from '../../base/values/bundle-shape.ts';
import { say, t } from '../../base/words/index.ts';
import type { ContestRow, Contests, Entrant, QuickPlan, Summary } from '../../contest/types.ts';
import type { Actions } from './actions.ts';
import { liveOf, shareDone, toolsFor } from './labels.ts';
import { createLatest } from './latest.ts';
import { createRivals } from './rivals.ts';
import { whatIsShown } from './shows.ts';
import { shown } from './specs.ts';
import { shareWords, shortProgress, stateWords } from './status.ts';
import type { Compete } from './view.tsx';

type Before = Omit<Compete, 'contests' | 'climb'>;

type Rivals = ReturnType<typeof createRivals>;

const TICK_MS = 1000;
/** The space between the menu and its button, in CSS pixels. */
const APART = 4;

/** @param compete what is there before the contests are loaded @param actions loads the contests and the actions on them */
export function createQuick(host: HTMLElement, compete: Before, actions: () => Promise<Actions | null>) {
  const { session, plans, href, bot } = compete;
  /** The contests; null until they are loaded. */
  let contests: Contests | null = null;
  let isRead = false;
  let isBusy = false;
  let isMenuOpen = false;
  const rivals = createRivals(compete);
  const latest = createLatest();
  const answers = createAnswers(refresh);
  const [ways, line, menu] = [
    createRef<HTMLDivElement>(),
    createRef<HTMLDivElement>(),
    createRef<HTMLDivElement>(),
  ];

  /** The shown series, which the bot in the editor has played. */
  const rowNow = () =>
    contests && isRead ? latest.of(contests.list(), session.game, bot.id(session.game)) : null;

  /** The version that played a series, if the code in the editor has changed since; else ''. */
  function earlierIn({ entrants }: ContestRow): string {
    const { game } = session;
    const played = entrants.find((each) => each.bot === bot.id(game));
    return !played?.code || isSame(played.code, bot.current(game)) ? '' : versionWords(played);
  }

  function refresh() {
    const row = rowNow();
    const focused = document.activeElement;
    const wasInLine = line.current?.contains(focused);
    render(
      <>
        <div class="quick-start" hidden={isUnderWay(row)} ref={ways}>
          <Start
            name={rivals.nameOf(rivals.chosen())}
            isBusy={isBusy}
            begin={() => begin(plans.quick.hundred)}
          />
        </div>
        <div class="quick-line" hidden={!row} ref={line}>
          {contests && row && (
            <Line
              contests={contests}
              row={row}
              href={href}
              answer={answers(contests, row, bot.id(session.game), bareName(bot.current(session.game)))}
              earlier={earlierIn(row)}
              stop={async (button) => (await actions())?.stop(row.id, button)}
            />
          )}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: A fieldset looks like a part of a form. */}
        <div
          class="quick-menu panel"
          popover="auto"
          id="rivals"
          role="group"
          aria-label={t('compete.quick.choose')}
          ref={menu}
          onBeforeToggle={({ newState }) => toggle(newState === 'open')}
        >
          {isMenuOpen && (
            <Menu rivals={rivals} compete={compete} chosen={choose} climb={climb} begin={begin} />
          )}
        </div>
        <Meter contests={contests} row={row} />
      </>,
      host,
    );
    // The focused button has disappeared because the series is over: the link to its answer gets the focus.
    if (wasInLine && !focused?.isConnected) line.current?.querySelector('a')?.focus();
  }

  function toggle(isOpen: boolean) {
    isMenuOpen = isOpen;
    const box = ways.current?.lastElementChild?.getBoundingClientRect();
    if (isOpen && box) {
      menu.current?.style.setProperty('--bottom', `${innerHeight - box.top + APART}px`);
      menu.current?.style.setProperty(
        '--left',
        `${Math.max(8, Math.min(box.right - 304, innerWidth - 312))}px`,
      );
    }
    if (isOpen) refresh();
  }

  /** Runs the choice of the menu. */
  function choose(run: () => unknown) {
    menu.current?.hidePopover();
    // The focus returns to the button; not every browser does that itself.
    ways.current?.querySelector<HTMLElement>('#choose-rival')?.focus();
    run();
  }

  async function busy(work: () => Promise<unknown>) {
    isBusy = true;
    refresh();
    await work();
    isBusy = false;
    refresh();
  }

  /** Where it is asked whether a bot is to play that is broken: what was pressed in the menu is gone. */
  const opener = () => ways.current?.querySelector<HTMLElement>('#choose-rival') ?? host;

  async function begin(plan: QuickPlan) {
    const { game } = session;
    const rival = rivals.entrant();
    // What replaces the pressed button gets the focus; without a focus here a phone would also show the board again.
    const hadFocus = ways.current?.contains(document.activeElement);
    await busy(async () => (await actions())?.playQuick(game, rival, plan, opener()));
    if (hadFocus) (isUnderWay(rowNow()) ? line : ways).current?.querySelector('button')?.focus();
  }

  /** Begins a climb, and goes to the ladder, which shows its results. */
  async function climb() {
    const { game } = session;
    let isClimbing = false;
    await busy(async () => {
      isClimbing = (await (await actions())?.climb(game, opener())) ?? false;
    });
    if (isClimbing) compete.go({ tab: 'compete', game });
  }

  function use(found: Contests) {
    if (contests) return;
    contests = found;
    found.onChange(refresh);
    setInterval(() => rowNow()?.state === 'running' && refresh(), TICK_MS);
    found.loaded.then(() => {
      isRead = true;
      refresh();
    });
  }

  session.onGame(refresh);
  refresh();
  return { refresh, use };
}

const isUnderWay = (row: ContestRow | null) => row?.state === 'running' || row?.state === 'paused';

function Start({ name, isBusy, begin }: { name: string; isBusy: boolean; begin: () => void }) {
  const says = t('compete.quick.choose');
  return (
    <>
      <button type="button" class="plain" id="play-hundred" disabled={isBusy} onClick={begin}>
        <Icon name="play" />
        <span>{isBusy ? t('match.starting') : t('compete.quick', { name })}</span>
      </button>
      <button
        type="button"
        class="plain only-icon"
        id="choose-rival"
        title={says}
        aria-label={says}
        popovertarget="rivals"
      >
        <Icon name="chevron-down" />
      </button>
    </>
  );
}

interface MenuProps {
  rivals: Rivals;
  compete: Before;
  chosen: (run: () => unknown) => void;
  begin: (plan: QuickPlan) => void;
  climb: () => void;
}

/** The menu of opponents: one of them, or the whole ladder one after another. A choice begins the games. */
function Menu({ rivals, compete: { plans, href, session }, chosen, begin, climb }: MenuProps) {
  const { hundred, sure, fewest, most } = plans.quick;
  const choice = (says: string, run: () => unknown) => (
    <button key={says} type="button" class="quiet" onClick={() => chosen(run)}>
      {says}
    </button>
  );
  return (
    <>
      <p>{t('compete.quick.games')}</p>
      {rivals.words().map((word) =>
        choice(rivals.nameOf(word), () => {
          rivals.choose(word);
          begin(hundred);
        }),
      )}
      <p class="hint">{whatIsShown(plans, hundred.blocks)}</p>
      {choice(t('compete.quick.sure', { name: rivals.nameOf(rivals.chosen()) }), () => begin(sure))}
      <p class="hint">{t('compete.quick.sure.hint', { few: fewest, many: most })}</p>
      {choice(t('compete.quick.ladder'), climb)}
      <a
        class="quiet button"
        href={href({ tab: 'compete', game: session.game, contest: 'series' })}
        onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
      >
        {t('compete.quick.more')}
      </a>
    </>
  );
}

interface LineProps {
  contests: Contests;
  row: ContestRow;
  href: Compete['href'];
  /** its short result */
  answer: string;
  /** the version that played it; '' if it is the code in the editor */
  earlier: string;
  stop: (button: HTMLElement) => void;
}

/** The progress of a series, its buttons, and the link to its answer. */
function Line({ contests, row, href, answer, earlier, stop }: LineProps) {
  const { id, state, game, title } = row;
  const now = contests.progress(id);
  const words = shortProgress(row, now);
  const isHere = state === 'running' && now?.here;
  const news = isUnderWay(row) ? (isHere ? words : `${stateWords(row, now)} · ${words}`) : answer;
  const told = [earlier, news].filter(Boolean).join(' · ');
  const tools = toolsFor(row, now, {
    takeOver: <IconButton icon="play" says={t('compete.takeOver')} onClick={() => contests.takeOver()} />,
    pause: <IconButton icon="pause" says={t('compete.pause')} onClick={() => contests.pause(id)} />,
    resume: <IconButton icon="play" says={t('compete.resume')} onClick={() => contests.resume(id)} />,
    stop: (
      <IconButton
        icon="square"
        says={t('compete.stop')}
        onClick={({ currentTarget }) => stop(currentTarget)}
      />
    ),
  });
  return (
    <>
      <span
        class="quick-state"
        role="status"
        aria-live={liveOf(row)}
        title={now?.trouble ? say(now.trouble) : title}
      >
        {told}
      </span>
      {/* Without keys, so that the focus stays with a button that becomes another one. */}
      {tools}
      <a class="quick-answer" href={href({ tab: 'compete', game, contest: id })}>
        {t(isUnderWay(row) ? 'compete.quick.progress' : 'compete.quick.answer')}
      </a>
    </>
  );
}

function Meter({ contests, row }: { contests: Contests | null; row: ContestRow | null }) {
  const share = contests && row ? shareDone(row, contests.progress(row.id)) : 0;
  return (
    <span class="quick-meter" aria-hidden="true" hidden={row?.state !== 'running'}>
      <span style={{ width: `${100 * share}%` }} />
    </span>
  );
}

/** A version by its number, or by its name if it has none. */
const versionWords = ({ name, version }: Entrant) =>
  version ? t('versions.number', { number: version }) : shown({ name });

/**
 * Who it was against whom, and how many of its games the bot in the editor has won, whoever is ahead.
 *
 * @param name of that bot: it may have played under another one
 */
function shareOf({ standings }: Summary, { entrants }: ContestRow, bot: number, name: string) {
  const own = entrants.find((each) => each.bot === bot);
  const rival = entrants.find((each) => each !== own);
  const line = standings.find(({ name }) => name === own?.name);
  if (!line?.games) return '';
  if (!rival) return shareWords(line);
  // The button beside it may name another one by now.
  return t('compete.quick.against', { own: name, name: bareName(rival), answer: shareWords(line) });
}

/**
 * The short results of series, each computed once.
 *
 * @param known called when a result is there
 */
function createAnswers(known: () => void) {
  let key = '';
  let text = '';
  return (contests: Contests, row: ContestRow, bot: number, name: string): string => {
    if (isUnderWay(row)) return '';
    const next = `${row.id}/${row.games}/${row.state}/${bot}/${name}`;
    if (next !== key) {
      key = next;
      text = '';
      contests.summary(row.id).then(
        (summary) => {
          if (key !== next) return;
          text = 'problem' in summary ? '' : shareOf(summary, row, bot, name);
          known();
        },
        () => {},
      );
    }
    return text || stateWords(row, null);
  };
}
