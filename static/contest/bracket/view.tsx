// The bracket of an elimination, drawn as one; a match opens its games where they are.

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { headAndTail } from '../../base/text/middle.ts';
import { useArrows } from '../../base/ui/arrows.ts';
import { Scrolled } from '../../base/ui/scrolled.tsx';
import { useWidth } from '../../base/ui/use-width.ts';
import { pointsText, say, t } from '../../base/words/index.ts';
import { calledSays, roundSays } from '../stage-words.ts';
import { lowerCalled, upperCalled } from '../stages.ts';
import type { Band, Box, Drawing, Pairing, Part, Side } from './layout.ts';
import { bandsOf, hasScore, isReplayed, layOut, seedsIn } from './layout.ts';

export const WIDTH = 212;
export const GAP = 32;
/** Where more rounds are to fit beside each other: narrower than that, names would no longer be read. */
const NARROWEST = 180;
const SMALLEST_GAP = 20;
/** What the frame of a part takes beside its matches. */
const FRAME = 34;
/** CSS pixels: below that only one round is shown, see bracket.css. */
const ONE_ROUND = 640;
export const HEIGHT = 52;
export const STEP = 64;
export const PARTS: Part[] = ['upper', 'lower', 'final'];

/** What was not decided by its first games has a sign, which is told below the bracket. */
export const DECIDED: readonly [how: string, sign: string, isSo: (pairing: Pairing) => boolean][] = [
  ['replayed', '+', isReplayed],
  ['seeding', '*', ({ how }) => how === 'seeding'],
  ['withdrawal', '†', ({ how }) => how === 'withdrawal'],
];

interface Props {
  pairings: readonly Pairing[];
  /** of the entrants */
  names: string[];
  isDouble: boolean;
  /** null: its games are not here */
  open: ((pairing: Pairing) => void) | null;
}

export function Bracket({ pairings, names, isDouble, open }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const parts = layOut(pairings, isDouble);
  const seeds = seedsIn(pairings);
  const width = useWidth(element);
  const room = width < ONE_ROUND ? Number.POSITIVE_INFINITY : width - FRAME;
  useArrows(element);
  return (
    <div class="compete-bracket" ref={element}>
      {PARTS.filter((part) => parts[part].boxes.length > 0).map((part) => {
        const says = t(`compete.bracket.${isDouble ? part : 'single'}`);
        return (
          <section key={part}>
            <h4>{says}</h4>
            <Field
              {...{ names, seeds, part, says, open, room }}
              drawing={parts[part]}
              rounds={roundsOf(parts[part], part, isDouble, names.length)}
            />
            {part === 'final' && <p class="hint">{finalWords(parts.final, names)}</p>}
          </section>
        );
      })}
      {seeds.size > 0 && <p class="hint">{t('compete.bracket.seeds')}</p>}
      {DECIDED.filter(([, , isSo]) => pairings.some(isSo)).map(([how, sign]) => (
        <p key={how} class="hint">
          {t(`compete.bracket.${how}`, { sign })}
        </p>
      ))}
    </div>
  );
}

/** What the columns of a part are called. */
export function roundsOf(
  { boxes, columns }: Drawing,
  part: Part,
  isDouble: boolean,
  entrants: number,
): string[] {
  return Array.from({ length: columns }, (_, column) => {
    if (!isDouble) return say(roundSays('single-elimination', entrants, column));
    if (part === 'upper') return say(calledSays([upperCalled(entrants, column)]));
    const { round = 0 } = boxes.find((box) => box.column === column) ?? {};
    return say(
      part === 'lower'
        ? calledSays([lowerCalled(entrants, round)])
        : roundSays('double-elimination', entrants, round),
    );
  });
}

/** Why there is a second final, or none. */
function finalWords({ boxes: [first, again] }: Drawing, names: readonly string[]) {
  const winner = first?.pairing?.winner ?? null;
  const name = winner === null ? '' : (names[winner] ?? '');
  if (!again) return t('compete.bracket.again.none', { name });
  return t(again.isIfNeeded ? 'compete.bracket.again.open' : 'compete.bracket.again.played', { name });
}

