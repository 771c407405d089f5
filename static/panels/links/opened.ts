// Shows a bot or a challenge that came in a link, before anything of it runs.

import { createCodeView } from '../../base/ui/code-view.ts';
import { h } from '../../base/ui/dom.ts';
import { textsOf } from '../../base/values/packed-bot.ts';
import { t } from '../../base/words/index.ts';
import type { Code } from '../../match/types.ts';
import { createDialog, deed } from './dialog.ts';
import type { Bot } from './facts.ts';
import { clockOf, factsList, linesOf, needsOf, optionsOf, seedsOf, short } from './facts.ts';
import { createPlaying } from './playing.ts';
import type { Terms } from './room.ts';

export type Sent = { kind: 'bot'; game: string; bot: Bot };

export type Challenge = { kind: 'challenge'; bot: Bot; rung: string | null; same_rules: boolean } & Terms;

export function createOpened(
  outside: Parameters<typeof createPlaying>[0] & { take: (game: string, bot: Bot) => Promise<void> },
) {
  const { games, bots, take } = outside;
  const shown = createDialog();
  const { usual, play, series } = createPlaying(outside, shown.close);
  const view = createCodeView();

  /** The user's bots of a game, to play with. */
  function chooser(game: string) {
    const list = bots.list(game);
    const select = h(
      'select',
      { 'aria-label': t('links.with') },
      ...list.map(({ id, name }) => h('option', { value: String(id) }, short(name))),
    );
    select.value = String(bots.current(game));
    const chosen = () => Number(select.value);
    return { select, id: chosen, code: () => bots.code(chosen()) };
  }

  function ofChallenge(held: Challenge) {
    const { game, seeds, bot } = held;
    const own = chooser(game);
    const withOwn = (begin: (code: Code) => unknown) => () => {
      const code = own.code();
      if (code) begin(code);
    };
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
    const deeds = [
      deed(t('links.byHand'), () => play(held, bot, null, map.value), 'accent', 'play'),
      deed(
        t('links.match'),
        withOwn((code) => play(held, bot, { code, id: own.id() }, map.value)),
      ),
      deed(
        t('links.series', { count: seeds.length }),
        withOwn((code) => series(held, code, own.id())),
      ),
    ];
    return { row, deeds };
  }

  /** @returns when it is closed */
  return async (held: Sent | Challenge): Promise<void> => {
    await bots.loaded;
    const { game, bot } = held;
    const offer = games[game];
    if (!offer) return;
    const isChallenge = held.kind === 'challenge';
    const terms = isChallenge ? held : usual(held);
    const facts = factsList([
      ['links.game', t(`game.${game}`)],
      ['links.code', linesOf(bot)],
      ['links.rung', isChallenge && held.rung ? t('links.rungOf', { rung: held.rung }) : ''],
      ['links.seeds', isChallenge ? seedsOf(held.seeds) : ''],
      ['links.options', isChallenge ? optionsOf(game, held.options, offer) : ''],
      ['links.clock', isChallenge ? clockOf(held.clock, offer) : ''],
      ['links.packages', needsOf(bot)],
    ]);
    const { row, deeds } = isChallenge
      ? ofChallenge(held)
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
    const code = h(
      'div',
      { class: 'linked-read' },
      h('div', { class: 'linked-bar' }, h('h3', {}, t('link.title')), view.whose, view.copy),
      view.text,
      view.said,
      view.more,
    );
    const otherRules = isChallenge && !held.same_rules && h('p', { class: 'hint' }, t('links.otherRules'));
    const title = isChallenge ? 'links.challengeTitle' : 'links.botTitle';
    const closed = shown.show(
      t(title, { name: short(bot.name) }),
      [facts, otherRules, h('p', { class: 'hint' }, t('links.stranger')), row, code],
      [toLibrary, ...deeds.reverse()],
    );
    view.show(textsOf(bot));
    await closed;
  };
}
