// Checks whether the bots chosen in a form can play, while the form is open, and shows problems beside each of them.

import { signal } from '@preact/signals';
import { IconButton } from '../../base/ui/parts.tsx';
import { isSame } from '../../base/values/bundle-shape.ts';
import { t } from '../../base/words/index.ts';
import type { Code } from '../../match/types.ts';

/** The value for a bot that could not be checked. */
const UNCHECKED = '';

export type Doubts<Key> = ReturnType<typeof createDoubts<Key>>;

/** @param doubt checks a bot: resolves with why it cannot play, or null if it can */
export function createDoubts<Key>(doubt: (code: Code) => Promise<string | null>) {
  /** Why each bot cannot play, by its key; null while it is being checked; `UNCHECKED` if it could not be. */
  const told = signal<ReadonlyMap<Key, string | null>>(new Map());
  /** The running and finished checks, with the checked code, by key. */
  const checks = new Map<Key, { code: Code; why: Promise<string | null> }>();

  function tell(key: Key, why: string | null | undefined) {
    const next = new Map(told.peek());
    if (why === undefined) next.delete(key);
    else next.set(key, why);
    told.value = next;
  }

  function check(key: Key, code: Code) {
    tell(key, null);
    const why = doubt(code);
    checks.set(key, { code, why });
    /** The check of an earlier text may take longer than that of the current one: only the latest counts. */
    const isLatest = () => checks.get(key)?.why === why;
    why.then(
      (found) => isLatest() && tell(key, found ?? undefined),
      () => isLatest() && tell(key, UNCHECKED),
    );
  }

  return {
    told,
    check,
    /** Checks a bot if it, or its text, is not the one that was checked. @param code null if there is nothing to check */
    follow(key: Key, code: Code | null) {
      const last = checks.get(key)?.code;
      if (code) {
        if (!last || !isSame(code, last)) check(key, code);
      } else if (last) {
        checks.delete(key);
        tell(key, undefined);
      }
    },
    /** The check of a bot, running or finished. */
    of: (key: Key) => checks.get(key)?.why,
  };
}

interface Props {
  /** why it cannot play; null while it is checked; undefined if no problem is known */
  why: string | null | undefined;
  /** its name */
  name: string;
  recheck: () => void;
  /** whether the sentence names the bot, because its name is not beside it; a running check is then not shown */
  isNamed?: boolean;
}

/** The problem of a bot. */
export function Doubt({ why, name, recheck, isNamed = false }: Props) {
  if (why === undefined) return null;
  if (why === null) return isNamed ? null : <span class="hint">{t('compete.form.checking')}</span>;
  const said = why === UNCHECKED ? t('compete.form.uncheckable') : why;
  const says = isNamed ? t('files.doubt', { name, why: said }) : said;
  if (why !== UNCHECKED) return <span class="entrant-doubt">{says}</span>;
  return (
    <span class="entrant-doubt">
      {says} <IconButton icon="rotate" says={t('compete.form.recheck', { name })} onClick={recheck} />
    </span>
  );
}
