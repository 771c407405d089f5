// The seats of the page: sealed frames with room for one bot each. They are made when somebody needs them, and stay.

import { manifest } from '../base/site/manifest.js';
import { createSeat } from './seat/seat.js';

/** @typedef {import('./seat/seat.js').Kit} Kit */
/** @typedef {import('./seat/seat.js').Seat} Seat */
/** @typedef {ReturnType<typeof createSeats>} Seats */

const MEGABYTE = 2 ** 20;

/** What a bot may use, in bytes. @param {unknown} [megabytes] */
export const memoryOf = (megabytes = 256) => Number(megabytes) * MEGABYTE;

/** @param {(fromSnapshot: boolean) => void} booted there is a Python in one of them */
export function createSeats(booted) {
  /** @type {Seat[]} */
  const seats = [];
  /** What each is started from. @type {Kit | null} */
  let kit = null;
  /** @type {Blob | null} */
  let snapshot = null;
  const on = {
    booted,
    /** A snapshot that one seat could not use is of no use to the others. @param {string} why */
    badSnapshot(why) {
      console.warn('Python starts without a snapshot:', why);
      snapshot = null;
    },
    /** All frames of a page may live in one process of the browser: what has befallen one is not asked of the others. */
    lost: restart,
  };

  function restart() {
    for (const seat of seats) seat.restart();
  }

  /** @param {number} number of seats there will be, if there are fewer @returns {Seat[]} those that are new, without Python */
  function add(number) {
    const missing = Math.max(0, number - seats.length);
    const added = Array.from({ length: missing }, () => createSeat(manifest.frame, on));
    seats.push(...added);
    return added;
  }

  /** @param {Kit} given @param {readonly Seat[]} added */
  async function equip(given, added) {
    await Promise.all(added.map((seat) => seat.equip(given)));
    for (const seat of added) seat.useSnapshot(snapshot);
  }

  return {
    add,
    /** Hands Python to the first of them. @param {Kit} given @param {Blob | null} kept a snapshot of an earlier visit */
    async begin(given, kept) {
      kit = given;
      snapshot = kept;
      await equip(given, [...seats]);
    },
    /** @param {number} number @returns {Promise<Seat[]>} so many seats, with Python */
    async take(number) {
      await equip(/** @type {Kit} */ (kit), add(number));
      return seats.slice(0, number);
    },
    snapshot: () => snapshot,
    /** @param {Blob | null} made by the engine */
    useSnapshot(made) {
      snapshot = made;
      for (const seat of seats) seat.useSnapshot(snapshot);
    },
    /** Have Python ready in each for whoever comes next. */
    warm() {
      for (const seat of seats) seat.warm();
    },
    restart,
    /** Ends every bot at once. */
    close() {
      for (const seat of seats) seat.close();
    },
  };
}
