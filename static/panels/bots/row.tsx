// A row of the list of bots.

import type { Ref } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { LONGEST_NAME, shortName } from '../../base/text/legible.ts';
import { IconButton } from '../../base/ui/parts.tsx';
import { Renamable } from '../../base/ui/renaming.tsx';
import { moment, sizeText, t } from '../../base/words/index.ts';
import type { Listed as Bot } from '../code/my-bots.ts';
import type { Actions } from './actions.ts';
import type { Listed, State } from './state.ts';

interface Props {
  bot: Listed;
  state: State;
  actions: Actions;
  /** opens the comparison of its versions */
  compare: (id: number) => void;
}

export function Row({ bot, state, actions, compare }: Props) {
  const { id, created, version } = bot;
  const name = shortName(bot.name);
  return (
    <li class="bots-row">
      <label class="bots-pick">
        <input
          type="checkbox"
          checked={state.picked.value.has(id)}
          aria-label={t('bots.select', { name })}
          onChange={({ currentTarget }) => state.pick(id, currentTarget.checked)}
        />
      </label>
      <Renamable
        id={id}
        renaming={state.renaming}
        class="bots-rename"
        says={t('bots.name')}
        most={LONGEST_NAME - 4}
      >
        {(opener) => <Opener button={opener} bot={bot} name={name} open={() => actions.open(bot)} />}
      </Renamable>
      <Note bot={bot} name={name} state={state} />
      <span class="bots-version">{version !== null && t('versions.number', { number: version })}</span>
      <span class="bots-size">{sizeOf(bot)}</span>
      <Changed bot={bot} />
      <span class="bots-actions">
        <IconButton
          icon="columns"
          says={t('bots.versionsName', { name })}
          disabled={version === null}
          onClick={() => compare(id)}
        />
        <IconButton
          icon="pencil"
          says={t('bots.renameName', { name })}
          onClick={() => state.renaming.begin(id, bot.name)}
        />
        <IconButton
          icon="copy"
          says={t('bots.duplicateName', { name })}
          onClick={() => actions.duplicate(bot)}
        />
        <IconButton icon="share" says={t('bots.shareName', { name })} onClick={() => actions.share(bot)} />
        <IconButton icon="download" says={t('bots.saveName', { name })} onClick={() => actions.save([id])} />
        <IconButton
          icon="trash"
          says={t('bots.deleteName', { name })}
          disabled={created === 0}
          onClick={() => actions.remove(bot)}
        />
      </span>
    </li>
  );
}

export function DeletedRow({ bot, state }: { bot: Bot; state: State }) {
  const name = shortName(bot.name);
  return (
    <li class="bots-row bots-deleted">
      <span class="bots-name">{name}</span>
      <span class="bots-game">{t(`game.${bot.game}`)}</span>
      <button
        type="button"
        class="plain"
        aria-label={t('bots.restoreName', { name })}
        onClick={() => state.restore(bot.id)}
      >
        {t('versions.restore')}
      </button>
    </li>
  );
}

interface OpenerProps {
  button: Ref<HTMLButtonElement>;
  bot: Bot;
  name: string;
  open: () => void;
}

/** The button that puts a bot into the editor. */
function Opener({ button, bot: { game, isCurrent }, name, open }: OpenerProps) {
  const facts = [t(`game.${game}`), ...(isCurrent ? [t('bots.current')] : [])];
  return (
    <button ref={button} type="button" class="bots-open" aria-current={isCurrent || undefined} onClick={open}>
      <span class="unseen">{t('bots.open')}</span>
      <span class="bots-name">{name}</span>
      <span class="bots-game">{facts.join(' · ')}</span>
    </button>
  );
}

/** The field for the note. Enter stores it; the field keeps the focus. */
function Note({ bot: { id, note }, name, state }: { bot: Bot; name: string; state: State }) {
  const field = useRef<HTMLInputElement>(null);
  /** Whether the user is typing: updates must not replace a text that is not stored yet. */
  const isTyped = useRef(false);
  useLayoutEffect(() => {
    if (field.current && !isTyped.current) field.current.value = note;
  }, [note]);
  return (
    <input
      ref={field}
      type="text"
      class="bots-note"
      maxLength={500}
      placeholder={t('bots.note')}
      aria-label={t('bots.noteOf', { name })}
      onInput={() => {
        isTyped.current = true;
      }}
      onChange={({ currentTarget }) => {
        isTyped.current = false;
        state.note(id, currentTarget.value);
      }}
    />
  );
}

function sizeOf({ size, files }: Bot): string {
  const said = sizeText(size);
  return files > 1 ? `${t('bots.files', { count: files })}, ${said}` : said;
}

function Changed({ bot: { created, changed } }: { bot: Bot }) {
  if (created === 0) return <span class="bots-time">{t('bots.starter')}</span>;
  return (
    <time class="bots-time" dateTime={new Date(changed).toISOString()} title={t('bots.changed')}>
      {moment(changed)}
    </time>
  );
}
