// What an error of a bot means, in the reader's language, beside Python's own message. The explanations are loaded when
// there is first an error to explain.

import { useEffect, useState } from 'preact/hooks';
import { fetchAsset, manifest } from '../base/site/manifest.ts';
import { Icon } from '../base/ui/parts.tsx';
import { lazy } from '../base/values/lazy.ts';
import { language, t, withWords } from '../base/words/index.ts';
import type { FaultReport } from './fault-report.ts';
import { errorOf } from './fault-report.ts';

interface Props {
  fault: FaultReport;
  game: string;
  /** to be named; 0 and null: none, or it stands there already */
  line?: number | null;
  /** leads to that line; not said: nothing does */
  go?: (line: number) => void;
}

/** The line alone, where there is no explanation; nothing, where that stands elsewhere. */
export function Explained({ fault, game, line = null, go }: Props) {
  const [text, tell] = useState('');
  const { message, error, traceback } = fault;
  useEffect(() => {
    let isWanted = true;
    tell('');
    explanation({ message, error, traceback }, game).then(
      (found) => isWanted && tell(found),
      // Without a network the message of Python stands alone.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [message, error, traceback, game]);
  const where = line ? t('problems.line', { line }) : '';
  const place =
    line && go ? (
      <button type="button" class="link explained-line" onClick={() => go(line)}>
        {where}
      </button>
    ) : (
      where && <span class="explained-line">{where}</span>
    );
  if (!text) return place || null;
  return (
    <span class="explained">
      <Icon name="lightbulb" />
      <span>
        {place} {text}
      </span>
    </span>
  );
}

/** @returns "": there is none. Rejects without a network; the next time it is tried again */
async function explanation(fault: FaultReport, game: string): Promise<string> {
  // A page of its own has no explanations.
  if (!manifest.explained?.[language]) return '';
  const [{ explain }, { say }] = await Promise.all([import('./rules.ts'), loadWords()]);
  const keys = errorOf(fault).startsWith('KeyError') ? ((await loadKeys())[game] ?? []) : [];
  const found = explain(fault, keys);
  return found ? say(found) : '';
}

const loadWords = lazy(async () => {
  const response = await fetchAsset(manifest.explained[language] ?? '');
  return withWords(await response.json());
});

/** The keys of each game's views; the texts of the reference beside the editor have them. */
const loadKeys: () => Promise<Record<string, string[]>> = lazy(async () => {
  const response = await fetchAsset(manifest.guides[language] ?? '');
  const { views } = (await response.json()) as { views: Record<string, [string, string][]> };
  return Object.fromEntries(
    Object.entries(views).map(([name, entries]) => [name, entries.map(([key]) => key)]),
  );
});
