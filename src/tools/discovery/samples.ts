import type { Plan } from "../../harness/model/check.ts";
import type { ProbeClient } from "./probe-client.ts";
import type { DiscoveryState } from "./discovery-state.ts";
import type { FoundType } from "./query-types.ts";
import { type Sample, type SampleOrder, takeSample, unchanged } from "./sample.ts";
import type { OperatorObservations } from "./operator-observations.ts";

/** Page size of a sample. */
const usualPage = 160;

const byId: SampleOrder = { sortBy: "id", descending: false };
const byDefault: SampleOrder = {};
const byChange: SampleOrder = { sortBy: "modifieddatetimeutc", descending: true };

const pageSizeOf = ({ pages }: DiscoveryState): number =>
  pages === undefined
    ? usualPage
    : Math.max(1, Math.min(usualPage, Math.max(pages.largestTaken, pages.largestSeen)));

function* sampleBy(
  state: DiscoveryState,
  client: ProbeClient,
  type: FoundType,
  order: SampleOrder,
): Plan<Sample | undefined> {
  const { kind, operation, code } = type;
  return yield* takeSample(client, {
    kind,
    operation,
    code,
    order,
    type: state.listed?.queryTypes[kind],
    pageSize: pageSizeOf(state),
  });
}

/** The oldest records of every kind and, unless those are all, the most recently changed ones. */
export function* takeSamples(state: DiscoveryState, client: ProbeClient): Plan<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const type of state.types) {
    const sample =
      (yield* sampleBy(state, client, type, byId)) ?? (yield* sampleBy(state, client, type, byDefault));
    if (sample !== undefined) samples.push(sample);
    if (sample !== undefined && sample.ids.length >= sample.total) continue;
    const latest = yield* sampleBy(state, client, type, byChange);
    if (latest !== undefined) samples.push(latest);
  }
  return samples;
}

/** Reads the sampled records again, and excludes those that changed. */
export function* compareSamples(
  state: DiscoveryState,
  client: ProbeClient,
  observations: OperatorObservations,
): Plan {
  const stable = new Map<Sample, readonly boolean[]>();
  for (const sample of state.samples) {
    const type = state.types.find(({ kind }) => kind === sample.kind);
    const again = type === undefined ? undefined : yield* sampleBy(state, client, type, sample.order);
    if (again !== undefined) stable.set(sample, unchanged(sample, again));
  }
  state.changed = [...stable.values()].flat().filter((isStable) => !isStable).length;
  observations.leaveOut(({ probe }, index) => stable.get(probe.sample)?.[index] !== false);
}
