// The language menu in the header.

import { h, on } from '../base/ui/dom.js';
import { placeUnder } from '../base/ui/popover.js';
import { language, t } from '../base/words/index.js';
import { addressIn, LANGUAGES, languageInAddress, storeLanguage, wanted } from '../base/words/language.js';

const WIDTH = 160;

/**
 * Creates the button with its menu. The page changes its language by a reload, which keeps everything that it shows.
 * During a match the change waits for the end of the match.
 *
 * @param {HTMLElement} button
 * @param {HTMLElement} popover
 * @param {object} outside
 * @param {() => boolean} outside.isBusy a match is under way
 * @param {() => Promise<void>} outside.keep stores what is shown
 * @param {import('../base/ui/notices.js').Notices} outside.notices
 */
export function bindLanguage(button, popover, { isBusy, keep, notices }) {
  /** @type {string | null} chosen, and waiting for the match to end */
  let waiting = null;
  let named = languageInAddress(location.hash);

  /** @param {string} code */
  async function change(code) {
    waiting = null;
    if (code === language) return;
    if (isBusy()) {
      waiting = code;
      notices.show(t('language.later', { language: LANGUAGES[code]?.name }));
      return;
    }
    await keep();
    history.replaceState(null, '', addressIn(location.hash, code));
    location.reload();
  }

  /** @param {string} code */
  function choose(code) {
    popover.hidePopover();
    storeLanguage(code);
    change(code);
  }

  popover.append(
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

  on(popover, /** @type {any} */ ('beforetoggle'), () => placeUnder(popover, button, WIDTH));
  // A link within the page, or an address changed by hand; most of them change something else.
  on(window, /** @type {any} */ ('hashchange'), () => {
    const before = named;
    named = languageInAddress(location.hash);
    if (named !== before) change(named ?? language);
  });

  return {
    /** Tells that the match is over. */
    idle: () => waiting && change(waiting),
  };
}
