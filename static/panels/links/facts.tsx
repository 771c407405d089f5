// The facts in a link, in words: the packages that a bot needs, options, time limits, seeds.

import { Fragment } from 'preact';
import { short } from '../../base/text/legible.ts';
import type { PackedBot } from '../../base/values/packed-bot.ts';
import { list, say, t } from '../../base/words/index.ts';
import { unusual } from '../../match/options.ts';
import type { Message } from '../../match/types.ts';

/** A bot in a link. */
export type Bot = PackedBot & { needs: { requirements?: string[]; problem?: Message } };

export type Offer = {
  options: Record<string, { default: unknown; kind: string }>;
  clock: Record<string, number>;
  house: string[];
  ladder: { name: string }[];
  hides: boolean;
  starts: number;
};

/** The most seeds that are named. */
const MOST_NAMED = 6;

export function linesOf({ source, files }: Bot) {
  const count = source.replace(/\n$/, '').split('\n').length;
  const several = Object.keys(files).length;
  const lines = t('links.lines', { count });
  return several > 1 ? `${t('bots.files', { count: several })}, ${lines}` : lines;
}

/** @returns '' if it needs no packages */
export function needsOf({ needs }: Bot): string {
  if (needs.problem) return t('links.needsBad', { why: say(needs.problem) });
  const names = needs.requirements ?? [];
  return names.length === 0 ? '' : t('links.needs', { names: list(names.map(short)) });
}

export function optionsOf(game: string, options: Record<string, unknown>, offer: Offer) {
  const others = unusual(options, offer.options);
  if (others.length === 0) return t('links.optionsUsual');
  const said = others.map(([name, value]) => {
    const { kind } = offer.options[name] ?? { kind: 'text' };
    const shown = kind === 'choice' ? t(`setting.${game}.${name}.${value}`) : short(String(value));
    return t('links.setting', { name: t(`setting.${game}.${name}`), value: shown });
  });
  return list(said, 'unit');
}

export function clockOf(clock: Record<string, number>, offer: Offer) {
  const others = Object.entries(clock).filter(([name, value]) => value !== offer.clock[name]);
  if (others.length === 0) return t('links.clockUsual');
  const said = others.map(([name, value]) =>
    t('links.setting', {
      name: t(`setting.clock.${name}`),
      value: name === 'steps' ? String(value) : t('time.ms', { ms: value }),
    }),
  );
  return list(said, 'unit');
}

export function seedsOf(seeds: readonly string[]) {
  const named = seeds.slice(0, MOST_NAMED).join(', ');
  return seeds.length > MOST_NAMED
    ? t('links.seedsMore', { named, count: seeds.length - MOST_NAMED })
    : named;
}

/**
 * A list of names and values.
 * @param props rows: those with the value '' are left out
 */
export function Facts({ rows }: { rows: [string, string][] }) {
  const said = rows.filter(([, value]) => value !== '');
  return (
    <dl class="linked-facts">
      {said.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{t(name)}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
