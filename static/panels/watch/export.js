import { SPEEDS } from '../../base/kept/keys.js';
import { h, icon, on, setText } from '../../base/ui/dom.js';
import { t } from '../../base/words/index.js';
import { createBoard } from '../../board/board.js';
import { gameFace } from '../../games/index.js';
import { fileOf, namesOf } from '../../games/names.js';

/** @typedef {import('../../match/playback.js').Playback} Playback */
/** @typedef {'png' | 'webm' | 'gif' | 'json'} Kind */

/** The side of a picture that moves, in pixels, and the strip above the board that says who plays and which turn it is. */
const SIDE = { webm: 720, gif: 480 };
const STRIP = 32;
const KINDS = /** @type {Kind[]} */ (['png', 'webm', 'gif', 'json']);
const USUAL_SPEED = 8;
/** Above this the pictures follow each other faster than screens show them. */
const FASTEST = 30;

/**
 * Export: the board as a picture, the match as a video or an animation, or the replay's file.
 *
 * @param {HTMLDialogElement} dialog
 * @param {HTMLButtonElement} button
 * @param {object} outside
 * @param {Playback} outside.playback
 * @param {HTMLCanvasElement} outside.canvas the board as it is shown
 * @param {() => boolean} outside.hasReplay
 * @param {() => void} outside.saveReplay
 * @param {(name: string, data: Blob) => void} outside.save
 * @param {(problem: string) => void} outside.failed
 */
export function createExport(dialog, button, outside) {
  const { playback } = outside;
  const kinds = KINDS.map((kind) => {
    const input = h('input', { type: 'radio', name: 'export-kind', value: kind });
    const label = h('label', {}, input, h('span', {}, t(`export.${kind}`, { turn: 0 })));
    return { kind, input, label };
  });
  const from = h('input', { type: 'number', min: 0, id: 'export-from' });
  const to = h('input', { type: 'number', min: 0, id: 'export-to' });
  const speed = h(
    'select',
    { id: 'export-speed' },
    ...SPEEDS.filter((each) => each <= FASTEST).map((value) =>
      h('option', { value }, t('timeline.perSecond', { speed: value })),
    ),
  );
  speed.value = String(USUAL_SPEED);
  const range = h(
    'div',
    { class: 'export-range' },
    h('label', { htmlFor: 'export-from' }, t('export.from')),
    from,
    h('label', { htmlFor: 'export-to' }, t('export.to')),
    to,
    h('label', { htmlFor: 'export-speed' }, t('timeline.speed')),
    speed,
  );
  const hint = h('p', { class: 'hint' });
  const progress = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': t('export.progress') });
  const preview = h('div', { class: 'export-preview', 'aria-hidden': 'true' });
  const cancel = h('button', { type: 'button', class: 'plain' }, t('fork.cancel'));
  const go = h(
    'button',
    { type: 'submit', class: 'accent' },
    icon('download'),
    h('span', {}, t('export.save')),
  );
  const form = h(
    'form',
    {},
    h('h2', {}, t('export.label')),
    h('fieldset', {}, h('legend', { class: 'unseen' }, t('export.what')), ...kinds.map(({ label }) => label)),
    range,
    hint,
    preview,
    progress,
    h('div', { class: 'dialog-buttons' }, cancel, go),
  );
  dialog.append(form);
  dialog.setAttribute('aria-label', t('export.label'));
  /** @type {AbortController | null} */
  let working = null;

  /** @returns {Kind} */
  const chosen = () => kinds.find(({ input }) => input.checked)?.kind ?? 'png';

  function render() {
    const kind = chosen();
    const moves = kind === 'webm' || kind === 'gif';
    range.hidden = !moves;
    const seconds = Math.ceil((Number(to.value) - Number(from.value) + 1) / Number(speed.value));
    const words =
      kind === 'webm' ? t('export.takes', { seconds: Math.max(0, seconds) }) : t(`export.hint.${kind}`);
    setText(hint, working ? t('export.working') : words);
    for (const field of [from, to, speed, go, ...kinds.map(({ input }) => input)])
      field.disabled = working !== null;
    for (const { kind: each, input } of kinds)
      if (each === 'json' && !outside.hasReplay()) input.disabled = true;
    progress.hidden = !working;
  }

  function open() {
    const { match, last, position } = playback.state;
    if (!match) return;
    playback.pause();
    from.value = '0';
    to.value = String(last);
    for (const field of [from, to]) field.max = String(last);
    const first = kinds[0];
    if (first && !kinds.some(({ input }) => input.checked)) first.input.checked = true;
    if (chosen() === 'json' && !outside.hasReplay() && first) first.input.checked = true;
    setText(kinds[0]?.label.lastElementChild ?? hint, t('export.png', { turn: position }));
    render();
    dialog.showModal();
  }

  /** @param {Event} event */
  async function start(event) {
    event.preventDefault();
    const kind = chosen();
    const { match, position, last } = playback.state;
    if (!match || working) return;
    if (kind === 'json') outside.saveReplay();
    else if (kind === 'png')
      outside.save(nameOf(match.header, `-${position}.png`), await picture(outside.canvas));
    else {
      const first = Math.max(0, Math.min(last, Math.round(Number(from.value))));
      const final = Math.max(first, Math.min(last, Math.round(Number(to.value))));
      if (!(await film(kind, first, final))) return;
    }
    dialog.close();
  }

  /** @param {'webm' | 'gif'} kind @param {number} first @param {number} final @returns {Promise<boolean>} whether it is done */
  async function film(kind, first, final) {
    const { match } = playback.state;
    if (!match) return false;
    working = new AbortController();
    const { signal } = working;
    progress.value = 0;
    render();
    const scene = createScene(preview, playback, SIDE[kind]);
    try {
      const video = await import('./video.js');
      if (kind === 'webm' && !video.canRecordVideo()) {
        outside.failed(t('export.noVideo'));
        return false;
      }
      const record = kind === 'gif' ? video.recordGif : video.recordVideo;
      const data = await record({
        canvas: scene.canvas,
        count: final - first + 1,
        delay: 1000 / Number(speed.value),
        show: (k) => scene.show(first + k),
        progress(done) {
          progress.value = done;
        },
        signal,
      });
      outside.save(nameOf(match.header, `.${kind}`), data);
      return true;
    } catch (error) {
      if (!signal.aborted) outside.failed(t('export.failed', { why: String(error) }));
      return false;
    } finally {
      scene.end();
      working = null;
      render();
    }
  }

  function stop() {
    if (working) working.abort();
    else dialog.close();
  }

  function refresh() {
    button.hidden = !playback.state.match || playback.state.live;
  }

  refresh();
  return {
    open,
    undo: [
      playback.subscribe(refresh),
      on(button, 'click', open),
      on(form, /** @type {any} */ ('submit'), start),
      on(form, 'input', render),
      on(cancel, 'click', stop),
      on(dialog, /** @type {any} */ ('cancel'), (event) => {
        if (!working) return;
        event.preventDefault();
        stop();
      }),
    ],
  };
}

