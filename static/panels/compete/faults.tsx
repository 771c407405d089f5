// Faults of bots: for each bot and each kind, how many there were, and the first one with its traceback.

import { useSignal } from '@preact/signals';
import { Button } from '../../base/ui/parts.tsx';
import { say, t } from '../../base/words/index.ts';
import type { BlockResult, Report } from '../../contest/types.ts';
import { Explained } from '../../explained/explained.tsx';
import type { Cell } from './games.ts';
import { gamesOf } from './games.ts';
import { reasonWords } from './reasons.ts';

/** The most groups that are listed: a contest with many broken bots has hundreds. */
const MOST_GROUPS = 30;
/** The number of lines at the end of standard error that are shown. */
const LINES = 20;

/** The games of one entrant with one kind of fault. */
interface Group {
  entrant: number;
  kind: string;
  first: Cell;
  count: number;
}

interface Props {
  game: string;
  results: BlockResult[];
  /** the names of the entrants */
  names: string[];
  /** opens a game. @param from the key of the line */
  open: (cell: Cell, from: string) => void;
  /** the error reports of a game */
  reports: (cell: Cell) => Promise<Report[]>;
}

export function Faults({ results, ...rest }: Props) {
  const groups = faultsOf(results, rest.names.length);
  if (groups.length === 0) return null;
  return (
    <section>
      <h3>{t('compete.faults')}</h3>
      <div class="compete-faults">
        {groups.map((group) => (
          <Fault key={`${group.entrant}-${group.kind}`} group={group} {...rest} />
        ))}
      </div>
    </section>
  );
}

/** @returns the most frequent first */
function faultsOf(results: BlockResult[], entrants: number): Group[] {
  const groups: Group[] = [];
  for (let entrant = 0; entrant < entrants; entrant += 1) {
    const kinds = new Map<string, Group>();
    for (const cell of gamesOf(results, entrant)) {
      if (cell.fault === null) continue;
      const group = kinds.get(cell.fault) ?? { entrant, kind: cell.fault, first: cell, count: 0 };
      group.count += 1;
      kinds.set(cell.fault, group);
    }
    groups.push(...kinds.values());
  }
  return groups.sort((one, other) => other.count - one.count).slice(0, MOST_GROUPS);
}

function Fault({ group, game, names, open, reports }: Omit<Props, 'results'> & { group: Group }) {
  const { entrant, kind, first, count } = group;
  const key = `fault-${entrant}-${kind}`;
  /** The report; null if it is hidden or was not read yet. */
  const read = useSignal<{ report: Report | undefined } | null>(null);
  async function unfold(isOpen: boolean) {
    read.value = null;
    if (!isOpen) return;
    const found = await reports(first).catch(() => []);
    read.value = { report: found.find(({ seat }) => seat === first.seat) };
  }
  return (
    <details onToggle={({ currentTarget }) => unfold(currentTarget.open)}>
      <summary data-key={key}>
        {t('compete.fault', { name: names[entrant] ?? '', kind: reasonWords(game, kind), count })}
      </summary>
      <div>
        {read.value && (
          <>
            <Told
              game={game}
              report={read.value.report}
              names={first.seats.map((each) => names[each] ?? '')}
            />
            <Button
              says={t('compete.fault.open', { number: first.number, seed: first.seed })}
              onClick={() => open(first, key)}
            />
          </>
        )}
      </div>
    </details>
  );
}

/** @param names the players' names by seat */
function Told({ game, report, names }: { game: string; report: Report | undefined; names: string[] }) {
  if (!report) return null;
  const errors = report.errors.trimEnd().split('\n').slice(-LINES).join('\n');
  return (
    <>
      <p>{say(report.text, names)}</p>
      <Explained fault={{ message: report.text, traceback: report.trace }} game={game} />
      {report.trace && <Block text={report.trace} says={t('compete.fault.trace')} />}
      {errors && <p class="hint">{t('compete.fault.errors')}</p>}
      {errors && <Block text={errors} says={t('compete.fault.errors')} />}
    </>
  );
}

function Block({ text, says }: { text: string; says: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Keys scroll it.
    // biome-ignore lint/a11y/useSemanticElements: There is no element for text as it was printed that is a region.
    <pre tabIndex={0} role="region" aria-label={says}>
      <code>{text}</code>
    </pre>
  );
}
