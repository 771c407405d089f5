// The state of saving a match as a file: its kind, the turns, the name, the estimated size, and the progress.

import { computed, signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { saveBlob } from '../../base/ui/files.ts';
import { inNotice, tried } from '../../base/ui/lazy.ts';
import { sizeText, t } from '../../base/words/index.ts';
import { fileOf } from '../../games/names.ts';
import type { Match } from '../../match/types.ts';
import { createScene, picture } from './export-scene.ts';

export const KINDS = ['png', 'webm', 'gif', 'html', 'json'] as const;
export type Kind = (typeof KINDS)[number];

/** The length of the sides of a video or animation, in pixels. */
const SIDE = { webm: 720, gif: 480 };
/** Milliseconds without a change before the size is estimated. */
const TYPING_REST_MS = 250;
/** The number of pictures from which the size of an animation is estimated. */
const SAMPLES = 3;
const USUAL_SPEED = 8;

/** The elements in which pictures are made: visible for the file itself, hidden for the estimate of its size. */
export interface Places {
  preview: { current: HTMLDivElement | null };
  sample: { current: HTMLDivElement | null };
}

export type ExportState = ReturnType<typeof createExportState>;

/** @param link returns the whole address of the match; null if there is none */
export function createExportState(app: App, places: Places, link: () => string | null) {
  const { playback, canvas, notices } = app;
  /** The size of the replay file, in characters; null if there is none. */
  const replaySize = () => app.session.replay()?.length ?? null;
  const isOpen = signal(false);
  const kind = signal<Kind>('png');
  const from = signal('0');
  const to = signal('0');
  const speed = signal(USUAL_SPEED);
  const name = signal('');
  /** The estimated size of the file in words; '' if it is not known. */
  const size = signal('');
  /** The progress of a video or animation, from 0 to 1; null if none is being made. */
  const progress = signal<number | null>(null);
  /** Counts the estimates: only the latest one counts. */
  let estimates = 0;
  let controller = new AbortController();
  /** The default name of the file, without its ending. */
  let usual = '';

  const hasReplay = () => replaySize() !== null;
  const file = (ending: string) => `${tidy(name.value) || usual}${ending}`;
  /** Milliseconds that each turn is shown. */
  const delay = () => 1000 / speed.value;
  const say = inNotice(notices);

  /** The first and the last wanted turn. */
  function turns() {
    const { last } = playback.state;
    const first = Math.max(0, Math.min(last, Math.round(Number(from.value))));
    const final = Math.max(first, Math.min(last, Math.round(Number(to.value))));
    return { first, count: final - first + 1 };
  }

  async function save(): Promise<void> {
    const { match } = playback.state;
    if (!match || progress.value !== null) return;
    // A running estimate is not needed any more.
    estimates += 1;
    if (await saved(kind.value, match)) isOpen.value = false;
  }

  /** @returns false if it failed, which the user was told, or was cancelled */
  async function saved(what: Kind, match: Match): Promise<boolean> {
    const { position } = playback.state;
    if (what === 'json') app.replays.save(file('.json'));
    else if (what === 'png') saveBlob(file(`-${position}.png`), await picture(canvas, playback));
    else if (what === 'html') return saveHtml(match);
    else return saveFilm(what, match);
    return true;
  }

  async function saveHtml(match: Match): Promise<boolean> {
    const found = await tried(() => import('./html-file.ts'), say, save);
    if (!found) return false;
    try {
      saveBlob(file('.html'), await found.htmlFileOf(match, link()));
      return true;
    } catch (error) {
      notices.show(t('export.noHtml', { why: String(error) }), { bad: true, here: true });
      return false;
    }
  }

  async function saveFilm(what: 'webm' | 'gif', match: Match): Promise<boolean> {
    const video = await tried(() => import('./video.ts'), say, save);
    if (!video || !places.preview.current || progress.value !== null) return false;
    if (what === 'webm' && !video.canRecordVideo()) {
      notices.show(t('export.noVideo'), { bad: true, here: true });
      return false;
    }
    controller = new AbortController();
    const { signal: left } = controller;
    progress.value = 0;
    const { first, count } = turns();
    const scene = createScene(places.preview.current, playback, match, SIDE[what]);
    const record = what === 'gif' ? video.recordGif : video.recordVideo;
    try {
      const film = await record({
        ...{ canvas: scene.canvas, count, delay: delay(), signal: left },
        show: (k) => scene.show(first + k),
        progress(done) {
          progress.value = done;
        },
      });
      saveBlob(file(`.${what}`), film);
      return true;
    } catch (error) {
      if (!left.aborted) notices.show(t('export.failed', { why: String(error) }), { bad: true, here: true });
      return false;
    } finally {
      scene.end();
      progress.value = null;
    }
  }

  /** Estimates the size of the file; for an animation from a few of its pictures. */
  async function estimate() {
    estimates += 1;
    const mine = estimates;
    const what = kind.value;
    size.value = '';
    await new Promise((resolve) => setTimeout(resolve, TYPING_REST_MS));
    if (mine !== estimates || !isOpen.value || progress.value !== null) return;
    const bytes = await sizeOf(what).catch(() => null);
    if (mine !== estimates || bytes === null) return;
    size.value = t(what === 'webm' ? 'export.sizeMost' : 'export.size', { size: sizeText(bytes) });
  }

  /** @returns bytes (of a video the most possible); null if it is not known */
  async function sizeOf(what: Kind): Promise<number | null> {
    const { match } = playback.state;
    if (!match || what === 'json') return replaySize();
    if (what === 'html') return (await (await import('./html-file.ts')).htmlFileOf(match, link())).size;
    if (what === 'png') return (await picture(canvas, playback)).size;
    const video = await import('./video.ts');
    const { first, count } = turns();
    if (what === 'webm') return video.mostOfVideo(count, delay());
    if (!places.sample.current) return null;
    const samples = Math.min(count, SAMPLES);
    const scene = createScene(places.sample.current, playback, match, SIDE.gif);
    try {
      const some = await video.recordGif({
        ...{ canvas: scene.canvas, count: samples, delay: delay() },
        show: (k) => scene.show(first + Math.round((k * (count - 1)) / Math.max(1, samples - 1))),
        progress() {},
        signal: new AbortController().signal,
      });
      return (some.size * count) / samples;
    } finally {
      scene.end();
    }
  }

  return {
    ...{ isOpen, kind, from, to, speed, name, size, progress, hasReplay, save, estimate },
    /** How long a video takes to be made. */
    seconds: computed(() => {
      const count = Number(to.value) - Number(from.value) + 1;
      return Math.max(0, Math.ceil(count / speed.value));
    }),
    /** To be called when another match, or another turn of it, is shown. */
    open(match: Match) {
      usual = fileOf(match.header, '');
      name.value = usual;
      from.value = '0';
      to.value = String(playback.state.last);
      if (kind.value === 'json' && !hasReplay()) kind.value = 'png';
      isOpen.value = true;
      estimate();
    },
    choose(what: Kind) {
      if (what === 'json' && !hasReplay()) return;
      kind.value = what;
      estimate();
    },
    /** Stops what is being made. */
    stop: () => controller.abort(),
  };
}

/** Without an ending: each kind of file has its own. */
const tidy = (name: string) => name.trim().replace(/\.(?:png|webm|gif|html|json)$/i, '');
