// The seats of the page: sealed frames with room for one bot each. They are created on demand and stay.

import { manifest } from '../base/site/manifest.js';
import { createSeat } from './seat/seat.js';

/** @typedef {import('./seat/seat.js').Kit} Kit */
/** @typedef {import('./seat/seat.js').Seat} Seat */
/** @typedef {ReturnType<typeof createSeats>} Seats */

const MEGABYTE = 2 ** 20;

/** The memory limit of a bot, in bytes. @param {unknown} [megabytes] */
export const memoryOf = (megabytes = 256) => Number(megabytes) * MEGABYTE;

/** @param {(fromSnapshot: boolean) => void} booted called when Python has booted in a seat */
export function createSeats(booted) {
  /** @type {Seat[]} */
  const seats = [];
  /** The parts from which seats start Python. @type {Kit | null} */
  let kit = null;
  /** @type {Blob | null} */
  let snapshot = null;
  const on = {
    booted,
    /** Drops a snapshot that one seat could not load: the others could not load it either. @param {string} why */
    badSnapshot(why) {
      console.warn('Python starts without a snapshot:', why);
      snapshot = null;
    },
    /**
     * Restarts all seats: the frames of a page may share one browser process, so the loss of one frame is a loss of
     * all.
     */
    lost: restart,
  };

  function restart() {
    for (const seat of seats) seat.restart();
  }

  /** @param {number} number of seats there should be at least @returns {Seat[]} the new ones, still without Python */
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
    /** Gives Python to the first seats. @param {Kit} given @param {Blob | null} kept a snapshot of an earlier visit */
    async begin(given, kept) {
      kit = given;
      snapshot = kept;
      await equip(given, [...seats]);
    },
    /** @param {number} number @returns {Promise<Seat[]>} that many seats, with Python */
    async take(number) {
      await equip(/** @type {Kit} */ (kit), add(number));
      return seats.slice(0, number);
    },
    snapshot: () => snapshot,
    /** @param {Blob | null} made the snapshot that the engine has made */
    useSnapshot(made) {
      snapshot = made;
      for (const seat of seats) seat.useSnapshot(snapshot);
    },
    /** Boots Python in every seat in advance. */
    warm() {
      for (const seat of seats) seat.warm();
    },
    restart,
    /** What another page part needs to make seats of its own. */
    kit: () => /** @type {Kit} */ (kit),
    /** Ends every bot at once. */
    close() {
      for (const seat of seats) seat.close();
    },
    /** Ends the seats for good. */
    remove() {
      for (const seat of seats) seat.remove();
      seats.length = 0;
    },
  };
}
