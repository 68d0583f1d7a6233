/** Milliseconds within which a read may show an old state; later it is wrong. */
export const lateMs = 1000;

/** The engine's time source: real time on the command line, movable time in tests and the sandbox. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
