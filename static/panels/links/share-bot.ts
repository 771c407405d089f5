// Shares a bot of the library: as it is, or as a challenge to beat it.

import { beatenIn } from '../../base/kept/beaten.ts';
import { declareUtf8 } from '../../base/text/coding-line.ts';
import { h, on, setText } from '../../base/ui/dom.ts';
import { saveBlob, saveFile } from '../../base/ui/files.ts';
import { bareName, isBundle } from '../../base/values/bundle-shape.ts';
import { list, say, sentences, t } from '../../base/words/index.ts';
import { described, filesOf, wellFormed } from '../../contest/begin.ts';
import type { Code } from '../../match/types.ts';
import { createDialog, deed } from './dialog.ts';
import { short } from './facts.ts';
import { createMaking } from './making.ts';
import type { Outside, Terms } from './room.ts';
import { usualTerms } from './terms.ts';

type Shared = { game: string; code: Code; terms: Terms; rung: string | null };

/** Maps of a challenge at first. */
const MAPS = 5;
/** Milliseconds after the last letter. */
const PAUSE = 400;
let groups = 0;

export function createShareBot(outside: Outside) {
  const { notices, arena, bots, bundles } = outside;
  const shown = createDialog('sharing');
  const parts = buildParts();
  let shared: Shared | null = null;
  let timer = 0;
  const making = createMaking(arena, {
    title: () =>
      shared &&
      t(parts.isChallenge() ? 'links.titleChallenge' : 'links.titleBot', {
        game: t(`game.${shared.game}`),
        name: bareName(shared.code),
      }),
    tooLong: 'links.tooLong',
  });
  parts.place(making.elements);

  async function make() {
    clearTimeout(timer);
    if (!shared) return;
    parts.refresh();
    await making.make(compose.bind(null, shared));
  }

  async function compose({ game, code, terms, rung }: Shared): ReturnType<Parameters<typeof making.make>[0]> {
    const entrant = wellFormed({ name: bareName(code), kind: 'code', code, house: null });
    const files = await filesOf([entrant], bundles.layOut);
    if ('problem' in files) return files;
    const seeds = parts.seeds();
    const more = parts.isChallenge() ? { kind: 'challenge', ...terms, seeds, rung } : { kind: 'bot' };
    return [{ ...more, game, bot: described(entrant) }, files];
  }

  async function save() {
    if (!shared) return;
    const { code } = shared;
    if (!isBundle(code)) return saveFile(code.name, declareUtf8(code.source), 'text/x-python');
    const laidOut = await bundles.layOut(code);
    if ('problem' in laidOut) return void notices.show(say(laidOut.problem), { bad: true });
    saveBlob(code.name, await arena.zip(laidOut.files));
  }

  on(parts.element, 'change', (event) => event.target !== parts.seedField && make());
  on(parts.seedField, 'input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(make, PAUSE);
  });

  /** @param answers the challenge that is answered */
  return async (id: number, answers?: Terms) => {
    await bots.loaded;
    const game = answers?.game ?? bots.gameOf(id);
    const code = bots.code(id);
    if (!game || !code) return;
    shared = { game, code, terms: answers ?? usualTerms(game, MAPS, outside), rung: rungOf(game, outside) };
    parts.begin(shared, answers !== undefined);
    shown.show(
      t('links.share', { name: short(bareName(code)) }),
      [parts.element],
      [deed(t('links.saveFile'), save, 'plain', 'download')],
    );
    making.begin();
    const needed = await arena.declared(code.source).catch(() => null);
    const names = needed && 'requirements' in needed ? needed.requirements : [];
    parts.needs(names.length > 0 ? t('links.needs', { names: list(names.map(short)) }) : '');
    await make();
  };
}

/** The strongest house bot that was beaten on the ladder. */
function rungOf(game: string, { store, games }: Outside) {
  const beaten = beatenIn(store, game);
  return games[game]?.ladder.findLast(({ name }) => beaten.includes(name))?.name ?? null;
}

function buildParts() {
  groups += 1;
  const radios = ['bot', 'challenge'].map((kind) => {
    const input = h('input', { type: 'radio', name: `share-kind-${groups}`, value: kind });
    return { input, label: h('label', {}, input, h('span', {}, t(`links.as.${kind}`))) };
  });
  const seedField = h('input', { type: 'text', id: `share-seeds-${groups}`, autocomplete: 'off' });
  const seedLabel = h('label', { class: 'field-over', htmlFor: seedField.id }, t('links.seedField'));
  const about = h('p', { class: 'hint' });
  const needs = h('p', { class: 'hint' });
  const kinds = h(
    'fieldset',
    {},
    h('legend', { class: 'unseen' }, t('links.as')),
    ...radios.map(({ label }) => label),
  );
  const element = h('section', { class: 'share' }, kinds, seedLabel, seedField, about, needs);
  const isChallenge = () => radios[1]?.input.checked === true;
  let rung = '';

  function refresh() {
    for (const each of [seedLabel, seedField]) each.hidden = !isChallenge();
    setText(
      about,
      isChallenge() ? sentences([t('links.aboutChallenge'), ...(rung ? [rung] : [])]) : t('links.aboutBot'),
    );
  }

  return {
    element,
    seedField,
    isChallenge,
    refresh,
    seeds: () => seedField.value.split(/[\s,;，、；]+/).filter(Boolean),
    needs(says: string) {
      setText(needs, says);
      needs.hidden = says === '';
    },
    place: (link: HTMLElement[]) => element.append(...link),
    begin(shared: Shared, answers: boolean) {
      for (const [k, { input }] of radios.entries()) input.checked = (k === 1) === answers;
      kinds.hidden = answers;
      seedField.value = shared.terms.seeds.join(' ');
      seedField.readOnly = answers;
      rung = shared.rung ? t('links.yourRung', { rung: shared.rung }) : '';
      needs.hidden = true;
      refresh();
    },
  };
}
