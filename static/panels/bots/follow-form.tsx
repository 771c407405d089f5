// The part of the bots' menu for following a file or a folder on disk.

import { shortName } from '../../base/text/legible.ts';
import { Check } from '../../base/ui/field.tsx';
import { Button } from '../../base/ui/parts.tsx';
import { t } from '../../base/words/index.ts';
import type { Handle } from './disk.ts';
import type { Follow } from './follow.ts';

/** The file types in the browser's file dialog. */
const PYTHON = { types: [{ description: 'Python', accept: { 'text/x-python': ['.py'] } }] };

/** Functions that only some browsers have: only these let a page read a file again after it has changed. */
const pickers = window as unknown as {
  showOpenFilePicker: (how: typeof PYTHON) => Promise<[Handle]>;
  showDirectoryPicker: () => Promise<Handle>;
};

interface Props {
  follow: Follow;
}

export function FollowForm({ follow }: Props) {
  const shown = follow.shown();
  return (
    <div class="my-bots-follow">
      {shown ? <Followed follow={follow} shown={shown} /> : <Offer follow={follow} />}
    </div>
  );
}

interface WorkProps {
  icon: string;
  says: string;
  work: () => Promise<unknown>;
}

/** A button whose work opens a dialog of the browser, which the user may cancel. */
function Work({ work, ...rest }: WorkProps) {
  return <Button {...rest} onClick={() => void work().catch(() => {})} />;
}

function Offer({ follow }: Props) {
  if (!('showOpenFilePicker' in window)) return <p class="hint">{t('follow.cannot')}</p>;
  async function pickFile() {
    const [handle] = await pickers.showOpenFilePicker(PYTHON);
    await follow.start(handle);
  }
  const pickFolder = async () => follow.start(await pickers.showDirectoryPicker());
  return (
    <>
      <div class="my-bots-actions">
        <Work icon="folder-sync" says={t('follow.file')} work={pickFile} />
        {'showDirectoryPicker' in window && (
          <Work icon="folder-sync" says={t('follow.folder')} work={pickFolder} />
        )}
      </div>
      <p class="hint">{t('follow.hint')}</p>
    </>
  );
}

function Followed({ follow, shown }: Props & { shown: NonNullable<ReturnType<Follow['shown']>> }) {
  const asks = shown.state === 'asks';
  return (
    <>
      <p role="status">{t(asks ? 'follow.asks' : 'follow.on', { name: shortName(shown.name) })}</p>
      <Check class="check" says={t('follow.runs')} checked={shown.runs} change={follow.setRuns} />
      <div class="my-bots-actions">
        {asks && <Work icon="folder-sync" says={t('follow.allow')} work={follow.allow} />}
        <Work icon="unlink" says={t('follow.stop')} work={async () => follow.stop()} />
      </div>
    </>
  );
}
