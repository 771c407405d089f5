// The dialog to share a match by its link, or to save it as a file.

import { h, on } from '../../base/ui/dom.ts';
import { inNotice, tried } from '../../base/ui/lazy.ts';
import { fixed, t } from '../../base/words/index.ts';
import { fileOf } from '../../games/names.ts';
import { createExportForm } from './export-form.js';
import { createScene, picture } from './export-scene.js';
import { sizeOf } from './export-size.js';
import { createShare } from './share.js';

/** @typedef {import('../../match/playback.ts').Playback} Playback */
/** @typedef {typeof import('./video.js')} Video */

/** The side of a picture that moves, in pixels. */
const SIDE = { webm: 720, gif: 480 };
/** How long a choice has to rest before its size is estimated, in milliseconds. */
const REST = 250;

/**
 * The match as a link; the board as a picture, the match as a video or an animation, or the replay's file.
 *
 * @param {HTMLDialogElement} dialog
 * @param {object} outside
 * @param {Playback} outside.playback
 * @param {HTMLCanvasElement} outside.canvas the board as it is shown
 * @param {() => boolean} outside.hasReplay
 * @param {(name: string) => void} outside.saveReplay
 * @param {() => number | null} outside.replaySize of its file, in bytes
 * @param {(name: string, data: Blob) => void} outside.save
 * @param {(problem: string) => void} outside.failed
 * @param {import('../../base/ui/notices.ts').Notices} outside.notices
 * @param {import('./share.js').Address} outside.address makes the link of a replay
 * @param {Promise<void>} outside.ready when Python is there
 */
export function createExportDialog(dialog, outside) {
  const { playback } = outside;
  const form = createExportForm(outside.hasReplay, () => tellSize().catch(() => form.tellSize('')));
  /** The number of the newest estimate; earlier ones are dropped. */
  let estimates = 0;
  const share = createShare({ ...outside, onlyFile: () => form.choose('json') });
  dialog.append(h('h2', {}, t('export.label')), share.element, form.element);
  dialog.setAttribute('aria-label', t('export.label'));
  /** @type {AbortController | null} */
  let working = null;

  function open() {
    const { match, last, position } = playback.state;
    if (!match) return;
    form.begin(position, last, fileOf(match.header, ''));
    dialog.showModal();
    share.begin(match, position);
  }

  const tell = inNotice(outside.notices);

  /** @returns {Promise<void>} */
  async function save() {
    const kind = form.chosen();
    const { match, position } = playback.state;
    if (!match || working) return;
    // An estimate that is not there yet is not needed any more.
    estimates += 1;
    if (kind === 'json') outside.saveReplay(form.file('.json'));
    else if (kind === 'png')
      outside.save(form.file(`-${position}.png`), await picture(outside.canvas, playback));
    else if (kind === 'html') {
      const found = await tried(() => import('./html-file.js'), tell, save);
      if (!found) return;
      await saveHtml(found, match, form.file('.html'), outside);
    } else {
      const found = await tried(() => import('./video.js'), tell, save);
      if (!found || working || !(await saveFilm(found, kind))) return;
    }
    dialog.close();
  }

  /** @param {Video} video @param {'webm' | 'gif'} kind @returns {Promise<boolean>} whether it is done */
  async function saveFilm(video, kind) {
    working = new AbortController();
    const { signal } = working;
    form.work(true);
    try {
      const film = await makeFilm(video, kind, signal);
      if (film) outside.save(form.file(`.${kind}`), film);
      else outside.failed(t('export.noVideo'));
      return film !== null;
    } catch (error) {
      if (!signal.aborted) outside.failed(t('export.failed', { why: String(error) }));
      return false;
    } finally {
      working = null;
      form.work(false);
    }
  }

  /** @param {Video} video @param {'webm' | 'gif'} kind @param {AbortSignal} signal @returns {Promise<Blob | null>} null: this browser records no videos */
  async function makeFilm(video, kind, signal) {
    const { first, count } = form.turns(playback.state.last);
    const scene = createScene(form.preview, playback, SIDE[kind]);
    try {
      if (kind === 'webm' && !video.canRecordVideo()) return null;
      const record = kind === 'gif' ? video.recordGif : video.recordVideo;
      return await record({
        canvas: scene.canvas,
        count,
        delay: form.delay(),
        show: (k) => scene.show(first + k),
        progress: form.advance,
        signal,
      });
    } finally {
      scene.end();
    }
  }

  /** Says what the file will take: of a film by a few of its pictures, so that it is known before it is made. */
  async function tellSize() {
    estimates += 1;
    const mine = estimates;
    form.tellSize('');
    await new Promise((resolve) => setTimeout(resolve, REST));
    if (mine !== estimates || !dialog.open || working) return;
    const kind = form.chosen();
    const turns = form.turns(playback.state.last);
    const bytes = await sizeOf(kind, {
      ...outside,
      ...turns,
      delay: form.delay(),
      sample: form.sample,
      side: SIDE.gif,
    });
    if (mine !== estimates || bytes === null) return;
    const mb = fixed(bytes / 1e6, bytes < 1e6 ? 2 : 1);
    form.tellSize(t(kind === 'webm' ? 'export.sizeMost' : 'export.size', { mb }));
  }

  function stop() {
    if (working) working.abort();
    else dialog.close();
  }

  on(form.element, /** @type {any} */ ('submit'), (event) => {
    event.preventDefault();
    save();
  });
  on(form.cancel, 'click', stop);
  on(dialog, /** @type {any} */ ('cancel'), (event) => {
    if (!working) return;
    event.preventDefault();
    stop();
  });
  on(dialog, /** @type {any} */ ('close'), share.end);
  return { open, refresh: form.refresh };
}

/** @param {typeof import('./html-file.js')} found @param {import('../../match/types.ts').Match} match @param {string} name @param {{save: (name: string, data: Blob) => void, failed: (problem: string) => void}} outside */
async function saveHtml({ htmlFileOf }, match, name, { save, failed }) {
  try {
    save(name, await htmlFileOf(match));
  } catch (error) {
    failed(t('export.noHtml', { why: String(error) }));
  }
}
