// The dialog for entering a league with a bot.

import { Dialog } from '../../base/ui/dialog.tsx';
import { Button } from '../../base/ui/parts.tsx';
import { t } from '../../base/words/index.ts';
import type { Entering } from './entering.ts';

export function Enter({ state }: { state: Entering }) {
  const title = t('league.enterTitle');
  return (
    <Dialog id="league-enter" class="league-enter" says={title} isOpen={state.isOpen}>
      <h2>{title}</h2>
      <p class="league-note">{state.opened.value?.index.title}</p>
      <label>
        <span>{t('league.enterBot')}</span>
        <select
          value={String(state.bot.value)}
          onChange={({ currentTarget }) => state.choose(Number(currentTarget.value))}
        >
          {state.list.value.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>
          {state.hostOf.value
            ? t('league.enterLogin', { host: state.hostOf.value })
            : t('league.enterLoginHere')}
        </span>
        <input
          type="text"
          value={state.login.value}
          maxLength={39}
          spellcheck={false}
          autocapitalize="off"
          onInput={({ currentTarget }) => state.typeLogin(currentTarget.value)}
          onChange={state.checkNow}
        />
      </label>
      <label>
        <span>{t('league.enterName')}</span>
        <input
          type="text"
          value={state.name.value}
          maxLength={40}
          spellcheck={false}
          autocapitalize="off"
          onInput={({ currentTarget }) => state.typeName(currentTarget.value)}
          onChange={state.checkNow}
        />
      </label>
      <div role="status">
        <Said state={state} />
      </div>
      {/* It takes up its room before the check is done: else the dialog, which is centred, would jump. */}
      <div class="league-ways">
        {state.isInOrder.value ? <Ways state={state} /> : <NotYet state={state} />}
      </div>
    </Dialog>
  );
}

/** The result of the league's check. */
function Said({ state }: { state: Entering }) {
  const { said, isChecking, login } = state;
  if (isChecking.value) return <p class="league-note">{t('league.checking')}</p>;
  if (!login.value || !said.value) return <p class="league-note">{t('league.needsLogin')}</p>;
  const { problems, notes } = said.value;
  return (
    <>
      {problems.length === 0 && <p class="league-note">{t('league.inOrder')}</p>}
      {[...problems, ...notes].length > 0 && (
        <ul class="league-said">
          {[...problems, ...notes].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The steps that follow once the bot passes the check. */
function NotYet({ state: { hostOf } }: { state: Entering }) {
  const host = hostOf.value;
  return (
    <>
      <div class="league-actions">
        <Button
          class="accent"
          disabled
          says={host ? t('league.propose', { host }) : t('league.saveEntry')}
          onClick={() => {}}
        />
      </div>
      <p class="league-note">{t('league.notYet')}</p>
    </>
  );
}

/** The ways to submit the bot: the host's form, or a file. */
function Ways({ state }: { state: Entering }) {
  const form = state.form.value;
  const folder = state.folder.value;
  const isAtHost = state.hostOf.value !== null;
  if (form)
    return (
      <>
        <div class="league-actions">
          <a class="accent button" href={form.address} target="_blank" rel="noopener noreferrer">
            {t('league.propose', { host: state.hostOf.value ?? '' })}
          </a>
        </div>
        <p class="league-note">{t('league.proposeSays', { path: form.path })}</p>
      </>
    );
  return (
    <>
      <div class="league-actions">
        <Button
          class="accent"
          icon="download"
          says={t('league.saveEntry')}
          onClick={() => void state.save()}
        />
      </div>
      <p class="league-note">{t(isAtHost ? 'league.saveSays' : 'league.saveSaysHost', { folder })}</p>
    </>
  );
}
