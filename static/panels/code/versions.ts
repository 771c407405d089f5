// The list of versions of the user's code: what each is called, how its last match ended, and what has changed in it.

import type { Version, Versions } from '../../base/kept/versions.js';
import { LONGEST_LABEL } from '../../base/kept/versions.js';
import { beginning } from '../../base/text/legible.js';
import { h, icon, on, setText } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { placeUnder } from '../../base/ui/popover.js';
import { isSame } from '../../base/values/bundle-shape.js';
import { moment, sentences, t } from '../../base/words/index.js';
import type { Code } from '../../match/types.js';
import { changesIn } from './changes.ts';

export interface Deeds {
  restore: (version: Version) => void;
  compare: (version: Version) => void;
  rename: (number: number, label: string) => void;
}

const WIDTH = 500;

/**
 * Creates the button with the version number beside the file name, and its list of versions.
 *
 * @param outside versions: those of the game that is played; bot: the id of the one in the editor
 */
export function createVersionList(
  button: HTMLElement,
  popover: HTMLElement,
  {
    versions,
    bot,
    code,
    restore,
    compare,
  }: {
    versions: () => Versions;
    bot: () => number;
    code: () => Code;
    restore: (version: Version) => void;
    compare: (version: Version) => void;
  },
) {
  function show() {
    const newest = versions().newest(bot());
    button.hidden = !newest;
    if (!newest) return;
    const edited = !isSame(newest, code());
    setText(button, t(edited ? 'versions.edited' : 'versions.number', { number: newest.number }));
  }

  function fill() {
    const own = versions()
      .list()
      .filter((version) => version.bot === bot());
    const deeds: Deeds = {
      restore: pick(restore),
      compare: pick(compare),
      rename: (number, label) => void versions().note(number, { label }),
    };
    const rows = own.map((version, k) => row(version, own[k - 1], deeds)).reverse();
    refill(popover, h('h2', {}, t('versions.label')), h('ul', {}, ...rows));
    placeUnder(popover, button, WIDTH);
  }

  const pick =
    (work: (version: Version) => void): ((version: Version) => void) =>
    (version) => {
      popover.hidePopover();
      work(version);
    };

  on(popover, 'beforetoggle' as any, fill);
  return { show };
}

/** @param before the one before it */
function row(version: Version, before: Version | undefined, { restore, compare, rename }: Deeds) {
  const { number } = version;
  const back = h('button', { type: 'button', class: 'plain' }, t('versions.restore'));
  on(back, 'click', () => restore(version));
  const says = t('diff.compare', { number });
  const beside = h('button', { type: 'button', class: 'plain', title: says }, t('versions.changes'));
  beside.setAttribute('aria-label', says);
  on(beside, 'click', () => compare(version));
  return h(
    'li',
    {},
    h('span', { class: 'version-number' }, t('versions.number', { number })),
    h('div', { class: 'version-facts' }, nameOf(version, rename), factsOf(version, before)),
    beside,
    back,
  );
}

/** A field with the name that its author gives a version. */
function nameOf({ number, name, label = '' }: Version, rename: Deeds['rename']) {
  const field = h('input', {
    type: 'text',
    value: label,
    maxLength: LONGEST_LABEL,
    placeholder: name,
    title: t('versions.rename', { number }),
    spellcheck: false,
    autocomplete: 'off',
  });
  field.setAttribute('aria-label', t('versions.rename', { number }));
  on(field, 'change', () => rename(number, beginning(field.value.trim(), LONGEST_LABEL)));
  return field;
}

function factsOf(version: Version, before: Version | undefined) {
  const { outcome, time } = version;
  const { added, removed } = before ? changesIn(before, version) : { added: 0, removed: 0 };
  const lines =
    added + removed > 0 &&
    h(
      'span',
      { title: sentences([t('diff.added', { count: added }), t('diff.removed', { count: removed })]) },
      `+${added} −${removed}`,
    );
  const ended =
    outcome &&
    h(
      'span',
      { class: `version-${outcome.end}` },
      outcome.end === 'won' && icon('check'),
      t(`versions.${outcome.end}`, { name: outcome.against, turns: outcome.turns }),
    );
  return h('p', { class: 'hint' }, h('time', {}, moment(time)), lines, ended);
}
