// The bar above the text of a shown version: its name, and buttons to edit it or to go back to the bot.

import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../base/ui/parts.tsx';
import { t } from '../../base/words/index.ts';
import type { Actions } from './panel.tsx';
import type { Looked } from './state.ts';

interface Props {
  looked: Looked | null;
  /** whether it is a version of the bot that is in the editor */
  canEdit: boolean;
  actions: Pick<Actions, 'edit' | 'back'>;
  focus: () => void;
}

export function LookedAt({ looked, canEdit, actions, focus }: Props) {
  const hadFocus = useRef(false);
  useEffect(() => {
    // The pressed button is gone: the text gets the focus.
    if (!looked && hadFocus.current) focus();
    hadFocus.current = false;
  }, [looked]);
  return (
    <div class="code-looked" role="status">
      {looked && (
        <>
          <p>{t('code.looked', { name: looked.name })}</p>
          <Button
            says={t('code.looked.back')}
            onClick={() => {
              hadFocus.current = true;
              actions.back();
            }}
          />
          {canEdit && <Button says={t('code.looked.edit')} onClick={() => actions.edit(looked)} />}
        </>
      )}
    </div>
  );
}
