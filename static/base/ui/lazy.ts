// Parts of the page that are loaded when they are first wanted. Where one does not come, a sentence says so, with a button
// that tries again.

import { createElement, render } from 'preact';
import { wasRenewed } from '../site/renewed.ts';
import { lazy } from '../values/lazy.ts';
import { t } from '../words/index.ts';
import type { Notices } from './notices.tsx';
import type { Failed } from './parts.tsx';
import { LoadFailed } from './parts.tsx';

/** null: it is there now. */
export type Say = (failed: Failed | null) => void;

/**
 * Does what needs something that has to be loaded.
 * @param again what the user wanted
 * @returns null: it did not come, which was said
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

/** What the user has made is kept, and the address says what is shown. */
const renewed = (): Failed => ({
  says: t('lazy.renewed'),
  action: { label: t('page.reload'), run: () => location.reload() },
});

/**
 * @returns the part, always the same; null: it did not come, which was said;
 * again: what the user wanted, or else the part comes and the user asks once more
 */
export function lazyPart<T>(load: () => Promise<T>, say: Say): (again?: () => unknown) => Promise<T | null> {
  const once = lazy(load);
  const part: (again?: () => unknown) => Promise<T | null> = (again = part) =>
    tried(once, say, () => again());
  return part;
}

/** Says it in a notice. */
export function inNotice(notices: Notices): Say {
  let remove = () => {};
  return (failed) => {
    remove();
    remove = failed ? notices.show(failed.says, { bad: true, action: failed.action }) : () => {};
  };
}

/** Says it where the part would be. */
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
