// The seats of the page: sealed frames with room for one bot each. They are created on demand and stay.

import { manifest } from '../base/site/manifest.ts';
import type { Kit, Seat } from './seat/seat.ts';
import { createSeat } from './seat/seat.ts';

export type Seats = ReturnType<typeof createSeats>;

const MEGABYTE = 2 ** 20;

/** The memory limit of a bot, in bytes. */
export const memoryOf = (megabytes: unknown = 256) => Number(megabytes) * MEGABYTE;

/** @param booted called when Python has booted in a seat */
export function createSeats(booted: (fromSnapshot: boolean) => void) {
  const seats: Seat[] = [];
  /** The parts from which seats start Python, with the snapshot if there is one. */
  let kit: Kit | null = null;
  const on = {
    booted,
    /** Drops a snapshot that one seat could not load: the others could not load it either. */
    badSnapshot(why: string) {
      console.warn('Python starts without a snapshot:', why);
      keep(null);
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

  /**
   * @param number of seats there should be at least
   * @returns the new ones, still without Python
   */
  function add(number: number): Seat[] {
    const missing = Math.max(0, number - seats.length);
    const added = Array.from({ length: missing }, () => createSeat(manifest.frame, on));
    seats.push(...added);
    return added;
  }

  const snapshot = () => kit?.parts.snapshot ?? null;

  function keep(made: Blob | null) {
    if (kit) kit = { ...kit, parts: { ...kit.parts, snapshot: made } };
  }

  const equip = (given: Kit, added: readonly Seat[]) => Promise.all(added.map((seat) => seat.equip(given)));

  return {
    add,
    /** Gives Python to the first seats. */
    async begin(given: Kit) {
      kit = given;
      await equip(given, [...seats]);
    },
    /** @returns that many seats, with Python */
    async take(number: number): Promise<Seat[]> {
      await equip(kit as Kit, add(number));
      return seats.slice(0, number);
    },
    snapshot,
    /** @param made the snapshot that the engine has made */
    useSnapshot(made: Blob | null) {
      keep(made);
      for (const seat of seats) seat.useSnapshot(made);
    },
    /** Boots Python in every seat in advance. */
    warm() {
      for (const seat of seats) seat.warm();
    },
    restart,
    /** What another page part needs to make seats of its own. */
    kit: () => kit as Kit,
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
