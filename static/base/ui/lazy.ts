// Parts of the page that are loaded when they are first needed. If loading fails, the page says so, with a button to try
// again.

import { createElement, render } from 'preact';
import { wasRenewed } from '../site/renewed.ts';
import { lazy } from '../values/lazy.ts';
import { t } from '../words/index.ts';
import type { Notices } from './notices.tsx';
import type { Failed } from './parts.tsx';
import { LoadFailed } from './parts.tsx';

/** Shows that loading failed; null removes the message. */
export type Say = (failed: Failed | null) => void;

/**
 * Runs work that has to load something.
 * @param again called by the button to try again: repeats what the user wanted
 * @returns null if loading failed, which the user was told
 */
export async function tried<T>(work: () => Promise<T>, say: Say, again: () => unknown): Promise<T | null> {
  try {
    const found = await work();
    say(null);
    return found;
  } catch {
    say((await wasRenewed()) ? renewed() : failed(() => void again()));
    return null;
  }
}

const failed = (again: () => void): Failed => ({
  says: t('lazy.failed'),
  action: { label: t('lazy.again'), run: again },
});

/** The page was published anew and must be reloaded. Nothing is lost: the user's work is stored, and the address stays. */
const renewed = (): Failed => ({
  says: t('lazy.renewed'),
  action: { label: t('page.reload'), run: () => location.reload() },
});

/**
 * @returns a function that loads the part once; it resolves with null if loading failed, which the user was told. Its
 *   argument `again` repeats what the user wanted when the button to try again is pressed; without it the part is only loaded
 */
export function lazyPart<T>(load: () => Promise<T>, say: Say): (again?: () => unknown) => Promise<T | null> {
  const once = lazy(load);
  const part: (again?: () => unknown) => Promise<T | null> = (again = part) =>
    tried(once, say, () => again());
  return part;
}

/** Shows the failure in a notice. */
export function inNotice(notices: Notices): Say {
  let remove = () => {};
  return (failed) => {
    remove();
    remove = failed ? notices.show(failed.says, { bad: true, action: failed.action }) : () => {};
  };
}

/** Shows the failure in the place of the part. */
export function inPlace(host: HTMLElement): Say {
  const place = document.createElement('div');
  place.className = 'island';
  return (failed) => {
    place.remove();
    if (!failed) return;
    const { says, action } = failed;
    function run() {
      place.remove();
      action.run();
    }
    render(createElement(LoadFailed, { says, action: { ...action, run } }), place);
    host.append(place);
  };
}
