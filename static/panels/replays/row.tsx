// A row of the list of replays.

import type { Ref } from 'preact';
import type { Entry } from '../../base/storage/replay-entries.ts';
import { LONGEST_NAME, shortName } from '../../base/text/legible.ts';
import { Button, Icon, IconButton, Swatch } from '../../base/ui/parts.tsx';
import { Renamable } from '../../base/ui/renaming.tsx';
import { list, moment, say, t } from '../../base/words/index.ts';
import { fileOf, namesOf } from '../../games/names.ts';
import type { Id, State } from './state.ts';

/** The most players that a row names. */
const MOST_NAMED = 8;

interface RowProps {
  entry: Entry;
  state: State;
  open: (entry: Entry, title: string) => void;
  /** continues a match of a person; null if it is not one, or it is over */
  goOn: (() => void) | null;
}

export function Row({ entry, state, open, goOn }: RowProps) {
  const facts = factsOf(entry);
  if (!facts) return <BrokenRow id={entry.id} state={state} />;
  const { title, file } = facts;
  return (
    <li class="library-row">
      <label class="library-select">
        <input
          type="checkbox"
          checked={state.selected.value.has(entry.id)}
          aria-label={t('library.select', { name: title })}
          onChange={({ currentTarget }) => state.select(entry.id, currentTarget.checked)}
        />
      </label>
      {entry.picture ? (
        <img class="library-picture" loading="lazy" src={entry.picture} alt="" width={64} height={64} />
      ) : (
        <span class="library-picture" />
      )}
      <span class="library-game">
        {t(`game.${entry.game}`)}
        {entry.linked && <span class="library-linked">{t('library.linked')}</span>}
      </span>
      <Renamable
        id={entry.id}
        renaming={state.renaming}
        class="library-field"
        says={t('library.name')}
        most={LONGEST_NAME}
      >
        {(opener) => <Opener button={opener} entry={entry} facts={facts} open={() => open(entry, title)} />}
      </Renamable>
      <span class="library-turns">{t('library.turns', { count: entry.turns })}</span>
      <time dateTime={new Date(entry.time).toISOString()}>{moment(entry.time)}</time>
      <span class="library-actions">
        {goOn && <Button class="plain library-go-on" says={t('library.goOn')} onClick={goOn} />}
        <IconButton
          icon="star"
          says={t('library.star', { name: title })}
          class="library-star"
          aria-pressed={entry.star}
          onClick={() => state.star(entry)}
        />
        <IconButton
          icon="pencil"
          says={t('library.rename', { name: title })}
          onClick={() => state.renaming.begin(entry.id, title)}
        />
        <Keeping id={entry.id} title={title} file={file} state={state} />
      </span>
    </li>
  );
}

/** The row of a replay that cannot be shown, but saved and removed. */
export function BrokenRow({ id, state }: { id: Id; state: State }) {
  const title = t('library.brokenName', { number: String(id).slice(0, 20) });
  return (
    <li class="library-row">
      <p class="library-broken">
        <Icon name="alert" />
        <span>{t('library.broken')}</span>
      </p>
      <span class="library-actions">
        <Keeping id={id} title={title} file="replay.json" state={state} />
      </span>
    </li>
  );
}

function Keeping({ id, title, file, state }: { id: Id; title: string; file: string; state: State }) {
  return (
    <>
      <IconButton
        icon="download"
        says={t('library.save', { name: title })}
        onClick={() => state.save(id, title, file)}
      />
      <IconButton
        icon="trash"
        says={t('library.remove', { name: title })}
        onClick={() => state.remove(id, title)}
      />
    </>
  );
}

type Facts = NonNullable<ReturnType<typeof factsOf>>;

/** The facts in a row; null if the entry cannot be shown. */
function factsOf(entry: Entry) {
  try {
    const names = namesOf(entry);
    const first = names.slice(0, MOST_NAMED);
    const others = names.length - first.length + entry.others;
    const players = others > 0 ? [...first, t('players.others', { count: others })] : first;
    const title = entry.name === null ? list(players) : shortName(entry.name);
    const result = entry.result ? say(entry.result.reason, names) : t('library.stopped');
    return { title, players, result, file: fileOf(entry, '.json') };
  } catch {
    return null;
  }
}

interface OpenerProps {
  button: Ref<HTMLButtonElement>;
  entry: Entry;
  facts: Facts;
  open: () => void;
}

/** The button that opens a replay, with the players and the result. */
function Opener({ button, entry, facts: { title, players, result }, open }: OpenerProps) {
  return (
    <button ref={button} type="button" class="library-open" onClick={open}>
      <span class="unseen">{t('library.open')}</span>
      {entry.name !== null && <span class="library-name">{title}</span>}
      <span class="library-players">
        {players.map((name, k) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: players are identified by their index, and names may be equal.
          <span key={k} class={entry.result?.places[k] === 1 ? 'who won' : 'who'}>
            {k < MOST_NAMED && <Swatch player={k} />}
            <span>{name}</span>
          </span>
        ))}
      </span>
      <span class="library-result">{result}</span>
    </button>
  );
}