/** @param {import('../../match/types.js').Header} header @param {string} end */
const nameOf = (header, end) => fileOf(header, gameFace(header.game).sides, end);

/** The board as it stands, on the ground it has on the page. @param {HTMLCanvasElement} board @returns {Promise<Blob>} */
async function picture(board) {
  const canvas = h('canvas', { width: board.width, height: board.height });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  pen.fillStyle = getComputedStyle(board).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(board, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/**
 * A board of its own that shows any turn, with a line above that says who plays and which turn it is.
 *
 * @param {HTMLElement} host
 * @param {Playback} playback
 * @param {number} side in pixels
 */
function createScene(host, playback, side) {
  const match = /** @type {import('../../match/types.js').Match} */ (playback.state.match);
  const names = namesOf(match.header, gameFace(match.header.game).sides);
  const stage = h('canvas');
  stage.style.width = `${side / devicePixelRatio}px`;
  stage.style.height = stage.style.width;
  host.replaceChildren(stage);
  const board = createBoard(stage, gameFace);
  const canvas = h('canvas', { width: side, height: side + STRIP });
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const style = getComputedStyle(host);

  return {
    canvas,
    /** @param {number} turn */
    async show(turn) {
      board.show(match.header.game, playback.view(turn), playback.view(turn - 1), 0, names);
      // The board paints with the next frame; a tab that nobody sees has none, and waits.
      await frame();
      await frame();
      if (!pen) return;
      pen.fillStyle = style.backgroundColor;
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.fillStyle = style.color;
      pen.font = '500 16px "Inter Variable", sans-serif';
      pen.textBaseline = 'middle';
      pen.textAlign = 'left';
      pen.fillText(names.join(' · '), 12, STRIP / 2 + 2, side - 120);
      pen.textAlign = 'right';
      pen.fillText(t('timeline.counter', { turn, last: playback.state.last }), side - 12, STRIP / 2 + 2);
      pen.drawImage(stage, 0, STRIP, side, side);
    },
    end() {
      board.destroy();
      host.replaceChildren();
    },
  };
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
