// The dialog with all bots in the library.

import { render } from 'preact';
import { useRef } from 'preact/hooks';
import type { App } from '../../app.ts';
import { Dialog } from '../../base/ui/dialog.tsx';
import { SearchField } from '../../base/ui/field.tsx';
import { useKeptFocus } from '../../base/ui/kept-focus.ts';
import { List, PAGE } from '../../base/ui/list.tsx';
import { Button } from '../../base/ui/parts.tsx';
import { sentences, t } from '../../base/words/index.ts';
import type { Actions } from './actions.ts';
import { DeletedRow, Row } from './row.tsx';
import type { State } from './state.ts';
import { createState } from './state.ts';

interface Props {
  app: App;
  actions: Actions;
  state: State;
}

export function createBotsDialog(host: HTMLElement, app: App, actions: Actions) {
  const state = createState(app, actions);
  render(
    <Dialog id="bots-dialog" class="bots-dialog" says={t('bots.title')} isOpen={state.isOpen}>
      <Bots app={app} actions={actions} state={state} />
    </Dialog>,
    host,
  );
  return { open: state.open, close: state.close };
}

function Bots({ state, app, actions }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const rows = state.rows.value;
  const { unknown, deleted } = state.kept.value;
  const none = [
    ...(rows.length === 0 ? [t('bots.none')] : []),
    ...(unknown > 0 ? [t('bots.unknown', { count: unknown })] : []),
  ];
  useKeptFocus(root, '.bots-list', title);
  return (
    <div class="bots" ref={root}>
      <header>
        <h2 ref={title} tabIndex={-1} autofocus>
          {t('bots.title')}
        </h2>
        <nav class="bots-games" aria-label={t('bots.filter')}>
          {[null, ...Object.keys(app.games)].map((name) => (
            <Filter key={name ?? ''} name={name} state={state} />
          ))}
        </nav>
      </header>
      <Tools state={state} askForBots={app.incoming.askForBots} />
      {rows.length > 0 && (
        <List class="bots-list" rows={rows} most={state.most.value} more={state.more} first="input">
          {(bot) => <Row key={bot.id} bot={bot} state={state} actions={actions} compare={app.code.compare} />}
        </List>
      )}
      <p class="hint" role="status">
        {sentences(none)}
      </p>
      {deleted.length > 0 && (
        <details class="bots-bin">
          <summary>{t('bots.deletedList', { count: deleted.length })}</summary>
          <ul class="bots-list">
            {deleted.slice(0, PAGE).map((bot) => (
              <DeletedRow key={bot.id} bot={bot} state={state} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** The button that shows only the bots of one game. @param name null for all games */
function Filter({ name, state }: { name: string | null; state: State }) {
  const all = state.all.value;
  const count = name ? all.filter((bot) => bot.game === name).length : all.length;
  return (
    <button
      type="button"
      class="quiet"
      aria-pressed={name === state.game.value}
      onClick={() => state.choose(name)}
    >
      {name ? t(`game.${name}`) : t('library.all')}
      <span class="count">{t('library.number', { count })}</span>
    </button>
  );
}

function Tools({ state, askForBots }: Pick<Props, 'state'> & { askForBots: () => void }) {
  const count = state.saved.value.length;
  return (
    <div class="bots-tools">
      <SearchField
        says={t('bots.find')}
        value={state.typed.value}
        typed={(text) => {
          state.typed.value = text;
        }}
      />
      <Button icon="file-up" says={t('bots.import')} onClick={askForBots} />
      <Button
        icon="download"
        says={t(state.picked.value.size > 0 ? 'bots.savePicked' : 'bots.saveAll', { count })}
        disabled={count === 0}
        onClick={state.save}
      />
      <Button icon="plus" says={t('bots.new')} class="accent" onClick={state.create} />
      <p class="hint">{t('bots.saved')}</p>
    </div>
  );
}
