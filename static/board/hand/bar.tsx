// The bar under the board while a human plays: whose turn it is, what to do, the clock and the buttons.

import { signal } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useKeptFocus } from '../../base/ui/kept-focus.ts';
import { Icon, Swatch } from '../../base/ui/parts.tsx';
import { fixed, say, t } from '../../base/words/index.ts';
import type { Ask, Bar, Beat, Control } from './types.ts';

/** How often the clock is updated, in milliseconds. */
const CLOCK_TICK = 100;
/** From here on the clock warns, in milliseconds. */
const WARN_BELOW_MS = 5000;
/** The most rivals that are named. */
const MOST_RIVALS = 2;
/** Below this, tenths of a second are shown. */
const TENTHS = 10_000;

type Against = Pick<What, 'rivals' | 'names'>;
type Shown = What & { against: Against };

interface What extends Bar {
  /** of the players of the match */
  names: string[];
  /** against whom one plays; none in a puzzle; null: nobody plays, and the line stays as it was */
  rivals: number[] | null;
  /** questions whose time runs */
  asked: Ask[];
  /** whether that time stands still, with all of it left */
  isStanding?: boolean;
  /** the turn that the hand's timer makes next */
  beat: Beat | null;
}

export type ShowBar = (what: What) => void;

export function createBar(host: HTMLElement): ShowBar {
  const shown = signal<Shown | null>(null);
  /** Against whom one played last. */
  let latest: Against = { rivals: null, names: [] };
  const HandBar = () => shown.value && <Content {...shown.value} host={host} />;
  render(<HandBar />, host);
  return (what) => {
    const { rivals, names } = what;
    if (rivals !== null) latest = { rivals, names };
    // After a puzzle the line has its place again.
    else if (latest.rivals?.length === 0) latest = { rivals: null, names };
    shown.value = { ...what, against: latest };
  };
}

function Content({
  player,
  name,
  says,
  bad,
  controls,
  names,
  against,
  asked,
  isStanding = false,
  beat,
  host,
}: Shown & { host: HTMLElement }) {
  const title = useRef<HTMLParagraphElement>(null);
  useKeptFocus(useRef(host), '.hand-groups', title);
  return (
    <>
      <BeatLine next={beat} />
      <Against {...against} />
      <div class="hand-line">
        <p class="hand-says" role="status" tabIndex={-1} ref={title}>
          <span class="hand-mark">
            {player !== null && <Swatch player={player} />}
            {name}
          </span>
          <span>
            <span class="at-times-unseen">{say(says, names)}</span>{' '}
            <span class="hand-bad">{bad && t('hand.refused', { why: bad }, names)}</span>
          </span>
        </p>
        <Clock asked={asked} isStanding={isStanding} />
      </div>
      <div class="hand-groups">
        {groupsOf(controls).map(([group, all]) => {
          const [kind, player] = group.split(':');
          return (
            <div key={group} class="hand-group" data-group={kind} data-player={player}>
              {all.map((control) => (
                <ControlButton key={control.id} control={control} names={names} />
              ))}
            </div>
          );
        })}
      </div>
    </>
  );
}

/** On a phone the bar lies over the list of the players. Before a match the line has its place, so that nothing moves. */
function Against({ rivals, names }: Against) {
  if (rivals === null) return <p class="hand-against">{'\u00a0'}</p>;
  const others = rivals.length - MOST_RIVALS;
  return (
    <p class="hand-against" hidden={rivals.length === 0}>
      <span>{t('hand.against')}</span>
      {rivals.slice(0, MOST_RIVALS).map((player) => (
        <span key={player} class="hand-rival">
          <Swatch player={player} />
          <span class="name">{names[player]}</span>
        </span>
      ))}
      {others > 0 && <span>{t('players.others', { count: others })}</span>}
    </p>
  );
}

/** The time left of the shortest limit. */
function Clock({ asked, isStanding }: { asked: Ask[]; isStanding: boolean }) {
  const [, tick] = useState(0);
  const clocks = asked.flatMap((ask) => {
    if (ask.budget === null) return [];
    return [isStanding ? ask.budget : timeLeft(ask, ask.budget)];
  });
  const ms = Math.max(0, Math.min(...clocks));
  const isRunning = !isStanding && clocks.length > 0 && ms > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => tick((count) => count + 1), CLOCK_TICK);
    return () => clearInterval(timer);
  }, [isRunning]);
  return (
    <span
      class="hand-clock"
      title={t('hand.clock')}
      hidden={clocks.length === 0}
      data-short={ms < WARN_BELOW_MS ? '' : undefined}
    >
      {clocks.length > 0 && t('time.seconds', { seconds: fixed(ms / 1000, ms < TENTHS ? 1 : 0) })}
    </span>
  );
}

const timeLeft = ({ asked }: Ask, budget: number) => budget - (performance.now() - asked);

/** A line that shrinks until the timer makes the next turn. */
function BeatLine({ next }: { next: Beat | null }) {
  const line = useRef<HTMLSpanElement>(null);
  const at = next?.at;
  useLayoutEffect(() => {
    if (!next || !line.current) return;
    // Not even for those who want less motion is this decoration: it is how much time there is.
    const running = line.current.animate([{ scale: '1 1' }, { scale: '0 1' }], {
      duration: next.ms,
      fill: 'forwards',
    });
    running.currentTime = next.ms - (next.at - performance.now());
    return () => running.cancel();
  }, [at]);
  return <span class="hand-beat" aria-hidden="true" hidden={next === null} ref={line} />;
}

function groupsOf(controls: Control[]) {
  const groups = new Map<string, Control[]>();
  for (const control of controls) {
    const { group = '' } = control;
    groups.set(group, [...(groups.get(group) ?? []), control]);
  }
  return [...groups];
}

function ControlButton({ control, names }: { control: Control; names: string[] }) {
  const { id, area, disabled = false, icon, pressed, press } = control;
  const label = say(control.label, names);
  const short = control.short ? say(control.short, names) : '';
  const title = control.title ? say(control.title, names) : label;
  const looks = [
    control.isMain && !disabled ? 'accent' : 'plain',
    icon && !short && 'only-icon',
    short && 'with-icon',
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <button
      type="button"
      class={looks}
      data-control={id}
      data-area={area}
      disabled={disabled}
      title={icon || control.title ? title : undefined}
      aria-label={label}
      aria-pressed={pressed}
      // Not only `click`: two thumbs at once make no clicks, and a game does not wait for a finger to be lifted.
      onPointerDown={(event) => isTouch(event) && press()}
      onClick={(event) => !isTouch(event) && press()}
    >
      {icon && <Icon name={icon} />}
      <span>{icon ? short : label}</span>
    </button>
  );
}

const isTouch = (event: Event) => event instanceof PointerEvent && event.pointerType === 'touch';
