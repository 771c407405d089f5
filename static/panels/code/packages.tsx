// Asks the user whether a bot's packages may be fetched, and from where, and shows the progress.

import type { Signal } from '@preact/signals';
import { batch, signal } from '@preact/signals';
import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Dialog } from '../../base/ui/dialog.tsx';
import { newPlace } from '../../base/ui/dom.ts';
import { Button } from '../../base/ui/parts.tsx';
import { fixed, list, t } from '../../base/words/index.ts';
import type { CreateConsent, Need } from '../../engine/packages/bring.ts';
import type { Message } from '../../match/types.ts';

type End = (problem: Message | null) => void;

export const createConsent: CreateConsent = (source) => {
  const state = createState();
  const { isOpen, wanted, index, isUsual, said } = state;
  /** Ends the request that the dialog is open for; null if it is closed. */
  let end: End | null = null;
  let start = () => {};
  render(<Consent state={state} start={() => start()} />, newPlace());
  isOpen.subscribe((open) => {
    if (!open) end?.(refused(wanted.value));
  });

  return {
    /** Asks, unless the user has agreed before, and fetches. @returns why the packages are not available; null if they are */
    async fetch(needs: Need[], given: AbortSignal): Promise<Message | null> {
      end?.(refused(wanted.value));
      if (given.aborted) return refused(needs);
      const ending = new AbortController();
      let mine: End = () => {};
      const ended = new Promise<Message | null>((resolve) => {
        mine = resolve;
      });
      end = mine;
      const close = () => {
        isOpen.value = false;
      };
      given.addEventListener('abort', close, { signal: ending.signal });
      start = () => {
        source.useIndex(withoutSlashes(index.value.trim()));
        said.value = t('packages.starting');
        const advance = (file: string, done: number) => {
          said.value = t('packages.file', { file, megabytes: fixed(done / 2 ** 20, 1) });
        };
        source
          .fetch(needs, ending.signal, advance)
          .then(mine, (error: unknown) => mine(['arena.failed', { why: String(error) }]));
      };
      batch(() => {
        wanted.value = needs;
        index.value = source.index();
        isUsual.value = source.index() === source.usualIndex;
        said.value = null;
        isOpen.value = true;
      });
      if (needs.every(({ requirements }) => source.isAgreed(requirements))) start();
      const problem = await ended;
      ending.abort();
      // Another bot may have asked meanwhile.
      if (end === mine) {
        end = null;
        close();
      }
      return problem;
    },
  };
};

function createState() {
  return {
    isOpen: signal(false),
    wanted: signal<Need[]>([]),
    /** the address of the package index */
    index: signal(''),
    isUsual: signal(true),
    /** what is being fetched; null while the user is asked */
    said: signal<string | null>(null),
  };
}

function Consent({ state, start }: { state: ReturnType<typeof createState>; start: () => void }) {
  const { isOpen, wanted, index, isUsual, said } = state;
  const refuse = useRef<HTMLButtonElement>(null);
  const title = t('packages.title', { count: wanted.value.length });
  const isFetching = said.value !== null;
  useLayoutEffect(() => {
    if (isFetching) refuse.current?.focus();
  }, [isFetching]);
  return (
    <Dialog id="packages-dialog" class="packages" says={title} isOpen={isOpen}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <h2>{title}</h2>
        <div class="packages-bots">
          {wanted.value.map(({ name, requirements }) => (
            <section key={name}>
              <h3>{name}</h3>
              <ul>
                {requirements.map((each) => (
                  <li key={each}>
                    <code>{each}</code>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        {isFetching ? (
          <div class="packages-working">
            <p class="hint" role="status">
              {said.value}
            </p>
            <progress aria-label={t('packages.progress')} />
          </div>
        ) : (
          <Index index={index} isUsual={isUsual.value} />
        )}
        <div class="dialog-buttons">
          <button
            ref={refuse}
            type="button"
            class="plain"
            autofocus
            onClick={() => {
              isOpen.value = false;
            }}
          >
            {t(isFetching ? 'fork.cancel' : 'packages.notNow')}
          </button>
          {!isFetching && <Button type="submit" icon="download" says={t('packages.fetch')} class="accent" />}
        </div>
      </form>
    </Dialog>
  );
}

/** The field for the package index, which the user can change. */
function Index({ index, isUsual }: { index: Signal<string>; isUsual: boolean }) {
  const host = hostOf(index.value);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.setCustomValidity(host ? '' : t('packages.badIndex')), [host]);
  return (
    <div>
      <p>{t('packages.from', { host: host || index.value })}</p>
      <p class="hint">{t('packages.means')}</p>
      <details open={!isUsual}>
        <summary>{t('packages.other')}</summary>
        <label for="packages-index">{t('packages.index')}</label>
        <input
          ref={field}
          type="url"
          id="packages-index"
          required
          spellcheck={false}
          value={index.value}
          onInput={({ currentTarget }) => {
            index.value = currentTarget.value;
          }}
        />
        <p class="hint">{t('packages.indexHint')}</p>
      </details>
    </div>
  );
}

function refused(needs: Need[]): Message {
  const packages = [...new Set(needs.flatMap(({ requirements }) => requirements))];
  return [
    'packages.refused',
    { name: list([...new Set(needs.map(({ name }) => name))]), packages: list(packages, 'unit') },
  ];
}

function withoutSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

/** @returns the host of an index; '' if the address is not valid */
function hostOf(address: string): string {
  try {
    const { protocol, host } = new URL(address);
    return /^https?:$/.test(protocol) && !/[{}?#]/.test(address) ? host : '';
  } catch {
    return '';
  }
}
