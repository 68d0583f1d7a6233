import type { ChildProcess } from "node:child_process";

/** Signals every process of the group that a detached program leads, also those that outlive it. */
export const signalGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // None is left.
  }
};