type Known = Pick<Props, 'names' | 'open'> & { seeds: ReadonlyMap<number, number> };

type OfPart = Known & {
  drawing: Drawing;
  part: Part;
  says: string;
  /** what its columns are called */
  rounds: string[];
  /** CSS pixels beside each other */
  room: number;
};

function Field({ drawing, part, says, rounds, room, ...known }: OfPart) {
  const { boxes, columns } = drawing;
  const bands = bandsOf(drawing, Math.floor((room + SMALLEST_GAP) / (NARROWEST + SMALLEST_GAP)));
  const size = sizeFor(bands[0]?.columns ?? 1, room);
  /** The column that a narrow page shows; null: nobody has chosen one. */
  const chosen = useSignal<number | null>(null);
  const newest = boxes.reduce((last, { column, pairing }) => (pairing ? Math.max(last, column) : last), 0);
  const shown = Math.min(chosen.value ?? newest, columns - 1);
  return (
    <Scrolled says={says}>
      {columns > 1 && (
        <fieldset class="bracket-choice" aria-label={t('compete.rounds')}>
          {rounds.map((round, column) => (
            <button
              key={round}
              type="button"
              aria-pressed={column === shown}
              onClick={() => {
                chosen.value = column;
              }}
            >
              {round}
            </button>
          ))}
        </fieldset>
      )}
      {bands.map((band) => (
        <div key={band.first} class="bracket-band">
          {/* One of a single column would say what the part is called. */}
          {(part !== 'final' || columns > 1) && (
            <div class="bracket-rounds">
              {rounds.slice(band.first, band.first + band.columns).map((round) => (
                <span key={round} style={{ width: `${size.width}px`, marginRight: `${size.gap}px` }}>
                  {round}
                </span>
              ))}
            </div>
          )}
          <Matches {...{ boxes, band, size, part, shown, ...known }} />
        </div>
      ))}
    </Scrolled>
  );
}

/** How wide matches are, and what is between two rounds of them, in CSS pixels. */
type Size = { width: number; gap: number };
const USUAL: Size = { width: WIDTH, gap: GAP };

/** @param room for so many columns */
function sizeFor(columns: number, room: number): Size {
  if (columns * (WIDTH + GAP) - GAP <= room) return USUAL;
  return { width: Math.floor((room + SMALLEST_GAP) / columns) - SMALLEST_GAP, gap: SMALLEST_GAP };
}

interface OfBand extends Known {
  /** of the whole part */
  boxes: Box[];
  band: Band;
  size: Size;
  part: Part;
  /** the column that a narrow page shows */
  shown: number;
}

function Matches({ boxes, band, size, part, shown, ...known }: OfBand) {
  const width = band.columns * (size.width + size.gap) - size.gap;
  const height = band.rows * STEP;
  const places = boxes.map((box) => {
    const y = band.yOf(box);
    return y === null ? null : { column: box.column - band.first, y };
  });
  const joints = boxes.flatMap(({ from }, k) =>
    from.flatMap((at) => {
      const [one, other] = [places[at], places[k]];
      return one && other ? [joined(one, other, size)] : [];
    }),
  );
  return (
    <div
      class="bracket-field"
      style={{ width: `${width}px`, height: `${height}px`, '--match': `${size.width}px` }}
    >
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {joints.map((d) => (
          <path key={d} d={d} class="joint" />
        ))}
      </svg>
      <ol>
        {boxes.map((box, k) => {
          const place = places[k];
          if (!place) return null;
          const isShown = box.column === shown;
          return <Match key={k} id={`${part}-${k}`} {...{ box, place, size, isShown, ...known }} />;
        })}
      </ol>
    </div>
  );
}

interface OfMatch extends Known {
  box: Box;
  place: Place;
  size: Size;
  id: string;
  /** on a narrow page, too */
  isShown: boolean;
}

