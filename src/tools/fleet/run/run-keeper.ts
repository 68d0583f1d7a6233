import { judgeTarget, type JudgedTarget } from "../../../harness/drift/judge-target.ts";
import type { Documentation } from "../../../harness/drift/documentation.ts";
import type { FindingCounts } from "../../../harness/drift/stored-run.ts";
import { shapesFromJson } from "../../../harness/drift/shapes.ts";
import type { DriftGroup, DriftTarget } from "../../../harness/model/drift.ts";
import { createGrants, type Grants } from "../budget/grants.ts";
import type { Database } from "../../../harness/store/database.ts";
import { createRunRepository } from "../../../harness/history/create-repository.ts";
import type { OpenRun, PausedBy, RunEnd, RunRepository } from "../../../harness/history/run-repository.ts";

/** What a run saw of one target, as plain values. */
export interface TargetResult {
  readonly target: DriftTarget;
  /** What it answered, as JSON; absent where it failed. */
  readonly shapes?: string;
  /** Why it failed, or what cut the run short. */
  readonly reason?: string;
  readonly requests: number;
  readonly findings: FindingCounts;
}

/** What a run showed of one target. */
export interface TargetVerdict {
  readonly target: DriftTarget;
  readonly status: "baseline" | "compared" | "failed";
  readonly reason?: string;
  /** New, back and gone in this run. */
  readonly moves: readonly DriftGroup[];
}

export interface RunVerdicts {
  readonly targets: readonly TargetVerdict[];
  readonly paused?: PausedBy;
}

/** What a worker needs of the database for a run, with plain values alone, so that another thread can do it. */
export interface RunKeeper {
  readonly begin: RunRepository["begin"];
  readonly tried: RunRepository["tried"];
  readonly outlooks: RunRepository["outlooks"];
  readonly preview: RunRepository["preview"];
  /** Judges a run and keeps it; undefined where another worker has begun it again or ended it. */
  keep(run: OpenRun, end: RunEnd, results: readonly TargetResult[]): Promise<RunVerdicts | undefined>;
  readonly takeGrant: Grants["take"];
  readonly renewGrant: Grants["renew"];
  readonly endGrant: Grants["end"];
}

const isMove = ({ state }: DriftGroup): boolean => state === "new" || state === "back" || state === "gone";

const verdictOf = ({ target, run, verdict }: JudgedTarget): TargetVerdict => ({
  target,
  status: verdict === undefined ? "failed" : verdict.isBaseline ? "baseline" : "compared",
  ...(run.reason === undefined ? {} : { reason: run.reason }),
  moves: verdict?.groups.filter(isMove) ?? [],
});

export const createRunKeeper = (database: Database, documentation: Documentation): RunKeeper => {
  const repository = createRunRepository(database, documentation);
  const grants = createGrants(database);
  return {
    begin: (order) => repository.begin(order),
    tried: (run) => repository.tried(run),
    takeGrant: (order) => grants.take(order),
    renewGrant: (grant) => grants.renew(grant),
    endGrant: (grant, sent) => grants.end(grant, sent),
    outlooks: (run, targets) => repository.outlooks(run, targets),
    preview: (run, target, shapes) => repository.preview(run, target, shapes),
    async keep(run, end, results) {
      const targets = results.map(({ target }) => target);
      const ended = await repository.end(run, end, targets, (past) => {
        const result = results.find(({ target }) => target.interface === past.target.interface);
        if (result === undefined) throw new Error("a target has no result");
        const { shapes: json } = result;
        const shapes = json === undefined ? undefined : shapesFromJson(JSON.parse(json), documentation);
        return judgeTarget(past, { ...result, shapes }, run, documentation);
      });
      if (ended === undefined) return undefined;
      const { paused } = ended;
      return { targets: ended.targets.map(verdictOf), ...(paused === undefined ? {} : { paused }) };
    },
  };
};
