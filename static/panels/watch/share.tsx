// The link of the shown match: made by Python, then copied, handed to another program, or drawn as a QR code.

import { signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { addressOf, LONGEST_LINK } from '../../base/share/lengths.ts';
import { createLinkField } from '../../base/share/link-field.tsx';
import { PageLines } from '../../base/share/page-lines.tsx';
import { Check } from '../../base/ui/field.tsx';
import { Button } from '../../base/ui/parts.tsx';
import { wasAborted } from '../../base/ui/working.ts';
import { bareName } from '../../base/values/bundle-shape.ts';
import { list, t } from '../../base/words/index.ts';
import { momentOf } from '../../games/moment.ts';
import { namesOf } from '../../games/names.ts';
import type { Made, Match } from '../../match/types.ts';

/** The id of the field for the name of the one who challenges or answers, and its most characters. */
const BY = 'share-by';
const LONGEST_BY = 40;

interface Shared {
  match: Match;
  title: string;
  position: number;
  perspective: number | null;
}

/** For a match that challenges others, or answers a challenge. */
interface Said {
  title: string;
  /** whether those who open it play before they watch: the link then names neither a turn nor a view */
  isPlayedFirst?: boolean;
  part: (by: string) => string;
}

/** The choices for a link. */
interface Choice {
  turn: boolean;
  eyes: boolean;
  sources: boolean;
}

/** @param onlyFile called if the match is too long for a link @param leave closes the dialog */
export function createShare(app: App, onlyFile: () => void, leave: () => void) {
  const { playback, arena } = app;
  const shared = signal<Shared | null>(null);
  // A link plays from the start, unless the sender chooses another turn.
  const chosen = signal<Choice>({ turn: false, eyes: true, sources: false });
  let made: Exclude<Made, { problem: unknown }> | null = null;
  let python: 'loading' | 'ready' | 'failed' = 'loading';
  let asked = new AbortController();
  /** Returns the link's parameters for a challenge, by the player's name; null if it is none. */
  const answering = signal<Said['part'] | null>(null);
  /** Whether those who open the link play first. */
  const isPlayedFirst = signal(false);
  /** The typed name of the player. */
  const by = signal('');
  const field = createLinkField({
    link: () =>
      made && made.link + (isOn('turn') ? made.turn : '') + (isOn('eyes') ? made.eyes : '') + answer(),
    title: () => shared.value && shared.value.title,
    tooLong: 'share.tooLong',
    onlyFile,
    hasFile: true,
  });
  const { LinkField, tell, show } = field;
  const answer = () => answering.value?.(by.value.trim()) ?? '';

  /** Whether a choice is possible and made. */
  function isOn(what: keyof Choice) {
    if (!shared.value || !chosen.value[what]) return false;
    if (isPlayedFirst.value && what !== 'sources') return false;
    const { match, position, perspective } = shared.value;
    if (what === 'turn') return position > 0;
    return what === 'eyes' ? perspective !== null : sourcesOf(match).size > 0;
  }

  /** Asks Python for the link; again if the programs are to be in it. */
  async function make() {
    asked.abort();
    asked = new AbortController();
    const { signal: left } = asked;
    const what = shared.value;
    if (!what) return;
    made = null;
    tell(t(python === 'ready' ? 'share.making' : `share.python.${python}`), python !== 'failed');
    if (python === 'failed') return;
    try {
      const text = (await what.match.replay()) ?? '';
      const sources = isOn('sources') ? sourcesOf(what.match) : new Map<number, string>();
      const answer = await arena.address(
        text,
        { turn: what.position, eyes: what.perspective, sources },
        left,
      );
      if (left.aborted) return;
      if ('problem' in answer) return tell(t('share.refused', { why: answer.problem }));
      made = answer;
      show();
    } catch (error) {
      if (left.aborted || wasAborted(error)) return;
      tell(t((python as string) === 'failed' ? 'share.python.failed' : 'share.failed'));
    }
  }

  function settle(state: 'ready' | 'failed') {
    python = state;
    // Waiting for Python, or already made.
    if (!shared.value || made) return;
    tell(t(state === 'ready' ? 'share.making' : 'share.python.failed'), state === 'ready');
  }
  arena.ready.then(
    () => settle('ready'),
    () => settle('failed'),
  );

  const choice = (what: keyof Choice, says: string) => (
    <Check
      says={says}
      checked={chosen.value[what]}
      change={(isChosen) => {
        chosen.value = { ...chosen.value, [what]: isChosen };
        // Only the programs need another link; the other choices change its parameters.
        if (what === 'sources') make();
        else show();
      }}
    />
  );

  /** The name of the bot in the editor, if it plays in the match; else null. */
  function ownIn({ header: { game, players } }: Match) {
    const name = bareName(app.library.currentCode(game));
    return players.some((player) => player.kind === 'code' && bareName(player) === name) ? name : null;
  }

  function Share() {
    if (!shared.value) return null;
    const { match, position, perspective } = shared.value;
    const names = namesOf(match.header);
    const nameOf = (player: number) => names[player] ?? '';
    const own = ownIn(match);
    const having = [...sourcesOf(match).keys()];
    const without = [...(match.codes?.keys() ?? [])].filter((player) => !having.includes(player));
    return (
      <section class="share">
        <h3>{t('share.link')}</h3>
        {/* Not for a challenge, which is explained above. */}
        {!answering.value && <p class="hint">{t('share.about')}</p>}
        {position > 0 && !isPlayedFirst.value && choice('turn', t('share.turn', momentOf(match, position)))}
        {perspective !== null &&
          !isPlayedFirst.value &&
          choice('eyes', t('share.eyes', { name: nameOf(perspective) }))}
        {having.length > 0 && choice('sources', t('share.sources', { names: list(having.map(nameOf)) }))}
        {without.length > 0 && <p class="hint">{t('share.several', { names: list(without.map(nameOf)) })}</p>}
        {answering.value && (
          <label class="field-over" for={BY}>
            {t('share.by')}
          </label>
        )}
        {answering.value && (
          <input
            type="text"
            id={BY}
            autocomplete="off"
            maxLength={LONGEST_BY}
            placeholder={t('share.byHint')}
            value={by.value}
            onInput={({ currentTarget }) => {
              by.value = currentTarget.value;
              show();
            }}
          />
        )}
        <LinkField />
        {/* Not for a challenge, whose moves an embed would show. */}
        {!answering.value && <PageLines isFolded about={t('share.embed')} address={field.address} />}
        {own && (
          <Button
            class="plain share-challenge"
            says={t('share.challenge', { name: own })}
            onClick={() => {
              leave();
              void app.links.challenge(match);
            }}
          />
        )}
      </section>
    );
  }

  return {
    Share,
    /** The whole address of the match, from its start; null if it is not made yet, or too long. */
    link(): string | null {
      const text = made && addressOf(location.href, made.link);
      return text && text.length <= LONGEST_LINK ? text : null;
    },
    /** Prepares the dialog for a match. @param answer null if it is neither a challenge nor an answer */
    begin(match: Match, position: number, answer: Said | null) {
      answering.value = answer?.part ?? null;
      isPlayedFirst.value = answer?.isPlayedFirst ?? false;
      chosen.value = { turn: false, eyes: true, sources: false };
      const { perspective } = playback.state;
      shared.value = { match, position, perspective, title: answer?.title ?? titleOf(match) };
      make();
    },
    /** To be called when the dialog is open. */
    shown: field.begin,
    /** To be called when the dialog is closed. */
    end() {
      asked.abort();
      shared.value = null;
    },
  };
}

const titleOf = ({ header }: Match) =>
  t('share.title', { game: t(`game.${header.game}`), players: list(namesOf(header)) });

/** The programs that a link can contain: those of a single file. */
function sourcesOf({ codes = new Map() }: Match): Map<number, string> {
  const found = [...codes].filter(([, { files }]) => !files?.length);
  return new Map(found.map(([player, { source }]) => [player, source]));
}
