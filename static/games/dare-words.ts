// What is said of a match that a person has played by hand for a challenge, or to challenge others.

import { shortName } from '../base/text/legible.ts';
import type { Rival } from '../base/ui/versus.tsx';
import { capital, t } from '../base/words/index.ts';
import type { Feat } from '../match/dared.ts';
import { compareFeats, dareOf, featOf } from '../match/dared.ts';
import type { Match } from '../match/types.ts';

/** Two results side by side, and which is better. */
export interface Compared {
  says: string;
  rivals: Rival[];
}

/** What somebody does who may have said no name. */
type Role = 'challenger' | 'answerer';

/** Whoever has played, where that stands alone. */
export const rivalName = (name: string, role: Role): string =>
  name ? shortName(name) : capital(t(`dare.${role}`));

/** A sentence about somebody, which has other words if they have said no name. */
export const namedWords = (what: string, name: string, params: Record<string, unknown> = {}): string =>
  name ? t(`dare.${what}`, { name: shortName(name), ...params }) : t(`dare.${what}.unnamed`, params);

export const you = (): string => capital(t('answer.you'));

/** At the beginning or in the midst of a sentence. */
export function featWords({ outcome, turns, hinted }: Feat): string {
  const feat = t(`dare.${outcome}`, { turns });
  return hinted ? t('dare.hinted', { feat }) : feat;
}

/** What whoever plays for a challenge has to do better. */
export const toBeatWords = ({ name, feat }: { name: string; feat: Feat }): string =>
  namedWords('toBeat', name, { feat: featWords(feat) });

/** @returns null: the match answers no challenge */
export function comparedDare(match: Match): Compared | null {
  const dare = dareOf(match);
  const feat = featOf(match);
  if (!dare?.to || !feat) return null;
  const isMine = match.origin === 'live' || dare.isMine === true;
  return compared(
    { feat, name: dare.from, isMine },
    { feat: dare.to.feat, name: dare.to.name, isMine: false },
  );
}

/** name: '': nobody has said it; isMine: whoever looks has played it. */
type Played = { feat: Feat; name: string; isMine: boolean };

/** @param own of the one who answers @param other of the one who challenges */
export function compared(own: Played, other: Played): Compared {
  const order = compareFeats(own.feat, other.feat);
  const rivalOf = ({ name, feat, isMine }: Played, role: Role, isBetter: boolean): Rival => ({
    ...{ name: isMine ? you() : rivalName(name, role), says: featWords(feat), isBetter },
  });
  return {
    says: betterWords(own, other, order),
    rivals: [rivalOf(own, 'answerer', order > 0), rivalOf(other, 'challenger', order < 0)],
  };
}

function betterWords(own: Played, other: Played, order: number): string {
  if (order === 0) return t('dare.tie');
  const best = order > 0 ? own : other;
  const name = rivalName(best.name, order > 0 ? 'answerer' : 'challenger');
  const who = best.isMine ? t('dare.you') : t('dare.better', { name });
  if (own.feat.outcome !== other.feat.outcome) return who;
  const turns = Math.abs(own.feat.turns - other.feat.turns);
  return t(own.feat.outcome === 'won' ? 'dare.sooner' : 'dare.longer', { who, turns });
}

/** In one line: who challenges and with which result, or both results; '': no challenge goes with it. */
export function dareWords(match: Match): string {
  const both = comparedDare(match);
  if (both) {
    const rivals = both.rivals.map(({ name, says }) => t('dare.rival', { name, says }));
    return [...rivals, both.says].join(' · ');
  }
  const dare = dareOf(match);
  const feat = featOf(match);
  if (!dare || !feat) return '';
  return namedWords('is', match.origin === 'live' ? t('answer.you') : dare.from, {
    feat: featWords(feat),
  });
}
