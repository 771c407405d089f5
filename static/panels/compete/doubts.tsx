// Whether those who are chosen in a form will play: it is found out while the form is open, and said beside each of them.

import { signal } from '@preact/signals';
import { IconButton } from '../../base/ui/parts.tsx';
import { isSame } from '../../base/values/bundle-shape.ts';
import { t } from '../../base/words/index.ts';
import type { Code } from '../../match/types.ts';

/** What stands in place of a doubt that could not be found out. */
const UNCHECKED = '';

export type Doubts<Key> = ReturnType<typeof createDoubts<Key>>;

/** @param doubt why a bot will not play; null: it may */
export function createDoubts<Key>(doubt: (code: Code) => Promise<string | null>) {
  /** Why one will not play, by its key; null: that is being found out; `UNCHECKED`: it could not be. */
  const told = signal<ReadonlyMap<Key, string | null>>(new Map());
  /** What is being found out, or was, and of which code. */
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
    /** An earlier text of the bot may be checked for longer than the one that it has now. */
    const isLatest = () => checks.get(key)?.why === why;
    why.then(
      (found) => isLatest() && tell(key, found ?? undefined),
      () => isLatest() && tell(key, UNCHECKED),
    );
  }

  return {
    told,
    check,
    /** Finds it out if another bot stands there now, or another text of the same. @param code null: nothing is to be found out */
    follow(key: Key, code: Code | null) {
      const last = checks.get(key)?.code;
      if (code) {
        if (!last || !isSame(code, last)) check(key, code);
      } else if (last) {
        checks.delete(key);
        tell(key, undefined);
      }
    },
    /** What is being found out of one, or was. */
    of: (key: Key) => checks.get(key)?.why,
  };
}

interface Props {
  /** why it will not play, as it is told; undefined: nothing is known against it */
  why: string | null | undefined;
  /** what it is called */
  name: string;
  recheck: () => void;
  /** whether its name does not stand beside it; what is being found out is not said there */
  isNamed?: boolean;
}

/** What is known of one. */
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
