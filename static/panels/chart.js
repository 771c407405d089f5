import { on } from '../dom.js';
import { gameFace } from '../games/index.js';
import { t } from '../i18n.js';
import { answerOf } from './players.js';

/** @typedef {import('../playback.js').Playback} Playback */
/** @typedef {import('../types.js').Match} Match */

/** The slider's thumb keeps half its width from both ends; so does the chart, to stand above it. */
const INSET = 8;
/** Room for the words above the bars, where the chart is high enough for them. */
const LABEL = 20;

/**
 * Above the slider the time of every move: the first player upwards, the second downwards, square-rooted so that short
 * moves show beside long ones. Where a game can say how the match stands, a line for every player instead. A click goes
 * to that turn.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {Playback} playback
 */
export function createChart(canvas, playback) {
  const context = canvas.getContext('2d');
  let width = 0;
  let height = 0;
  let asked = 0;

  function ask() {
    if (!asked) asked = requestAnimationFrame(draw);
  }

  function draw() {
    asked = 0;
    const { match, position, last } = playback.state;
    if (!context || !width || !match) return;
    const style = getComputedStyle(canvas);
    /** @param {string} token */
    const colour = (token) => {
      canvas.style.color = `var(--${token})`;
      return style.color;
    };
    const ratio = canvas.width / width;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const step = (width - 2 * INSET) / Math.max(1, last);
    const top = height > 60 ? LABEL : 0;
    const face = gameFace(match.header.game);
    const middle = face.standing ? Math.round(height - 5) : Math.round((height + top) / 2);
    context.fillStyle = colour('accent');
    context.fillRect(INSET + position * step - 0.5, top, 1, height - top);
    context.fillStyle = colour('line');
    context.fillRect(INSET, middle - 0.5, width - 2 * INSET, 1);
    const summary = summaryOf(match, face);
    const scale = { step, middle, room: middle - top - 2, last };
    if (face.standing) {
      drawLines(context, summary, scale, (player) => colour(`p${(player % 8) + 1}`));
    } else {
      for (const player of [0, 1]) {
        context.fillStyle = colour(`p${player + 1}`);
        drawBars(context, match, player, { ...scale, longest: Math.max(1, summary.longest) });
      }
    }
    context.fillStyle = colour('ink');
    for (const k of summary.events) diamond(context, INSET + k * step, middle);
    context.fillStyle = colour('bad');
    for (const k of summary.faults) cross(context, INSET + k * step, middle);
    if (top) drawScale(context, scaleOf(summary, face), colour('ink-2'));
    canvas.style.color = '';
  }

  const observer = new ResizeObserver(([entry]) => {
    if (!entry) return;
    width = entry.contentRect.width;
    height = entry.contentRect.height;
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    draw();
  });
  observer.observe(canvas);

  /** @param {PointerEvent} event */
  function go(event) {
    if (event.buttons !== 1) return;
    const x = event.clientX - canvas.getBoundingClientRect().left;
    playback.goTo(((x - INSET) / (width - 2 * INSET)) * playback.state.last);
  }

  return {
    repaint: ask,
    undo: [
      () => observer.disconnect(),
      playback.subscribe(ask),
      on(canvas, 'pointerdown', go),
      on(canvas, 'pointermove', go),
    ],
  };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Match} match
 * @param {number} player
 * @param {{step: number, middle: number, room: number, last: number, longest: number}} scale
 */
function drawBars(context, match, player, { step, middle, room, last, longest }) {
  const bar = Math.max(1, Math.min(5, step - 1));
  for (let k = 1; k <= last; k += 1) {
    const ms = answerOf(match.records[k], player)?.ms ?? 0;
    if (ms <= 0) continue;
    const size = Math.max(1, room * Math.sqrt(ms / longest));
    const x = INSET + k * step - bar / 2;
    context.fillRect(x, player === 0 ? middle - 1 - size : middle + 1, bar, size);
  }
}

/** Where lines lie on each other, dashes let the one below show. */
const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 4], [12, 5], [1, 4], [6, 2, 1, 2]];

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Summary} summary
 * @param {{step: number, middle: number, room: number, last: number}} scale
 * @param {(player: number) => string} colourOf
 */
function drawLines(context, { standing, most }, { step, middle, room, last }, colourOf) {
  // No more than about a point per pixel, however long the match is.
  const every = Math.max(1, Math.floor(1 / step));
  context.lineWidth = 1.5;
  context.lineJoin = 'round';
  for (const player of (standing[0] ?? []).keys()) {
    context.strokeStyle = colourOf(player);
    context.setLineDash(DASHES[player % DASHES.length] ?? []);
    context.beginPath();
    for (let k = 0; k <= last; k = k < last ? Math.min(last, k + every) : k + 1) {
      const size = (room * (standing[k]?.[player] ?? 0)) / Math.max(1, most);
      context.lineTo(INSET + k * step, middle - 1 - size);
    }
    context.stroke();
  }
  context.setLineDash([]);
}

/**
 * What the chart shows of a match, gathered once for every frame.
 *
 * @typedef {object} Summary
 * @property {number} frames how many have been looked at
 * @property {number[][]} standing by frame, then by player
 * @property {number} most the highest of them
 * @property {number} longest the time of the longest move
 * @property {number[]} events frames to look at
 * @property {number[]} faults
 */

/** @type {WeakMap<Match, Summary>} */
const summaries = new WeakMap();

/** @param {Match} match @param {import('../games/index.js').GameFace} face */
function summaryOf(match, face) {
  const known = { frames: 0, standing: [], most: 0, longest: 0, events: [], faults: [] };
  /** @type {Summary} */
  const summary = summaries.get(match) ?? known;
  summaries.set(match, summary);
  for (; summary.frames < match.frames.length; summary.frames += 1) {
    const k = summary.frames;
    const view = match.frames[k];
    const numbers = face.standing?.of(view) ?? [];
    summary.standing.push(numbers);
    summary.most = Math.max(summary.most, ...numbers);
    if (face.isEvent(view, match.frames[k - 1] ?? null)) summary.events.push(k);
    const answers = match.records[k]?.answers ?? [];
    // The import, in record 0, is not a move.
    if (k > 0) summary.longest = Math.max(summary.longest, ...answers.map(({ ms }) => ms));
    if (answers.some(({ fault }) => fault)) summary.faults.push(k);
  }
  return summary;
}

/** What the highest bar or line stands for. @param {Summary} summary @param {import('../games/index.js').GameFace} face */
function scaleOf({ most, longest }, face) {
  if (face.standing) return t(face.standing.label, { most });
  return longest ? t('chart.longest', { ms: Math.ceil(longest) }) : '';
}

/** @param {CanvasRenderingContext2D} context @param {string} text @param {string} colour */
function drawScale(context, text, colour) {
  context.fillStyle = colour;
  context.font = '400 12px "Inter Variable", sans-serif';
  context.textBaseline = 'top';
  context.textAlign = 'left';
  context.fillText(text, INSET, 2);
}

/** Something was lost. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y */
function diamond(context, x, y) {
  context.save();
  context.translate(x, y);
  context.rotate(Math.PI / 4);
  context.fillRect(-3, -3, 6, 6);
  context.restore();
}

/** A fault. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y */
function cross(context, x, y) {
  context.save();
  context.translate(x, y);
  context.rotate(Math.PI / 4);
  context.fillRect(-5, -1, 10, 2);
  context.fillRect(-1, -5, 2, 10);
  context.restore();
}
