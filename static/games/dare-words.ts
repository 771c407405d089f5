// What is said of a match that a person has played by hand for a challenge, or to challenge others.

import { shortName } from '../base/text/legible.ts';
import { t } from '../base/words/index.ts';
import type { Feat } from '../match/dared.ts';
import { compareFeats, dareOf, featOf } from '../match/dared.ts';
import type { Match } from '../match/types.ts';

/** Of somebody who may have said no name. */
export const whoDares = (name: string): string => (name ? shortName(name) : t('dare.somebody'));

/** At the beginning or in the midst of a sentence. */
export function featWords({ outcome, turns, hinted }: Feat): string {
  const feat = t(`dare.${outcome}`, { turns });
  return hinted ? t('dare.hinted', { feat }) : feat;
}

/** What is to be beaten, or both results side by side; '': no challenge goes with it. */
export function dareWords(match: Match): string {
  const dare = dareOf(match);
  const feat = featOf(match);
  if (!dare || !feat) return '';
  const isMine = match.origin === 'live';
  const by = isMine ? t('answer.you') : whoDares(dare.from);
  if (!dare.to) return t('dare.is', { name: by, feat: featWords(feat) });
  const name = whoDares(dare.to.name);
  const order = compareFeats(feat, dare.to.feat);
  const better = order === 0 ? t('dare.tie') : order > 0 && isMine ? t('dare.you') : null;
  return t('dare.both', {
    ...{ name, feat: featWords(dare.to.feat), by, own: featWords(feat) },
    better: better ?? t('dare.better', { name: order > 0 ? by : name }),
  });
}
