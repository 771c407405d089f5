// The problems of a bot, as a list below the editor.

import { Icon } from '../../base/ui/parts.tsx';
import { t } from '../../base/words/index.ts';
import { Explained } from '../../explained/explained.tsx';
import type { Problem } from '../../match/faults.ts';
import { placeOf } from '../../match/faults.ts';

interface Props {
  problems: readonly Problem[];
  goToLine: (line: number, file?: string) => void;
}

export function Problems({ problems, goToLine }: Props) {
  return (
    <ul class="problems" aria-label={t('problems.label')} hidden={problems.length === 0}>
      {problems.map((problem, k) => {
        const { file, line, text, turn, cancel } = problem;
        const go = turn ? turn.go : line ? () => goToLine(line, file) : undefined;
        return (
          // Keyed by index: while the line of a problem is searched, its text changes, and the focus must stay.
          <li key={k}>
            <button type="button" data-kind={turn ? 'near' : 'fault'} onClick={go}>
              <Icon name={turn ? 'clock-alert' : 'alert'} />
              <span class="where">{whereOf(problem)}</span>
              <span>
                {text}
                {problem.fault && problem.game && <Explained fault={problem.fault} game={problem.game} />}
              </span>
            </button>
            {cancel && (
              <button
                type="button"
                class="plain"
                onClick={({ currentTarget }) => {
                  // The pressed button will be removed, so the next one gets the focus.
                  currentTarget.parentElement?.querySelector('button')?.focus();
                  cancel();
                }}
              >
                {t('fork.cancel')}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function whereOf({ file, line, turn }: Problem) {
  if (line) return placeOf({ file, line });
  if (!turn) return t('problems.noLine');
  return turn.number ? t('orders.turn', { turn: turn.number }) : t('orders.start');
}