function Match({ box, place: { column, y }, size, id, isShown, ...known }: OfMatch) {
  const { names, open } = known;
  const { pairing, number, isIfNeeded } = box;
  const place = {
    left: `${column * (size.width + size.gap)}px`,
    top: `${y * STEP + (STEP - HEIGHT) / 2}px`,
  };
  const title = pairing
    ? pairingWords(pairing, names)
    : box.sides.map((side) => sideWords(side, names)).join(' – ');
  const content = (
    <>
      <span class="match-number">
        {number !== null && <span class="unseen">{t('compete.bracket.match', { number })}</span>}
        <span aria-hidden="true">{number}</span>
      </span>
      <span class="match-sides">
        <Sides box={box} {...known} />
      </span>
    </>
  );
  return (
    <li class="match" style={place} data-shown={isShown || undefined}>
      {pairing && open ? (
        <button
          type="button"
          title={title}
          data-key={id}
          disabled={!hasScore(pairing)}
          onClick={() => open(pairing)}
        >
          {content}
        </button>
      ) : (
        <span
          class="match-box"
          title={title}
          data-open={pairing ? undefined : ''}
          data-spare={isIfNeeded || undefined}
        >
          {content}
        </span>
      )}
    </li>
  );
}

function Sides({ box: { pairing, sides, number }, names, seeds }: Known & { box: Box }) {
  const { winner = null, points = [] } = pairing ?? {};
  const sign = pairing && DECIDED.find(([, , isSo]) => isSo(pairing))?.[1];
  return (
    <>
      {sides.map((side, k) => {
        const { player } = side;
        const hasWon = player !== null && player === winner;
        return (
          <span key={k} class={hasWon ? 'opponent won' : 'opponent'}>
            {player !== null && seeds.has(player) && <span class="opponent-seed">{seeds.get(player)}</span>}
            {player === null ? (
              <span class="opponent-who hint">{sideWords(side, names)}</span>
            ) : (
              <Who name={names[player] ?? ''} names={names} />
            )}
            <span class="opponent-points">
              {pairing && hasScore(pairing) ? pointsText(points[k] ?? 0) : ''}
              {hasWon && sign}
            </span>
            {hasWon && (
              <span class="opponent-mark" aria-hidden="true">
                ✓
              </span>
            )}
          </span>
        );
      })}
      {number === null ? (
        <span class="opponent hint">{t('compete.how.bye')}</span>
      ) : (
        pairing && <span class="unseen">{howWords(pairing, names)}</span>
      )}
    </>
  );
}

/** Where it is too long, a name gives way in its middle. */
function Who({ name, names }: { name: string; names: string[] }) {
  const [head, tail] = headAndTail(name, names);
  return (
    <span class="opponent-who">
      <span class="opponent-head">{head}</span>
      {tail && <span class="opponent-tail">{tail}</span>}
    </span>
  );
}

/** Who plays, or where that one comes from. */
export function sideWords({ player, from }: Side, names: readonly string[]) {
  if (player !== null) return names[player] ?? '';
  if (!from) return '–';
  return t(from.hasWon ? 'compete.bracket.winnerOf' : 'compete.bracket.loserOf', { number: from.number });
}

/** Where a match stands: its column, and its middle in rows. */
type Place = Pick<Box, 'column' | 'y'>;

/** The line from one match to the one that its winner plays next. */
export function joined(from: Place, to: Place, { width, gap }: Size = USUAL) {
  const x = from.column * (width + gap) + width;
  const end = to.column * (width + gap);
  const [y, last] = [from, to].map((each) => each.y * STEP + STEP / 2);
  return `M${x} ${y}H${end - gap / 2}V${last}H${end}`;
}

/** What decided. */
export function howWords(pairing: Pairing, names: string[]) {
  const { winner, how, replays: count = 0 } = pairing;
  const id = `compete.how.${isReplayed(pairing) ? 'replayed' : how}`;
  return t(id, { name: winner === null ? '' : (names[winner] ?? ''), count });
}

/** Who met whom, and what came of it. */
function pairingWords(pairing: Pairing, names: string[]) {
  const { players, points } = pairing;
  const [name = '', other = ''] = players.map((player) => names[player] ?? '');
  if (players.length < 2) return t('compete.pairing.bye', { name });
  const score = points.map(pointsText).join(':');
  return t('compete.pairing', { name, other, score, how: howWords(pairing, names) });
}
