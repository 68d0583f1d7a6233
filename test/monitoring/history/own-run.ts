import type { JudgedTarget } from "../../../src/monitoring/drift/judge-target.ts";
import { summaryOf } from "../../../src/monitoring/drift/run-outcome.ts";
import type { Shapes } from "../../../src/core/shapes/shapes.ts";
import type { RunRepository } from "../../../src/monitoring/history/create-repository.ts";
import type { DriftTarget, RunSummary } from "../../../src/core/model/drift.ts";

export interface OwnRun {
  readonly target: DriftTarget;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Undefined for a run that fails. */
  readonly shapes: Shapes | undefined;
  readonly version?: string;
  readonly requests?: number;
  readonly errors?: number;
}

export type JudgedRun = Pick<JudgedTarget, "target" | "verdict"> & { readonly night: RunSummary };

/** A whole run of one target in a store, with what it showed. */
export const ownRun = async (
  runs: RunRepository,
  { target, startedAt, shapes, version = "0.0.0", requests = 1, errors = 0 }: OwnRun,
): Promise<JudgedRun> => {
  const { organization } = target;
  const run = await runs.start({ run: "a run", startedAt, seed: 1, version, organization }, [target]);
  const result = {
    target,
    shapes: shapes && JSON.stringify(shapes),
    requests,
    findings: { error: errors, warning: 0, info: 0 },
    ...(shapes === undefined ? { reason: "no answer" } : {}),
  };
  const ended = await runs.end(run, { endedAt: startedAt, requests }, [result]);
  const [judged] = ended?.targets ?? [];
  if (judged === undefined) throw new Error("the run has not ended");
  return { target, night: summaryOf(judged.run, judged.outcome), verdict: judged.verdict };
};
