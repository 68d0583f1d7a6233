import type { LiveTarget } from "./live-target.ts";
import { createRun, type Emit, type Run } from "./create-run.ts";

/** A run that may change scratch records of a live target. */
export interface TargetRun<Event, Result> extends Run<Event, Result> {
  /** Names of the records that are currently changed; they are restored before the run ends. */
  changed(): readonly string[];
}

/** Names of the records of a live target that are changed now. */
export const changedIn = (target: LiveTarget | undefined) => (): readonly string[] =>
  (target?.journal?.changed() ?? []).map(({ record }) => record);

/** The work of such a run; it reports the live target that it opened. */
export type TargetWork<Event, Result> = (
  emit: Emit<Event>,
  signal: AbortSignal,
  watch: (live: LiveTarget | undefined) => void,
) => Promise<Result>;

export const createTargetRun = <Event, Result>(
  work: TargetWork<Event, Result>,
  signal?: AbortSignal,
): TargetRun<Event, Result> => {
  let target: LiveTarget | undefined;
  const run = createRun<Event, Result>(
    (emit, until) =>
      work(emit, until, (live) => {
        target = live;
      }),
    signal,
  );
  return Object.assign(run, {
    changed: () => changedIn(target)(),
  });
};
