// Where things are shown: a narrow screen has no side panel, and beside the editor that may be closed.

import { signal } from '@preact/signals';
import { on } from '../../base/ui/dom.ts';
import { NARROW_WINDOW, UPRIGHT_WINDOW } from '../../base/ui/widths.ts';
import type { Session } from '../../match/session.ts';
import type { Layout } from '../../shell/layout.ts';

export type Places = ReturnType<typeof createPlaces>;

export function createPlaces(session: Session, side: Layout['side']) {
  const narrow = matchMedia(NARROW_WINDOW);
  const upright = matchMedia(UPRIGHT_WINDOW);
  const isNarrow = signal(false);
  const isUpright = signal(false);
  const isSideThere = signal(false);
  function place() {
    isNarrow.value = narrow.matches;
    isUpright.value = narrow.matches && upright.matches;
    isSideThere.value = !narrow.matches && (session.stage !== 'code' || side.isOpen());
  }
  on(narrow, 'change', place);
  on(upright, 'change', place);
  session.onStage(place);
  side.onChange(place);
  place();
  return { isNarrow, isUpright, isSideThere };
}
