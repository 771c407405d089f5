// The puzzles of a game in Learn: by theme and difficulty, those from the user's own games, and the results of a bot.

import { useRef } from 'preact/hooks';
import { useArrows } from '../../base/ui/arrows.ts';
import { Games } from '../../base/ui/games.tsx';
import { Button, Icon } from '../../base/ui/parts.tsx';
import { momentInTwo } from '../../games/moment.ts';
import type { Place } from '../../shell/router.ts';
import { type Actions, Streak, titleOf } from './bar.tsx';
import { type Group, type Level, numberIn } from './progress.ts';
import { themeOf, type Words } from './said.ts';
import type { Ran, State } from './state.ts';
import type { Reached } from './types.ts';

interface Props {
  state: State;
  words: Words;
  actions: Actions;
  href: (next: Partial<Place>) => string;
}

type Part = Omit<Props, 'href'>;

export function ListPanel({ href, ...part }: Props) {
  const {
    state,
    words: { t },
    actions,
  } = part;
  const { all, game } = state;
  // They come first: below hundreds of other puzzles nobody would find them.
  const hasOwn = state.own.value.length > 0;
  return (
    <div class="puzzles">
      <div class="puzzles-head">
        <Games {...part} href={href} countOf={state.solvedOf} counted="puzzle.count" />
        {all.value && (
          <p class="hint">
            {t('puzzle.done', {
              game: t(`game.${game.value}`),
              done: state.done.value,
              all: all.value.puzzles.length,
            })}
          </p>
        )}
        <Streak {...part} />
      </div>
      {all.value ? (
        <>
          <div class="puzzles-choice">
            <Themes {...part} />
            <Levels {...part} />
            <Button
              class="accent"
              icon="play"
              says={t('puzzle.start')}
              disabled={state.shown.value.length === 0}
              onClick={() => void actions.next(game.value)}
            />
          </div>
          <div class="puzzles-found">
            {hasOwn && <Mine {...part} />}
            <Puzzles {...part} />
          </div>
        </>
      ) : (
        <p class="puzzles-list">{!state.isComing.value && t('puzzle.none')}</p>
      )}
      <div class="puzzles-side">
        {!(all.value && hasOwn) && <Mine {...part} />}
        {all.value && <BotRun {...part} />}
      </div>
    </div>
  );
}

function Themes({ state, words }: Part) {
  const { t } = words;
  const puzzles = state.all.value?.puzzles.length ?? 0;
  const rows = [{ theme: '', all: puzzles, done: state.done.value }, ...state.themes.value];
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields of a form.
    <div role="group" class="puzzles-themes" aria-label={t('puzzle.themes')}>
      {rows.map(({ theme, all, done }) => (
        <button
          key={theme}
          type="button"
          class="quiet"
          aria-pressed={theme === state.theme.value}
          onClick={() => state.chooseTheme(theme)}
        >
          <span>{theme ? themeOf(words, theme) : t('puzzle.anyTheme')}</span>
          <span class="hint">{t('puzzle.themeCount', { done, all })}</span>
        </button>
      ))}
    </div>
  );
}

