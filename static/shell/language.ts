// The language menu in the header.

import { h, on } from '../base/ui/dom.ts';
import type { Notices } from '../base/ui/notices.tsx';
import { placeUnder } from '../base/ui/popover.ts';
import { language, t } from '../base/words/index.ts';
import { addressIn, LANGUAGES, languageInAddress, storeLanguage, wanted } from '../base/words/language.ts';

const WIDTH = 160;

/**
 * Creates the button with its menu. To change its language the page reloads, and shows the same again.
 * During a match the change waits for the end of the match.
 */
export function bindLanguage(
  button: HTMLElement,
  popover: HTMLElement,
  { isBusy, keep, notices }: { isBusy: () => boolean; keep: () => Promise<void>; notices: Notices },
) {
  /** The language that was chosen and waits for the match to end; null if none. */
  let waiting: string | null = null;
  let named = languageInAddress(location.hash);

  async function change(code: string) {
    waiting = null;
    if (code === language) return;
    if (isBusy()) {
      waiting = code;
      notices.show(t('language.later', { language: LANGUAGES[code]?.name }));
      return;
    }
    await keep();
    // If the address does not name the players that are set up, the state of the history entry does: see router.ts.
    const { state } = history;
    const next = state?.at ? { ...state, at: addressIn(state.at, code) } : null;
    history.replaceState(next, '', addressIn(location.hash, code));
    location.reload();
  }

  function choose(code: string) {
    popover.hidePopover();
    storeLanguage(code);
    change(code);
  }

  popover.prepend(
    ...Object.entries(LANGUAGES).map(([code, { name, locale }]) => {
      const here = code === language;
      const props = {
        href: addressIn('', code),
        lang: locale,
        hreflang: locale,
        'aria-current': here && 'true',
      };
      const link = h('a', props, name);
      on(link, 'click', (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        choose(code);
      });
      return link;
    }),
  );
  if (wanted !== language) notices.show(t('language.failed'), { bad: true });

  on(popover, 'beforetoggle' as any, () => placeUnder(popover, button, WIDTH));
  // A link within the page was followed, or the address was edited. Most of these do not change the language.
  on(window, 'hashchange' as any, () => {
    const before = named;
    named = languageInAddress(location.hash);
    if (named !== before) change(named ?? language);
  });

  return {
    /** To be called when the match is over. */
    idle: () => waiting && change(waiting),
  };
}
