import type { JudgedTarget } from "../../../harness/drift/judge-target.ts";
import type { Documentation } from "../../../harness/drift/documentation.ts";
import { shapesFromJson } from "../../../harness/drift/shapes.ts";
import type { DriftGroup, DriftTarget } from "../../../harness/model/drift.ts";
import { createGrants, type Grants } from "../budget/grants.ts";
import type { Database } from "../../../harness/store/database.ts";
import { createRunRepository } from "../../../harness/history/create-repository.ts";
import type {
  OpenRun,
  PausedBy,
  RunEnd,
  RunRepository,
  TargetResult,
} from "../../../harness/history/run-repository.ts";

/** What a run saw of one target, as plain values. */
export interface PlainResult extends Omit<TargetResult, "shapes"> {
  /** What it answered, as JSON; undefined where it failed. */
  readonly shapes: string | undefined;
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
export interface RunKeeper extends Pick<RunRepository, "begin" | "tried" | "outlooks" | "preview"> {
  /** Judges a run and keeps it; undefined where another worker has begun it again or ended it. */
  keep(run: OpenRun, end: RunEnd, results: readonly PlainResult[]): Promise<RunVerdicts | undefined>;
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
  const { begin, tried, outlooks, preview, end } = createRunRepository(database, documentation);
  const grants = createGrants(database);
  return {
    begin,
    tried,
    outlooks,
    preview,
    takeGrant: grants.take,
    renewGrant: grants.renew,
    endGrant: grants.end,
    async keep(run, ending, plain) {
      const results = plain.map(({ shapes, ...one }) => ({
        ...one,
        shapes: shapes === undefined ? undefined : shapesFromJson(JSON.parse(shapes), documentation),
      }));
      const ended = await end(run, ending, results);
      if (ended === undefined) return undefined;
      const { paused } = ended;
      return { targets: ended.targets.map(verdictOf), ...(paused === undefined ? {} : { paused }) };
    },
  };
};
