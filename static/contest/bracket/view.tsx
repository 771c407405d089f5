// The bracket of an elimination, drawn as one; a match opens its games where they are.

import { useRef } from 'preact/hooks';
import { headAndTail } from '../../base/text/middle.ts';
import { useArrows } from '../../base/ui/arrows.ts';
import { Scrolled } from '../../base/ui/scrolled.tsx';
import { pointsText, say, t } from '../../base/words/index.ts';
import { calledSays, roundSays } from '../stage-words.ts';
import { lowerCalled, upperCalled } from '../stages.ts';
import type { Box, Drawing, Pairing, Part, Side } from './layout.ts';
import { hasScore, layOut } from './layout.ts';

const WIDTH = 212;
const GAP = 32;
const HEIGHT = 52;
const STEP = 64;
const PARTS: Part[] = ['upper', 'lower', 'final'];

/** What was decided otherwise than by points has a sign, which is told below the bracket. */
const DECIDED: readonly [how: string, sign: string][] = [
  ['seeding', '*'],
  ['withdrawal', '†'],
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
  useArrows(element);
  return (
    <div class="compete-bracket" ref={element}>
      {PARTS.filter((part) => parts[part].boxes.length > 0).map((part) => {
        const says = t(`compete.bracket.${isDouble ? part : 'single'}`);
        return (
          <section key={part}>
            <h4>{says}</h4>
            <Field
              {...{ names, part, says, open }}
              drawing={parts[part]}
              rounds={roundsOf(parts[part], part, isDouble, names.length)}
            />
            {part === 'final' && <p class="hint">{finalWords(parts.final, names)}</p>}
          </section>
        );
      })}
      {DECIDED.filter(([how]) => pairings.some((each) => each.how === how)).map(([how, sign]) => (
        <p key={how} class="hint">
          {t(`compete.bracket.${how}`, { sign })}
        </p>
      ))}
    </div>
  );
}

/** What the columns of a part are called. */
function roundsOf({ boxes, columns }: Drawing, part: Part, isDouble: boolean, entrants: number): string[] {
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

type OfPart = Pick<Props, 'names' | 'open'> & {
  drawing: Drawing;
  part: Part;
  says: string;
  /** what its columns are called */
  rounds: string[];
};

function Field({ drawing: { boxes, columns, rows }, names, part, says, rounds, open }: OfPart) {
  const width = columns * (WIDTH + GAP) - GAP;
  const height = rows * STEP;
  const joints = boxes.flatMap((box) =>
    box.from.flatMap((at) => (boxes[at] ? [joined(boxes[at], box)] : [])),
  );
  return (
    <Scrolled says={says}>
      {/* One of a single column would say what the part is called. */}
      {(part !== 'final' || columns > 1) && (
        <div class="bracket-rounds">
          {rounds.map((round) => (
            <span key={round} style={{ width: `${WIDTH}px`, marginRight: `${GAP}px` }}>
              {round}
            </span>
          ))}
        </div>
      )}
      <div class="bracket-field" style={{ width: `${width}px`, height: `${height}px` }}>
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {joints.map((d) => (
            <path key={d} d={d} class="joint" />
          ))}
        </svg>
        <ol>
          {boxes.map((box, k) => (
            <Match key={k} box={box} names={names} id={`${part}-${k}`} open={open} />
          ))}
        </ol>
      </div>
    </Scrolled>
  );
}

function Match({ box, names, id, open }: Pick<Props, 'names' | 'open'> & { box: Box; id: string }) {
  const { pairing, number, isIfNeeded } = box;
  const place = {
    left: `${box.column * (WIDTH + GAP)}px`,
    top: `${box.y * STEP + (STEP - HEIGHT) / 2}px`,
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
        <Sides box={box} names={names} />
      </span>
    </>
  );
  return (
    <li class="match" style={place}>
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

function Sides({ box: { pairing, sides, number }, names }: { box: Box; names: string[] }) {
  const { winner = null, points = [], how = '' } = pairing ?? {};
  return (
    <>
      {sides.map((side, k) => {
        const { player } = side;
        const hasWon = player !== null && player === winner;
        return (
          <span key={k} class={hasWon ? 'opponent won' : 'opponent'}>
            {player === null ? (
              <span class="opponent-who hint">{sideWords(side, names)}</span>
            ) : (
              <Who name={names[player] ?? ''} names={names} />
            )}
            <span class="opponent-points">
              {pairing && hasScore(pairing) ? pointsText(points[k] ?? 0) : ''}
              {hasWon && DECIDED.find(([each]) => each === how)?.[1]}
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
function sideWords({ player, from }: Side, names: readonly string[]) {
  if (player !== null) return names[player] ?? '';
  if (!from) return '–';
  return t(from.hasWon ? 'compete.bracket.winnerOf' : 'compete.bracket.loserOf', { number: from.number });
}

/** The line from one match to the one that its winner plays next. */
function joined(from: Box, to: Box) {
  const x = from.column * (WIDTH + GAP) + WIDTH;
  const end = to.column * (WIDTH + GAP);
  const [y, last] = [from, to].map((each) => each.y * STEP + STEP / 2);
  return `M${x} ${y}H${end - GAP / 2}V${last}H${end}`;
}

/** What decided. */
export function howWords({ winner, how }: Pairing, names: string[]) {
  return t(`compete.how.${how}`, { name: winner === null ? '' : (names[winner] ?? '') });
}

/** Who met whom, and what came of it. */
function pairingWords(pairing: Pairing, names: string[]) {
  const { players, points } = pairing;
  const [name = '', other = ''] = players.map((player) => names[player] ?? '');
  if (players.length < 2) return t('compete.pairing.bye', { name });
  const score = points.map(pointsText).join(':');
  return t('compete.pairing', { name, other, score, how: howWords(pairing, names) });
}
