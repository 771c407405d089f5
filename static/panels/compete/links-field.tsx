// The field below the entrants of a new tournament, into which many links of entries can be pasted at once.

import type { Signal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import { useId, useMemo } from 'preact/hooks';
import { short } from '../../base/text/legible.ts';
import { Button } from '../../base/ui/parts.tsx';
import { t } from '../../base/words/index.ts';

/** The most links that are read at once. */
const MOST_LINKS = 64;
/** The most characters that can be pasted. Python checks the length of each link. */
const LONGEST_TEXT = 2 ** 22;

/**
 * The result of pasted links. says: a sentence about it; set: whether the form was filled in like that contest, null if the
 * contest was not begun here; undo: undoes that but keeps the bots, null if there is nothing to undo; refused: why single
 * links were refused
 */
export interface Collection {
  says: string;
  set: { says: string; undo: (() => void) | null } | null;
  refused: readonly { line: number; why: string }[];
}

/**
 * text: what was pasted; collect: adds the entries, resolves with null if none was added, which the user was told; contest: the
 * contest that they are for, '' to take it from the first entry
 */
interface Props {
  text: Signal<string>;
  collect: (text: string, told: (done: number) => void) => Promise<Collection | null>;
  contest: string;
  /** whether it is open at first */
  isOpen?: boolean;
}

export function LinksField({ text, collect, contest, isOpen = false }: Props) {
  const id = useId();
  /** Open at first if it has a text: nobody would look for a pasted text in a folded field. */
  const isFilled = useMemo(() => text.peek() !== '', [text]);
  /** The number of links read so far; null if none is being read. */
  const done = useSignal<number | null>(null);
  const found = useSignal<Collection | null>(null);
  const count = text.value.split('\n').filter((line) => line.trim()).length;
  const isTooMany = count > MOST_LINKS;
  const undo = found.value?.set?.undo;

  async function take() {
    found.value = null;
    done.value = 0;
    try {
      found.value = await collect(text.value, (each) => {
        done.value = each;
      });
    } finally {
      done.value = null;
    }
  }

  return (
    <details
      class="entrants-links"
      open={isOpen || isFilled}
      // It unfolds downwards, where the bar with the button that begins the contest covers the page.
      onToggle={({ currentTarget }) =>
        currentTarget.open && currentTarget.scrollIntoView({ block: 'nearest' })
      }
    >
      <summary>{t('compete.links.paste')}</summary>
      <label for={id}>{t('compete.links.label')}</label>
      <textarea
        id={id}
        rows={4}
        maxLength={LONGEST_TEXT}
        spellcheck={false}
        autocomplete="off"
        aria-describedby={`${id}-hint`}
        aria-invalid={isTooMany}
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
        }}
      />
      <p class="hint" id={`${id}-hint`}>
        {t(contest ? 'compete.links.hint' : 'compete.links.hint.untitled', {
          most: MOST_LINKS,
          contest: short(contest),
        })}
      </p>
      {isTooMany && (
        <p class="compete-problem" role="alert">
          {t('compete.links.tooMany', { count, most: MOST_LINKS })}
        </p>
      )}
      <Button
        says={t('compete.links.take')}
        disabled={count === 0 || isTooMany}
        aria-busy={done.value !== null}
        onClick={() => done.peek() === null && void take()}
      />
      <div role="status">
        {done.value !== null && (
          <p class="hint">{t('compete.links.reading', { number: Math.min(done.value + 1, count), count })}</p>
        )}
        {found.value && <p>{found.value.says}</p>}
        {found.value?.set && <p>{found.value.set.says}</p>}
        {found.value && found.value.refused.length > 0 && (
          <ul class="entrants-refused">
            {found.value.refused.map(({ line, why }) => (
              <li key={line}>{t('compete.links.line', { line, why })}</li>
            ))}
          </ul>
        )}
      </div>
      {undo && (
        <Button
          icon="undo"
          class="quiet"
          says={t('compete.links.unset')}
          onClick={() => {
            undo();
            if (found.value) found.value = { ...found.value, set: null };
          }}
        />
      )}
    </details>
  );
}
