// The players that can be chosen for a seat: the user, the code in the editor, a house bot, or a version. Each is identified by a
// word, which addresses also use. No DOM.

import { codeOf } from '../../base/storage/bots.ts';
import type { Version } from '../../base/storage/versions.ts';
import type { Choices } from '../../base/ui/field.tsx';
import { bareName } from '../../base/values/bundle-shape.ts';
import { HUMAN } from '../../base/values/seats.ts';
import { t } from '../../base/words/index.ts';
import type { Code, Player, Seat } from '../../match/types.ts';

/** The part of a ladder's rung that is used here. */
export interface Rung {
  name: string;
  strength: string;
}

export const CODE = 'code';
export const ME = 'me';

/**
 * @param offer the game
 * @param beaten the names of beaten house bots
 * @param own the name of the bot in the editor
 */
export function choices(
  { house, ladder }: { house: readonly string[]; ladder: readonly Rung[] },
  beaten: readonly string[],
  own: string,
  versions: readonly Version[],
): Choices[] {
  const older = versions.toReversed().map((version) => [`v${version.number}`, title(version)] as const);
  return [
    {
      label: '',
      options: [
        [ME, t('setup.human')],
        [CODE, own],
      ],
    },
    ...rivals(house, ladder, beaten),
    { label: t('setup.versions'), options: older },
  ];
}

/** House bots in groups by strength, and by whether they were beaten: a closed list box shows only the name. */
function rivals(house: readonly string[], ladder: readonly Rung[], beaten: readonly string[]): Choices[] {
  const groups = new Map<string, [string, string][]>();
  for (const name of house) {
    const rung = ladder.find((each) => each.name === name);
    const says = beaten.includes(name) ? 'setup.beaten' : 'setup.rivals';
    const label = rung ? t(says, { strength: t(`strength.${rung.strength}`) }) : t('setup.house');
    groups.set(label, [...(groups.get(label) ?? []), [name, name]]);
  }
  return [...groups].map(([label, options]) => ({ label, options }));
}

const title = ({ name, nth }: Version) => t('versions.title', { name: bareName({ name }), number: nth });

/**
 * The word for who continues in place of a player: the same house bot, the user, the same version, or the current code of the
 * user's bot.
 * @returns null if that player is not available
 */
export function wordOf(
  { kind, name }: Player,
  house: readonly string[],
  own: Code,
  versions: readonly Version[],
): string | null {
  if (kind === 'human') return ME;
  if (kind === 'house' && house.includes(name)) return name;
  if (kind !== 'code') return null;
  const bare = bareName({ name });
  const version = versions.findLast((each) => title(each) === bare);
  if (version) return `v${version.number}`;
  return bareName(own) === bare ? CODE : null;
}

export function seatOf(word: string, code: Code, versions: readonly Version[]): Seat {
  const version = versions.find(({ number }) => word === `v${number}`);
  if (version) return { ...codeOf(version), kind: 'code', name: `${title(version)}.py` };
  if (word === ME) return { kind: 'human', name: HUMAN };
  if (word === CODE) return { ...codeOf(code), kind: 'code' };
  return { kind: 'house', name: word };
}
