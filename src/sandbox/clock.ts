import type { Clock } from "../core/model/clock.ts";
import { waitFor } from "../core/model/wait.ts";

/** A clock that can be moved, so that years of a lifetime pass within a test. */
export interface MovableClock extends Clock {
  /** Moves forward by `ms` milliseconds and wakes sleepers that are due. */
  advance(ms: number): void;
  /** Moves to an instant in milliseconds since the epoch, backwards too. */
  moveTo(instant: number): void;
  /** Milliseconds by which it has been moved, in sum: 0 if put back. */
  movedBy(): number;
}

interface Sleeper {
  readonly until: number;
  wake(): void;
}

/** 1 March 2025, 12:00 UTC: start of the in-process sandbox with seed 0. */
const firstInstant = Date.UTC(2025, 2, 1, 12);
const minute = 60_000;

/** Start of the in-process clock: a fixed instant, with some minutes between seeds. */
export const startInstant = (seed: number): number => firstInstant + (Math.abs(seed) % 1440) * minute;

/** Start of an instant's minute: everything created within one minute is the same. */
export const wholeMinute = (instant: number): number => instant - (instant % minute);

/** End of the four-digit years; soon after it, JavaScript dates become invalid. */
const lastInstant = Date.UTC(10_000, 0) - 1;

/** Whether a clock may be set to it. */
export const isInstant = (ms: number): boolean => ms >= 0 && ms <= lastInstant;

/** A clock that is stopped until moved: same seed, same answers. */
export const createManualClock = (start: number): MovableClock => {
  let now = start;
  let sleepers: Sleeper[] = [];
  const wakeDue = (): void => {
    const due = sleepers
      .filter((sleeper) => sleeper.until <= now)
      .toSorted((one, other) => one.until - other.until);
    sleepers = sleepers.filter((sleeper) => sleeper.until > now);
    for (const sleeper of due) sleeper.wake();
  };
  return {
    now: () => now,
    movedBy: () => now - start,
    advance: (ms) => {
      now += ms;
      wakeDue();
    },
    moveTo: (instant) => {
      now = instant;
      wakeDue();
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason);
        if (ms <= 0) return resolve();
        const sleeper: Sleeper = {
          until: now + ms,
          wake: () => {
            signal?.removeEventListener("abort", abort);
            resolve();
          },
        };
        const abort = (): void => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", abort, { once: true });
        sleepers.push(sleeper);
      }),
  };
};

/** Real time plus an offset: the clock of a served sandbox. */
export const createRealClock = (): MovableClock => {
  let offset = 0;
  const manual = createManualClock(Date.now());
  const now = (): number => Date.now() + offset;
  return {
    now,
    movedBy: () => offset,
    advance: (ms) => {
      offset += ms;
      manual.moveTo(now());
    },
    moveTo: (instant) => {
      offset = instant - Date.now();
      manual.moveTo(now());
    },
    /** Ends in real time, or earlier if the clock is moved past it. */
    sleep: async (ms, signal) => {
      manual.moveTo(now());
      const done = new AbortController();
      const either = signal === undefined ? done.signal : AbortSignal.any([signal, done.signal]);
      try {
        await Promise.race([manual.sleep(ms, either), waitFor(ms, { signal: either, ref: false })]);
      } finally {
        done.abort("done");
      }
    },
  };
};