function Levels({ state, words: { t } }: Part) {
  return (
    <label class="field-below">
      <span>{t('puzzle.level')}</span>
      <select
        value={state.level.value}
        onChange={({ currentTarget }) => {
          state.level.value = currentTarget.value as '' | Level;
        }}
      >
        <option value="">{t('puzzle.anyLevel')}</option>
        {state.levels.value.map((level) => (
          <option key={level} value={level}>
            {t(`puzzle.level.${level}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The groups of puzzles. Of hundreds of puzzles, only the group with the next unsolved ones is open. */
function Puzzles({ state, words, actions }: Part) {
  const { t } = words;
  const groups = state.groups.value;
  const current = groups.find(({ done, puzzles }) => done < puzzles.length) ?? groups[0];
  return (
    <section class="puzzles-list" aria-label={t('puzzle.list')}>
      {groups.length === 0 && <p>{t('puzzle.noneFit')}</p>}
      {groups.map((group) => (
        <GroupOf
          key={`${state.game.value} ${group.theme} ${group.level}`}
          group={group}
          isOpen={group === current}
          state={state}
          words={words}
          actions={actions}
        />
      ))}
    </section>
  );
}

interface GroupProps extends Part {
  group: Group & { done: number };
  isOpen: boolean;
}

/** A group, whose puzzles are a single tab stop. */
function GroupOf({ group: { theme, level, puzzles, done }, isOpen, state, words, actions }: GroupProps) {
  const { t } = words;
  const host = useRef<HTMLUListElement>(null);
  useArrows(host);
  const all = state.all.value;
  const rungs = all?.rungs ?? [];
  return (
    <details class="puzzles-group" open={isOpen}>
      <summary>
        <span class="puzzles-theme">{themeOf(words, theme)}</span>
        <span>{t(`puzzle.level.${level}`)}</span>
        <span class="hint">{t('puzzle.themeCount', { done, all: puzzles.length })}</span>
        <span class="puzzles-meter" aria-hidden="true">
          <span style={{ width: `${(100 * done) / puzzles.length}%` }} />
        </span>
      </summary>
      <ul class="puzzles-rows puzzles-numbers" ref={host}>
        {puzzles.map((puzzle) => {
          const reached = state.reached(state.game.value, puzzle.id);
          const found = t('puzzle.foundBy', { found: puzzle.found_by.length, of: rungs.length });
          const number = all && numberIn(all, puzzle);
          const says = [titleOf(words, puzzle, number), stateOf(words, reached)].filter(Boolean).join(', ');
          return (
            <li key={puzzle.id}>
              <button
                type="button"
                class="plain"
                data-key={puzzle.id}
                data-state={markOf(reached)}
                title={`${says}. ${found}`}
                aria-label={says}
                onClick={() => void actions.open(state.game.value, puzzle, all)}
              >
                {number}
                {reached.solved && <Icon name="check" />}
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

const markOf = ({ solved, shown, tries }: Reached) =>
  solved ? 'solved' : shown || tries > 0 ? 'tried' : undefined;

function stateOf({ t }: Words, { solved, first, shown, tries }: Reached) {
  if (first) return t('puzzle.state.first');
  if (solved) return t('puzzle.state.solved');
  if (shown) return t('puzzle.state.shown');
  return tries > 0 ? t('puzzle.state.tried') : '';
}

function Mine({ state, words: { t }, actions }: Part) {
  const own = state.own.value;
  return (
    <section>
      <h3>{t('puzzle.own')}</h3>
      {own.length === 0 && <p class="hint">{t('puzzle.ownHint')}</p>}
      <ul class="puzzles-rows">
        {own.map((each) => (
          <li key={`${each.mark} ${each.turn} ${each.seat}`}>
            <button type="button" class="quiet" onClick={() => void actions.openOwn(state.game.value, each)}>
              <span class="puzzles-mark">{each.solved && <Icon name="check" />}</span>
              <span>
                {t(each.against ? 'puzzle.ownMatch' : 'puzzle.ownTurn', {
                  ...momentInTwo(state.game.value, each.turn),
                  name: each.against,
                })}
              </span>
              <span class="hint">{each.solved ? t('puzzle.state.solved') : ''}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function BotRun({ state, words, actions }: Part) {
  const { t } = words;
  const asked = state.asked.value;
  const ran = state.ran.value;
  return (
    <section class="puzzles-bot">
      <h3>{t('puzzle.bot')}</h3>
      <p class="hint">{t('puzzle.botHint')}</p>
      <label class="field-below">
        <span>{t('puzzle.botWhich')}</span>
        <select
          value={state.bot.value}
          disabled={asked !== null}
          onChange={({ currentTarget }) => {
            state.bot.value = currentTarget.value;
          }}
        >
          {state.choices().map(({ id, code }) => (
            <option key={id} value={id}>
              {code.name}
            </option>
          ))}
        </select>
      </label>
      {asked === null ? (
        <Button
          icon="play"
          says={t('puzzle.run', { count: state.shown.value.length })}
          disabled={state.shown.value.length === 0}
          onClick={() => void state.run()}
        />
      ) : (
        <Button icon="square" says={t('puzzle.stop')} onClick={state.stop} />
      )}
      <p role="status">
        {asked !== null
          ? t('puzzle.running', { number: asked, count: state.of.value })
          : ran
            ? verdictOf(words, ran)
            : state.trouble.value}
      </p>
      {ran && <Missed ran={ran} state={state} words={words} actions={actions} />}
    </section>
  );
}

/** "finds 61 of 150 puzzles: blind to cut-offs". */
function verdictOf(words: Words, { name, found, of, blind }: Ran) {
  const themes = blind.map((theme) => themeOf(words, theme)).join(', ');
  return words.t(blind.length > 0 ? 'puzzle.finds_blind' : 'puzzle.finds', { name, found, of, themes });
}

function Missed({ ran, state, words, actions }: Part & { ran: Ran }) {
  const { t } = words;
  const all = state.all.value;
  return (
    <>
      <ul class="puzzles-counts">
        {ran.themes.map(({ theme, found, of }) => (
          <li key={theme}>{t('puzzle.byTheme', { theme: themeOf(words, theme), found, of })}</li>
        ))}
      </ul>
      <h4>{t('puzzle.missed')}</h4>
      {ran.missed.length === 0 && <p>{t('puzzle.missedNone')}</p>}
      <ul class="puzzles-rows puzzles-missed">
        {ran.missed.map((puzzle) => (
          <li key={puzzle.id}>
            <button
              type="button"
              class="quiet"
              onClick={() => void actions.open(state.game.value, puzzle, all)}
            >
              <span class="puzzles-title">{titleOf(words, puzzle, all && numberIn(all, puzzle))}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
