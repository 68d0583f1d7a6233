import type {
  DriftGroup,
  DriftReport,
  DriftState,
  DriftTarget,
  RunSummary,
} from "../../../src/core/model/drift.ts";
import { problemsOf } from "../../../src/core/problems/problems-of.ts";

/** A change of a type in two operations, as a run reports it. */
export const driftGroup = (state: DriftState, more: Partial<DriftGroup> = {}): DriftGroup => ({
  fingerprint: "0123456789ab",
  interface: "donation",
  kind: "type-changed",
  impact: "breaking",
  severity: "error",
  confidence: "confirmed",
  state,
  title: "`Donor.giftCount`, so far integer, is string",
  message: "`Donor.giftCount`, so far integer, is string in `listDonors` and `queryDonors`.",
  model: "Donor",
  types: ["Donor"],
  operations: ["listDonors", "queryDonors"],
  statuses: [200],
  before: "integer",
  now: "string",
  seenBefore: { count: 0, of: 200 },
  seenSince: { count: 40, of: 40 },
  advice: "Read `Donor.giftCount` as string. Accept integer as well while the change is rolled out.",
  firstSeen: "2025-01-06T02:00:00.000Z",
  lastSeen: "2025-01-08T02:00:00.000Z",
  toldAt: "2025-01-06T02:00:00.000Z",
  lastGood: "2025-01-05T02:00:00.000Z",
  changes: ["00000000000a", "00000000000b"],
  ...more,
});

/** The donation interface as the organization that nobody names has it. */
const donation: DriftTarget = {
  interface: "donation",
  address: "https://d.example.org",
  organization: "default",
};

interface Parts extends Partial<DriftReport> {
  readonly target?: DriftTarget;
  /** One that has a reason has failed. */
  readonly night?: Partial<RunSummary>;
}

/** The report of a run against one target, and the problems that it says of itself. */
export const driftReport = (
  groups: readonly DriftGroup[],
  { target = donation, night = {}, findings = [], ...more }: Parts = {},
): DriftReport => {
  const { startedAt = "2025-01-08T02:00:00.000Z", reason } = night;
  const summary: RunSummary = {
    night: 3,
    startedAt,
    seed: 1,
    version: "0.0.0",
    status: reason === undefined ? "compared" : "failed",
    requests: 60,
    answers: 58,
    operations: 1,
    drift: { new: 0, standing: 0, back: 0, gone: 0, inconclusive: 0, breaking: groups.length },
    findings: { error: 0, warning: 0, info: 0 },
    ...night,
  };
  const result = { target, night: summary, drift: [], groups, notSampled: ["listGifts"] };
  const failure = reason === undefined ? {} : { failure: reason };
  return {
    tool: { name: "tripact", version: "0.0.0" },
    run: { id: "r", seed: 1, startedAt, complete: true, requests: 60 },
    store: "s.sqlite",
    results: [result],
    findings,
    problems: problemsOf({ findings, results: [{ ...result, ...failure }] }),
    exitCode: 0,
    ...more,
  };
};
