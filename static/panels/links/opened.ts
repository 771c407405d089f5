// Shows a bot or a challenge that came in a link, before anything of it runs.

import { createCodeView } from '../../base/ui/code-view.ts';
import { h, on } from '../../base/ui/dom.ts';
import { textsOf } from '../../base/values/packed-bot.ts';
import { t } from '../../base/words/index.ts';
import { createDialog, deed } from './dialog.ts';
import type { Bot } from './facts.ts';
import { clockOf, factsList, linesOf, needsOf, optionsOf, seedsOf, short } from './facts.ts';
import { createPlaying } from './playing.ts';
import type { Terms } from './room.ts';

export type Sent = { kind: 'bot'; game: string; bot: Bot };

export type Challenge = { kind: 'challenge'; bot: Bot; rung: string | null; same_rules: boolean } & Terms;

/** In the list of what a challenge is taken up with. */
const BY_HAND = 'hand';

export function createOpened(
  outside: Parameters<typeof createPlaying>[0] & { take: (game: string, bot: Bot) => Promise<void> },
) {
  const { games, bots, take } = outside;
  const shown = createDialog();
  const { usual, play, series } = createPlaying(outside, shown.close);
  const view = createCodeView();

  /** What a challenge is taken up with: by hand, or a bot of the user's. */
  function chooser(game: string, isForBots: boolean) {
    const list = bots.list(game);
    const select = h(
      'select',
      { 'aria-label': t('links.with') },
      h('option', { value: BY_HAND }, t('links.byHand')),
      ...list.map(({ id, name }) => h('option', { value: String(id) }, short(name))),
    );
    const current = String(bots.current(game));
    if (isForBots && list.some(({ id }) => String(id) === current)) select.value = current;
    return {
      select,
      /** null: a person plays */
      bot() {
        const id = Number(select.value);
        const code = select.value === BY_HAND ? null : bots.code(id);
        return code && { code, id };
      },
    };
  }

  function ofChallenge(held: Challenge, isForBots: boolean) {
    const { game, seeds, bot } = held;
    const own = chooser(game, isForBots);
    const map = h(
      'select',
      { 'aria-label': t('links.map') },
      ...seeds.map((seed) => h('option', { value: seed }, seed)),
    );
    const label = (says: string, field: HTMLElement) =>
      h('label', { class: 'linked-with' }, h('span', {}, t(says)), field);
    const row = h(
      'div',
      { class: 'linked-with' },
      label('links.with', own.select),
      seeds.length > 1 && label('links.map', map),
    );
    const all = deed(t('links.series', { count: seeds.length }), () => {
      const mine = own.bot();
      if (mine) series(held, mine.code, mine.id);
    });
    // A person plays one match at a time.
    const refresh = () => {
      all.hidden = own.bot() === null;
    };
    on(own.select, 'change', refresh);
    refresh();
    const accept = () => play(held, bot, own.bot(), map.value);
    return { row, deeds: [deed(t('links.accept'), accept, 'accent', 'play'), all] };
  }

  /**
   * @param isForBots a challenge that one's own bot is meant to take up; not said: by hand first
   * @returns when it is closed
   */
  return async (held: Sent | Challenge, isForBots: boolean = false): Promise<void> => {
    await bots.loaded;
    const { game, bot } = held;
    const offer = games[game];
    if (!offer) return;
    const isChallenge = held.kind === 'challenge';
    const terms = isChallenge ? held : usual(held);
    const facts = factsList([
      ['links.game', t(`game.${game}`)],
      ['links.code', isChallenge ? '' : linesOf(bot)],
      ['links.rung', isChallenge && held.rung ? t('links.rungOf', { rung: held.rung }) : ''],
      ['links.seeds', isChallenge ? seedsOf(held.seeds) : ''],
      ['links.options', isChallenge ? optionsOf(game, held.options, offer) : ''],
      ['links.clock', isChallenge ? clockOf(held.clock, offer) : ''],
      ['links.packages', needsOf(bot)],
    ]);
    const { row, deeds } = isChallenge
      ? ofChallenge(held, isForBots)
      : {
          row: false as false,
          deeds: [deed(t('links.against'), () => play(terms, bot, null), 'plain', 'play')],
        };
    const toLibrary = deed(
      t('links.take'),
      () => {
        shown.close();
        take(game, bot);
      },
      isChallenge ? 'plain' : 'accent',
      'plus',
    );
    const bar = h('div', { class: 'linked-bar' }, view.whose, view.copy);
    const parts = [bar, view.text, view.said, view.more];
    // Who is challenged wants to play first.
    const code = isChallenge
      ? h(
          'details',
          { class: 'linked-fold' },
          h('summary', {}, t('links.readIt', { lines: linesOf(bot) })),
          ...parts,
        )
      : h('div', { class: 'linked-read' }, h('h3', {}, t('link.title')), ...parts);
    const otherRules = isChallenge && !held.same_rules && h('p', { class: 'hint' }, t('links.otherRules'));
    const title = isChallenge ? 'links.challengeTitle' : 'links.botTitle';
    const closed = shown.show(
      t(title, { name: short(bot.name) }),
      [row, facts, otherRules, h('p', { class: 'hint' }, t('links.stranger')), code],
      [toLibrary, ...deeds.reverse()],
    );
    view.show(textsOf(bot));
    await closed;
  };
}
