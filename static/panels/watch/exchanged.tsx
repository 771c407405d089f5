// The exact texts that were exchanged with one bot on a turn: laid out for reading, folded, and copied as they are.

import { useEffect, useRef, useState } from 'preact/hooks';
import { inJson, laidOut } from '../../base/text/laid-out.ts';
import { IconButton } from '../../base/ui/parts.tsx';
import { t } from '../../base/words/index.ts';
import type { Exchange } from '../../match/types.ts';
import { Text } from './texts.tsx';

/** Milliseconds that a turn has to be shown before its texts are requested. */
const SHOWN_FOR_MS = 200;
/** The most characters of a text that is laid out with folds. */
const FOLDED = 256 * 1024;

interface Props {
  player: number;
  /** the bot's answer on the shown turn */
  reply: string;
  /** the searched text */
  wanted: string;
  isOpen: boolean;
  toggled: (isOpen: boolean) => void;
  /** requests the exact texts of the shown turn */
  ask: () => Promise<Exchange[]>;
  copy: (text: string) => void;
}

/** Sent texts are not kept: they are requested when the fold is open and the turn stays for a moment. */
export function Exchanged({ player, reply, wanted, isOpen, toggled, ask, copy }: Props) {
  const sent = useSent(ask, player, isOpen);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => toggled(currentTarget.open)}>
      <summary>{t('console.wire')}</summary>
      <dl>
        <dt>
          {t('console.sent')}
          {typeof sent === 'string' && (
            <IconButton icon="copy" says={t('console.copySent')} onClick={() => copy(sent)} />
          )}
        </dt>
        <dd>
          {typeof sent === 'string' ? (
            <Folded text={sent} />
          ) : (
            <pre>{t(sent === null ? 'console.unknown' : 'console.fetching')}</pre>
          )}
        </dd>
        <dt>
          {t('console.reply')}
          <IconButton icon="copy" says={t('console.copyReply')} onClick={() => copy(reply)} />
        </dt>
        <dd>
          <Text text={reply} wanted={wanted} />
        </dd>
      </dl>
    </details>
  );
}

/** @returns the text that was sent to the bot; null if it could not be had; undefined if it is not there yet */
function useSent(ask: Props['ask'], player: number, isOpen: boolean): string | null | undefined {
  const [found, setFound] = useState<{ ask: Props['ask']; sent: string | null } | null>(null);
  const asked = useRef<Props['ask'] | null>(null);
  useEffect(() => {
    if (!isOpen || asked.current === ask) return;
    asked.current = ask;
    setTimeout(async () => {
      if (asked.current !== ask) return;
      const exchanges = await ask().catch(() => []);
      const sent = exchanges.find((each) => each.player === player)?.sent ?? null;
      if (asked.current === ask) setFound({ ask, sent });
    }, SHOWN_FOR_MS);
  }, [ask, isOpen]);
  return found?.ask === ask ? found.sent : undefined;
}

/**
 * A text that was sent to a bot, laid out for reading: JSON with a fold for each long value; any other text as it is.
 */
function Folded({ text }: { text: string }) {
  const value = text.length > FOLDED ? null : parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return <Text text={text} />;
  return (
    <>
      {Object.entries(value).map(([key, each]) => {
        const laid = laidOut(each, { spell: inJson });
        if (!laid.includes('\n')) return <pre key={key}>{`${JSON.stringify(key)}: ${laid}`}</pre>;
        const count = Array.isArray(each) ? each.length : Object.keys(each).length;
        return (
          <details key={key}>
            <summary>
              <code>{JSON.stringify(key)}</code> {t('console.items', { count })}
            </summary>
            <Text text={laid} />
          </details>
        );
      })}
    </>
  );
}

/** @returns null if it is not JSON */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
