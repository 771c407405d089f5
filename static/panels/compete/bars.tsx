// Bars of games won, drawn and lost: by seat, and by why games ended.

import { fixed, t } from '../../base/words/index.ts';
import type { Outcome, Tally } from './games.ts';

const ORDER: Outcome[] = ['win', 'draw', 'loss'];

interface Props {
  caption: string;
  /** the heading of the column of labels */
  what: string;
  /** open: goes to the lost games of a line; `from`: the key of the pressed element */
  lines: { label: string; tally: Tally; open?: ((from: string) => void) | undefined }[];
}

/** A table of bars, all on one scale. The numbers are beside them, so that colour is not the only information. */
export function Bars({ caption, what, lines }: Props) {
  const most = Math.max(1, ...lines.map(({ tally }) => tally.win + tally.draw + tally.loss));
  return (
    <table class="compete-bars">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <td />
          {ORDER.map((outcome) => (
            <th key={outcome} scope="col" class="number">
              {t(`compete.${outcome}.head`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, tally, open }) => (
          <tr key={label}>
            <th scope="row">
              {open ? (
                <button
                  type="button"
                  class="link"
                  data-key={`cause-${label}`}
                  onClick={() => open(`cause-${label}`)}
                >
                  {label}
                </button>
              ) : (
                label
              )}
            </th>
            <td class="bar">
              <Bar tally={tally} most={most} />
            </td>
            {ORDER.map((outcome) => (
              <td key={outcome} class="number">
                {fixed(tally[outcome], 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Bar({ tally, most }: { tally: Tally; most: number }) {
  const widths = ORDER.map((outcome) => (100 * tally[outcome]) / most);
  return (
    <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      {ORDER.map((outcome, k) => {
        const x = widths.slice(0, k).reduce((sum, width) => sum + width, 0);
        return <rect key={outcome} x={x} y={0} width={widths[k]} height={12} class={`outcome-${outcome}`} />;
      })}
    </svg>
  );
}
