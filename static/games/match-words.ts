// What a match is called in a sentence: its game, the bots that play in it, and how far it has come.

import { list, t } from '../base/words/index.ts';
import type { Match } from '../match/types.ts';
import { type Moment, momentOf } from './moment.ts';
import { namesOf } from './names.ts';

/** The most bots that are named. */
const MOST_NAMED = 3;

/** deltaLog: its positions; without them it has not begun. */
export type Called = Pick<Match, 'header'> & Partial<Pick<Match, 'deltaLog'>>;

/** Of a match that a person plays. */
export function matchWords({ header, deltaLog }: Called): string {
  const last = deltaLog ? deltaLog.length - 1 : 0;
  const moment = deltaLog && last > 0 ? momentOf({ header, deltaLog }, last) : null;
  return matchAt(header, moment);
}

/** @param moment null: it is at its beginning, or it is not known where */
export function matchAt(header: Parameters<typeof namesOf>[0], moment: Moment | null): string {
  const bots = namesOf(header).filter((_, k) => header.players[k]?.kind !== 'human');
  const game = t(`game.${header.game}`);
  const others = bots.length - MOST_NAMED;
  const more = others > 0 ? [t('players.others', { count: others })] : [];
  const names = list([...bots.slice(0, MOST_NAMED), ...more]);
  const match = bots.length > 0 ? t('match.named', { game, names, count: bots.length }) : game;
  return moment ? t('match.namedAt', { match, ...moment }) : match;
}
