// The bracket of an elimination, drawn as one; a match opens its games.

import { useRef } from 'preact/hooks';
import { useArrows } from '../../base/ui/arrows.ts';
import { pointsText, say, t } from '../../base/words/index.ts';
import { calledSays, roundSays } from '../../contest/stage-words.ts';
import { lowerCalled, upperCalled } from '../../contest/stages.ts';
import type { Box, Drawing, Pairing, Part } from './bracket.ts';
import { hasScore, layOut } from './bracket.ts';
import { Scrolled } from './scrolled.tsx';

const WIDTH = 184;
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
  open: (pairing: Pairing) => void;
}

export function Bracket({ pairings, names, isDouble, open }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const parts = layOut(pairings, names.length, isDouble);
  // Of two, who loses has lost to the only other one.
  const isToCome = (part: Part) => isDouble && (part === 'final' || (part === 'lower' && names.length > 2));
  useArrows(element);
  return (
    <div class="compete-bracket" ref={element}>
      {PARTS.filter((part) => parts[part].boxes.length > 0 || isToCome(part)).map((part) => {
        const says = t(`compete.bracket.${isDouble ? part : 'single'}`);
        return (
          <section key={part}>
            <h4>{says}</h4>
            {parts[part].boxes.length > 0 ? (
              <Field
                {...{ names, part, says, open }}
                drawing={parts[part]}
                rounds={roundsOf(parts[part], part, isDouble, names.length)}
              />
            ) : (
              <p class="hint">{t(`compete.bracket.${part}.later`)}</p>
            )}
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
  const { pairing } = box;
  const place = {
    left: `${box.column * (WIDTH + GAP)}px`,
    top: `${box.y * STEP + (STEP - HEIGHT) / 2}px`,
  };
  return (
    <li class="match" style={place}>
      {pairing ? (
        <button
          type="button"
          title={pairingWords(pairing, names)}
          data-key={id}
          disabled={!hasScore(pairing)}
          onClick={() => open(pairing)}
        >
          <Sides pairing={pairing} names={names} />
        </button>
      ) : (
        <span class="match-open">{t('compete.bracket.later')}</span>
      )}
    </li>
  );
}

function Sides({ pairing, names }: { pairing: Pairing; names: string[] }) {
  const { players, points, winner, how } = pairing;
  return (
    <>
      {players.map((player, k) => (
        <span key={player} class={player === winner ? 'opponent won' : 'opponent'}>
          <span class="opponent-who">{names[player] ?? ''}</span>
          <span class="opponent-points">
            {hasScore(pairing) ? pointsText(points[k] ?? 0) : ''}
            {player === winner && DECIDED.find(([each]) => each === how)?.[1]}
          </span>
          {player === winner && (
            <span class="opponent-mark" aria-hidden="true">
              ✓
            </span>
          )}
        </span>
      ))}
      {how === 'bye' ? (
        <span class="opponent hint">{t('compete.how.bye')}</span>
      ) : (
        <span class="unseen">{howWords(pairing, names)}</span>
      )}
    </>
  );
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
