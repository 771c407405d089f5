// The menu beside the file name: the bots of the game, and the actions on the one in the editor.

import type { ReadonlySignal } from '@preact/signals';
import { signal, useSignal } from '@preact/signals';
import { render } from 'preact';
import { useRef } from 'preact/hooks';
import type { App } from '../../app.ts';
import { shortName } from '../../base/text/legible.ts';
import { SearchField } from '../../base/ui/field.tsx';
import { useKeptFocus } from '../../base/ui/kept-focus.ts';
import { Button } from '../../base/ui/parts.tsx';
import { moment, t } from '../../base/words/index.ts';
import type { Listed } from '../code/my-bots.ts';
import type { Actions } from './actions.ts';
import type { Follow } from './follow.ts';
import { FollowForm } from './follow-form.tsx';

/** If there are at least this many bots, there is a search field. */
const FIELD_FROM = 8;
/** The most bots in the list; others can be found by their names. */
const MOST_LISTED = 50;

interface Inside {
  actions: Actions;
  showAll: () => void;
  follow: Follow;
}

export function createChooser(popover: HTMLElement, app: App, inside: Inside) {
  /** Increased when the library has changed, which is not in a signal, to render again. */
  const news = signal(0);
  /** Counts how often the menu was opened: each time it is rendered anew. */
  let opened = 0;
  return {
    open() {
      opened += 1;
      render(<Chooser key={opened} {...inside} app={app} popover={popover} news={news} />, popover);
    },
    /** To be called when the library, or the followed file, has changed. */
    refresh() {
      if (popover.matches(':popover-open')) news.value += 1;
    },
  };
}

type Props = Inside & { app: App; popover: HTMLElement; news: ReadonlySignal<number> };

function Chooser({ popover, news, app, actions, showAll, follow }: Props) {
  const { library: bots } = app;
  const root = useRef(popover);
  const title = useRef<HTMLHeadingElement>(null);
  const typed = useSignal('');
  void news.value;
  const { game } = app.session;
  const all = bots.list(game);
  const wanted = typed.value.trim().toLowerCase();
  const found = all.filter(({ name, note }) => `${name} ${note}`.toLowerCase().includes(wanted));
  const current = all.find(({ isCurrent }) => isCurrent);
  useKeptFocus(root, '.my-bots-list', title);
  const act = (run: () => unknown) => () => {
    popover.hidePopover();
    run();
  };
  const toCurrent = (action: (bot: Listed) => unknown) => act(() => current && action(current));
  return (
    <>
      <h2 ref={title} tabIndex={-1}>
        {t('bots.ofGame', { game: t(`game.${game}`) })}
      </h2>
      {all.length >= FIELD_FROM && (
        <SearchField
          says={t('bots.find')}
          value={typed.value}
          typed={(text) => {
            typed.value = text;
          }}
        />
      )}
      <ul class="my-bots-list">
        {found.slice(0, MOST_LISTED).map((bot) => (
          <li key={bot.id}>
            <button
              type="button"
              class="quiet"
              aria-current={bot.isCurrent ? 'true' : undefined}
              onClick={act(() => bot.isCurrent || actions.open(bot))}
            >
              <span class="name">{shortName(bot.name)}</span>
              <span class="facts">{factsOf(bot, bots.newest(bot.id))}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="hint" role="status">
        {found.length === 0 && t('bots.none')}
      </p>
      {current && <Note key={current.id} bot={current} keep={(note) => bots.note(current.id, note)} />}
      <div class="my-bots-actions">
        <Button icon="plus" says={t('bots.new')} onClick={act(() => actions.create(game))} />
        <Button icon="copy" says={t('bots.duplicate')} onClick={toCurrent(actions.duplicate)} />
        <Button icon="share" says={t('links.shareThis')} onClick={toCurrent(actions.share)} />
        <Button
          icon="trash"
          says={t('bots.delete')}
          disabled={!current || current.created === 0}
          onClick={toCurrent(actions.remove)}
        />
        <Button icon="folder-open" says={t('bots.all')} onClick={act(showAll)} />
      </div>
      <FollowForm follow={follow} />
    </>
  );
}

/** @param version the number of its newest version; null if it has none */
function factsOf({ created, changed }: Listed, version: number | null) {
  const facts = [created === 0 ? t('bots.starter') : moment(changed)];
  if (version !== null) facts.push(t('versions.number', { number: version }));
  return facts.join(' · ');
}

/** The note on the bot in the editor. */
function Note({ bot, keep }: { bot: Listed; keep: (note: string) => void }) {
  return (
    <>
      <label class="field-over" for="bot-note">
        {t('bots.note')}
      </label>
      <textarea
        rows={2}
        id="bot-note"
        maxLength={500}
        placeholder={t('bots.noteHint')}
        defaultValue={bot.note}
        onChange={({ currentTarget }) => keep(currentTarget.value)}
      />
    </>
  );
}
