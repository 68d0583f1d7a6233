import type { DriftGroup, DriftState } from "../../../src/harness/model/drift.ts";

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
