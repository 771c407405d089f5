// The view of the tab League: the list of leagues, or one league.

import { useRef } from 'preact/hooks';
import { Button, Icon, IconButton } from '../../base/ui/parts.tsx';
import { firstOf, guideOf, list, locale, t } from '../../base/words/index.ts';
import { Cross } from './cross.tsx';
import { Enter } from './enter.tsx';
import { GameList } from './game-list.tsx';
import { Look } from './look.tsx';
import type { Opened, Shown, State } from './state.ts';
import { Table } from './table.tsx';

/** The most names of bots in a sentence. */
const MOST_NAMED = 10;
/** The guide about running a league. */
const GUIDE = 'league';
const VIEWS = { standings: 'crosshair', games: 'play', enter: 'file-up' };

export function LeagueView({ state }: { state: State }) {
  const { opened, shown, isBusy } = state;
  return (
    <>
      {opened.value ? <Head state={state} opened={opened.value} /> : <Choice state={state} />}
      {opened.value && <TroubleSaid state={state} />}
      <p class="league-busy" role="status">
        {isBusy.value ? t('league.reading') : ''}
      </p>
      {opened.value && shown.value && <Season state={state} opened={opened.value} shown={shown.value} />}
    </>
  );
}

function TroubleSaid({ state: { trouble } }: { state: State }) {
  if (!trouble.value) return null;
  return (
    <p class="league-trouble" role="alert">
      {trouble.value}
    </p>
  );
}

/** The form for opening a league. */
function Choice({ state }: { state: State }) {
  const field = useRef<HTMLInputElement>(null);
  const { followed, elsewhere } = state;
  return (
    <>
      <header>
        <h2>{t('views.league')}</h2>
      </header>
      <p class="league-lead">{t('league.lead')}</p>
      <form
        class="league-open"
        onSubmit={(event) => {
          event.preventDefault();
          state.openAddress(field.current?.value ?? '');
        }}
      >
        <label>
          <span>{t('league.itsAddress')}</span>
          <input
            ref={field}
            type="text"
            inputMode="url"
            spellcheck={false}
            maxLength={2000}
            onInput={state.forgetAnswer}
          />
        </label>
        <button type="submit" class="accent">
          {t('league.open')}
        </button>
        <Button icon="folder-open" says={t('league.folder')} onClick={() => askForFolder(state.openFolder)} />
      </form>
      <TroubleSaid state={state} />
      {elsewhere.value && (
        <p class="league-elsewhere" role="status">
          {t('league.otherHost')}{' '}
          <a href={`${elsewhere.value}arena/index.html#tab=league`} rel="noreferrer">
            {t('league.itsArena')}
          </a>
        </p>
      )}
      {followed.value.length === 0 && <Without tournament={state.tournament()} />}
      {followed.value.length > 0 && (
        <>
          <h3>{t('league.followed')}</h3>
          <ul class="league-followed">
            {followed.value.map(({ address, title }) => (
              <li key={address}>
                <button type="button" class="quiet" onClick={() => state.openAddress(address)}>
                  <span class="league-title">{title}</span>
                  <span class="league-where">{address}</span>
                </button>
                <IconButton
                  icon="trash"
                  says={t('league.unfollowNamed', { title })}
                  onClick={() => state.unfollow(address)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Explains what a league is, and what can be done without one. */
function Without({ tournament }: { tournament: string }) {
  return (
    <section class="league-without panel">
      <h3>{t('league.shows')}</h3>
      <ul>
        {(['standings', 'games', 'enter'] as const).map((what) => (
          <li key={what}>
            <Icon name={VIEWS[what]} />
            {t(`league.shows.${what}`)}
          </li>
        ))}
      </ul>
      <h3>{t('league.without')}</h3>
      <p>
        <a class="plain button" href={tournament}>
          {t('league.tournament')}
        </a>
        <a class="plain button" href={guideOf(GUIDE)} target="_blank" rel="noopener">
          {t('league.run')}
        </a>
      </p>
    </section>
  );
}

function askForFolder(chosen: (files: File[]) => void) {
  const input = document.createElement('input');
  input.type = 'file';
  input.webkitdirectory = true;
  input.addEventListener('change', () => input.files?.length && chosen([...input.files]));
  input.click();
}

function Head({ state, opened }: { state: State; opened: Opened }) {
  const { source, index } = opened;
  const { shown, isFollowed } = state;
  const season = shown.value?.season;
  return (
    <>
      <header>
        <h2>{index.title}</h2>
        <span class="league-game">{t(`game.${index.game}`)}</span>
        {index.seasons.length > 0 && (
          <label class="league-season">
            <span>{t('league.season')}</span>
            <select value={season?.name} onChange={({ currentTarget }) => state.choose(currentTarget.value)}>
              {[...index.seasons].reverse().map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <span class="league-tools">
          {season?.open && (
            <button type="button" class="accent" onClick={state.entering.open}>
              {t('league.enter')}
            </button>
          )}
          {source.address && (
            <Button
              icon="star"
              says={t(isFollowed.value ? 'league.unfollow' : 'league.follow')}
              onClick={() => (isFollowed.value ? state.unfollow(source.address as string) : state.follow())}
            />
          )}
          <Button says={t('league.otherLeagues')} onClick={state.leave} />
        </span>
      </header>
      {season && (
        <p class="league-lead">
          {t(season.open ? 'league.openUntil' : 'league.closedSince', { time: dayOf(season.deadline) })}
        </p>
      )}
      <Enter state={state.entering} />
      {index.seasons.length === 0 && <p class="league-lead">{t('league.noSeason')}</p>}
    </>
  );
}

function Season({ state, opened, shown }: { state: State; opened: Opened; shown: Shown }) {
  const { ladder, final } = shown.standings;
  const { part, table, changes } = state;
  if (!table.value) return <p class="league-lead">{t('league.nothingYet')}</p>;
  return (
    <>
      {ladder && final && (
        <fieldset class="league-parts">
          <legend class="unseen">{t('league.standings')}</legend>
          {(['final', 'ladder'] as const).map((each) => (
            <button
              key={each}
              type="button"
              class="quiet"
              aria-pressed={part.value === each}
              onClick={() => {
                part.value = each;
              }}
            >
              {t(`league.${each}`)}
            </button>
          ))}
        </fieldset>
      )}
      <Table state={state} table={table.value} />
      {(['promoted', 'relegated', 'gone'] as const).map((what) => (
        <Changed key={what} what={what} names={changes.value?.[what] ?? []} />
      ))}
      <Cross state={state} table={table.value} />
      <GameList state={state} />
      <Look state={state} opened={opened} />
    </>
  );
}

function Changed({ what, names }: { what: 'promoted' | 'relegated' | 'gone'; names: string[] }) {
  if (names.length === 0) return null;
  const all = firstOf(names, MOST_NAMED, 'players.others');
  return <p class="league-note">{t(`league.${what}`, { names: list(all) })}</p>;
}

/** A date in the reader's time zone, which is named, because entrants live in others. A text that is not a date stays as it is. */
function dayOf(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return text;
  return new Intl.DateTimeFormat(locale, {
    ...{ year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  }).format(time);
}
